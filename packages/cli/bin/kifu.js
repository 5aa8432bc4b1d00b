#!/usr/bin/env node
/**
 * Starts kifu: as built where it has been built, from its TypeScript sources in a checkout. Plain JavaScript that an
 * old Node can read too, so that it can say what is missing.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const NODE = 24;
const MISUSE = 2;

if (Number.parseInt(process.versions.node, 10) < NODE) {
  console.error(
    `kifu: Node.js ${NODE} or newer is needed and this is ${process.version}: get it from https://nodejs.org, or run npm ci in a checkout and start npx kifu there.`,
  );
  process.exitCode = MISUSE;
} else {
  // what was compiled once starts in half the time; Node keeps it in the folder for temporary files
  (await import('node:module')).enableCompileCache?.();
  // the package by its own name: its sources where Node was started with the condition `source`, else what was built
  if (!isThere()) await resolveSources();
  if (isThere()) (await import('@kifu/cli')).main();
  else {
    console.error('kifu: this copy is incomplete, it has neither dist nor src: install it again.');
    process.exitCode = MISUSE;
  }
}

function isThere() {
  return existsSync(fileURLToPath(import.meta.resolve('@kifu/cli')));
}

/** As if Node had been started with the condition; another process would have the terminal only at second hand. */
async function resolveSources() {
  const { registerHooks } = await import('node:module');
  registerHooks({
    resolve: (specifier, context, next) =>
      next(specifier, { ...context, conditions: ['source', ...context.conditions] }),
  });
}
