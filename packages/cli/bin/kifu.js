#!/usr/bin/env node
/**
 * Starts kifu: as built where it has been built, from its TypeScript sources in a checkout. Plain JavaScript that an
 * old Node can read too, so that it can say what is missing.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

const NODE = 24;
const MISUSE = 2;

if (Number.parseInt(process.versions.node, 10) < NODE) {
  console.error(
    `kifu: Node.js ${NODE} or newer is needed and this is ${process.version}: get it from https://nodejs.org, or run npm ci in a checkout and start npx kifu there.`,
  );
  process.exitCode = MISUSE;
} else {
  // the package by its own name: its sources where Node was started with the condition `source`, else what was built
  const entry = import.meta.resolve('@kifu/cli');
  if (existsSync(fileURLToPath(entry))) (await import(entry)).main();
  else if (!entry.endsWith('.ts')) startFromSource();
  else {
    console.error('kifu: this copy is incomplete, it has neither dist nor src: install it again.');
    process.exitCode = MISUSE;
  }
}

/** Starts this file once more with the condition, and ends as that ends. */
function startFromSource() {
  const args = ['--conditions=source', ...process.execArgv, fileURLToPath(import.meta.url)];
  const child = spawn(process.execPath, [...args, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + constants.signals[signal];
  });
}
