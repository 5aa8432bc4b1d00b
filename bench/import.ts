/**
 * Importing a collection: games of chess in one PGN file, each read, played through by the rules, and kept durably with all its
 * positions. `KIFU_GAMES` says how many, 2,000 unless told. By the wall clock; memory is the highest of a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { start, step, unwrap } from '@kifu/core';
import { chess, formatSan, parseUci } from '@kifu/games/chess';
import { makeGames } from './chess-games.ts';
import { type Figure, figuresOf } from './measure.ts';

const GAMES = 2000;
/** Different courses; a large collection repeats them under other names and dates. */
const COURSES = 1000;
const CHILD = join(import.meta.dirname, 'import-one.ts');
const RESULTS = ['1-0', '0-1', '1/2-1/2'] as const;

export async function* bench(): AsyncGenerator<Figure> {
  const count = Number(process.env.KIFU_GAMES ?? GAMES);
  const folder = mkdtempSync(join(tmpdir(), 'kifu-bench-'));
  try {
    const file = join(folder, 'games.pgn');
    await writeGames(file, count);
    for (const [figure, options] of PLANS) {
      const { seconds, peakMB } = await importOnce(join(folder, figure), [file, ...options]);
      const base = { bench: 'import', figure };
      yield* figuresOf({ ...base, unit: 'games/s' }, [count / seconds], {});
      yield* figuresOf({ ...base, figure: `${figure}-memory`, unit: 'MB' }, [peakMB], {});
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const PLANS: readonly (readonly [figure: string, options: readonly string[]])[] = [
  ['verify', ['--dry-run']],
  ['blocks', ['--keep-blocks']],
  ['packed', []],
];

/** What a process tells at its end. */
interface Told {
  readonly exitCode: number;
  readonly peakKiB: number;
}

async function importOnce(
  home: string,
  words: readonly string[],
): Promise<{ readonly seconds: number; readonly peakMB: number }> {
  const began = performance.now();
  const child = fork(CHILD, ['library', 'import', ...words], {
    env: { ...process.env, KIFU_HOME: home },
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [[told]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [
    [Told],
    unknown,
  ];
  const seconds = (performance.now() - began) / 1000;
  if (told.exitCode !== 0) throw new Error(`the import ended with ${told.exitCode}`);
  return { seconds, peakMB: (told.peakKiB * 1024) / 1e6 };
}

/** Writes a collection, a game at a time. */
async function writeGames(path: string, count: number): Promise<void> {
  const courses = makeGames(Math.min(count, COURSES)).map(courseOf);
  const file = createWriteStream(path);
  for (let i = 0; i < count; i++) {
    const { moves, result } = courses[i % courses.length]!;
    if (!file.write(`${tagsOf(i, courses.length, result)}\n${moves} ${result}\n\n`))
      await once(file, 'drain');
  }
  file.end();
  await finished(file);
}

/** No two games have the same tags. */
const tagsOf = (i: number, courses: number, result: string): string =>
  Object.entries({
    Event: `Open ${Math.floor(i / courses)}`,
    Site: 'Bench',
    Date: `${2000 + (i % 25)}.${two(1 + (i % 12))}.${two(1 + (i % 28))}`,
    Round: `${1 + (i % courses)}`,
    White: `Player ${(i * 7919) % 997}`,
    Black: `Player ${(i * 104_729) % 991}`,
    Result: result,
  })
    .map(([name, value]) => `[${name} "${value}"]\n`)
    .join('');

const two = (n: number): string => `${n}`.padStart(2, '0');

/** The moves as PGN has them, and how it ended; where nobody is mated, somebody resigned or both agreed. */
function courseOf(moves: readonly string[], i: number): { moves: string; result: string } {
  let { state, outcome } = unwrap(start(chess.game, {}));
  const words = moves.map((uci, n) => {
    const move = unwrap(parseUci(uci));
    const san = formatSan(state, move);
    ({ state, outcome } = unwrap(step(chess.game, state, { do: 'move', seat: state.turn, move })));
    return n % 2 === 0 ? `${1 + n / 2}. ${san}` : san;
  });
  const which = outcome === null ? i % 3 : (outcome.winners[0] ?? 2);
  return { moves: words.join(' '), result: RESULTS[which]! };
}
