/** The script of a one-file page, as it was built; in a checkout it is built when it is first asked for, and when a source has changed. */
import { existsSync, globSync, statSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';

// this module is as far below the package as a source as when it is built
const ROOT = join(import.meta.dirname, '../..');
const BUILDER = join(ROOT, 'src/export/build.ts');
/** What the script is made of. */
const SOURCES = ['bots', 'client', 'core', 'games', 'ipgs', 'peer', 'record', 'stores', 'web'].map(
  name =>
    `${join(ROOT, '..', name)}/{package.json,vite.config.ts,*.html,public/**/*.*,src/**/*.{ts,css,html,json}}`,
);

/** Where a script may be kept. */
export interface ScriptOptions {
  /** The folder of built scripts; that of the site unless told. */
  readonly folder?: string;
}

/** The script that shows matches of a game. */
export async function viewerScript(
  game: string,
  { folder = join(ROOT, 'dist/site/file') }: ScriptOptions = {},
): Promise<Result<string>> {
  const path = join(folder, `${game}.js`);
  const isCheckout = existsSync(BUILDER);
  if (existsSync(path) && !(isCheckout && isOutdated(path)))
    return ok(await readFile(path, 'utf8'));
  if (!isCheckout)
    return fail('not-found', `this copy has no viewer for ${game}: install @kifu/web again`);
  const built = await build(game);
  if (!built.ok) return built;
  await mkdir(folder, { recursive: true });
  // under another name first: two commands may build at once
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, built.value);
  await rename(temporary, path);
  return built;
}

/** The folder of the site, as it was built; in a checkout it is built when it is first asked for, and when a source has changed. */
export async function siteFolder(folder = join(ROOT, 'dist/site')): Promise<Result<string>> {
  const page = join(folder, 'index.html');
  const isCheckout = existsSync(BUILDER);
  if (existsSync(page) && !(isCheckout && isOutdated(page))) return ok(folder);
  if (!isCheckout) return fail('not-found', 'this copy has no site: install @kifu/web again');
  const built = await attempt(async () => (await import('./build.ts')).buildSite(folder));
  return built.ok ? ok(folder) : built;
}

/** A module of games for pages, from its file: it exports what `createGames` of `@kifu/games` gives. */
export const gamesScript = (file: string): Promise<Result<string>> =>
  attempt(async () => (await import('./build.ts')).buildGames(file), NO_GAMES);

const NO_GAMES =
  'pages cannot play games of your own without Vite, which bundles them: run npm install vite';

async function build(game: string): Promise<Result<string>> {
  const built = await attempt(async () => {
    const { buildScript, gamesThere } = await import('./build.ts');
    return gamesThere().includes(game) ? await buildScript(game) : null;
  });
  if (!built.ok || built.value !== null) return built as Result<string>;
  return fail('unsupported', `the viewer has no pictures of ${JSON.stringify(game)}`);
}

async function attempt<T>(
  work: () => Promise<T>,
  message = 'the viewer has not been built yet, and Vite, which builds it, is not installed: run npm ci in the checkout',
): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    return fail('unsupported', message);
  }
}

const isOutdated = (path: string): boolean => {
  const { mtimeMs } = statSync(path);
  return SOURCES.some(pattern =>
    globSync(pattern).some(
      source => !source.endsWith('.test.ts') && statSync(source).mtimeMs > mtimeMs,
    ),
  );
};
