/**
 * Opening a signed match of 300 entries in the engine of the viewer: the work from its bytes to the first board, and to the verdict. In
 * a process that has opened others, as a page with several viewers has, and in a fresh one.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Figure, figuresOf } from './measure.ts';
import { type Opening, openMatch } from './open-one.ts';
import { signedMatch } from './viewer-matches.ts';

const ENTRIES = 300;
/** How many matches are opened before those that are timed, and how many are timed. */
const WARM_UP = 10;
const ROUNDS = 15;
const FRESH_ROUNDS = 7;

export async function* bench(): AsyncGenerator<Figure> {
  const openings: Opening[] = [];
  for (let i = 0; i < WARM_UP + ROUNDS; i++)
    openings.push(await openMatch(await signedMatch(ENTRIES, i)));
  yield* figures('', openings.slice(WARM_UP));
  yield* figures('-fresh', await openFresh());
}

/** Opens a match in processes that have done nothing else. */
async function openFresh(): Promise<Opening[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-bench-open-'));
  const file = join(folder, 'match.car');
  await writeFile(file, await signedMatch(ENTRIES));
  const args = [...process.execArgv, join(import.meta.dirname, 'open-one.ts'), file];
  const openings: Opening[] = [];
  for (let i = 0; i < FRESH_ROUNDS; i++) {
    const { stdout } = await promisify(execFile)(process.execPath, args);
    openings.push(JSON.parse(stdout));
  }
  await rm(folder, { recursive: true });
  return openings;
}

const figures = (how: string, openings: readonly Opening[]): Figure[] =>
  (['board', 'verdict'] as const).flatMap(what =>
    figuresOf(
      { bench: 'open', figure: `${what}${how}`, unit: 'ms' },
      openings.map(opening => opening[what]),
      {},
    ),
  );
