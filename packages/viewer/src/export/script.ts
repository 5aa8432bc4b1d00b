/** The script of a one-file page, as it was built; in a checkout it is built when it is first asked for, and when a source has changed. */
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import {
  BROWSER_FOLDER,
  buildGames,
  buildPart,
  gamesThere,
  isOutdated,
  isWithoutVite,
  VIEWER_PACKAGES,
  VIEWER_PART,
} from './build.ts';
import { joinParts } from './html.ts';

/** Only a checkout has it. */
const BUILDER = join(import.meta.dirname, '../../src/export/build.ts');

/** Where a script may be kept. */
export interface ScriptOptions {
  /** The folder of built scripts; by default that of the viewer. */
  readonly folder?: string;
}

/** The script that shows matches of a game. */
export async function viewerScript(
  game: string,
  { folder = join(BROWSER_FOLDER, 'file') }: ScriptOptions = {},
): Promise<Result<string>> {
  const games = await partFor(game, folder);
  if (!games.ok) return games;
  const viewer = await partFor(VIEWER_PART, folder);
  return viewer.ok ? ok(joinParts(games.value, viewer.value)) : viewer;
}

async function partFor(part: string, folder: string): Promise<Result<string>> {
  const path = join(folder, `${part}.js`);
  const isCheckout = existsSync(BUILDER);
  if (existsSync(path) && !(isCheckout && isOutdated(path, VIEWER_PACKAGES)))
    return ok(await readFile(path, 'utf8'));
  if (!isCheckout)
    return fail('not-found', `this copy has no viewer for ${part}: install @kifu/viewer again`);
  const built = await build(part);
  if (!built.ok) return built;
  await mkdir(folder, { recursive: true });
  // under another name first: two commands may build at once
  const temporary = `${path}.${process.pid}.tmp`;
  await writeFile(temporary, built.value);
  await rename(temporary, path);
  return built;
}

/** A module of games for pages, from its file: it exports what `createGames` of `@kifu/games` gives. */
export const gamesScript = (file: string): Promise<Result<string>> =>
  attempt(() => buildGames(file), NO_GAMES);

const NO_GAMES =
  'pages cannot play games of your own without Vite, which bundles them: run npm install vite';

async function build(part: string): Promise<Result<string>> {
  if (part === VIEWER_PART || gamesThere().includes(part)) return attempt(() => buildPart(part));
  return fail('unsupported', `the viewer has no pictures of ${JSON.stringify(part)}`);
}

async function attempt<T>(
  work: () => Promise<T>,
  message = 'the viewer has not been built yet, and Vite, which builds it, is not installed: run npm ci in the checkout',
): Promise<Result<T>> {
  try {
    return ok(await work());
  } catch (cause) {
    if (!isWithoutVite(cause)) throw cause;
    return fail('unsupported', message);
  }
}
