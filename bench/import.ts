/**
 * A collection through the command, against chessops, which reads and plays the same text in memory: verified (`verify-file`), and
 * kept durably, packed and found by all its positions (`import`). `KIFU_COLLECTION` says how many games, 5,000 unless told. By the
 * wall clock, with all cores, each command in a process of its own; what a short collection takes is taken off, so that
 * starting is not counted. Memory is the highest of the process with all its threads.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parsePgn, startingPosition } from 'chessops/pgn';
import { parseSan } from 'chessops/san';
import { type Figure, figuresOf } from './measure.ts';
import { tournament } from './tournament.ts';

const GAMES = 5000;
/** How many games the short collection has. */
const SHORT = 500;
const ROUNDS = 3;
const CHILD = join(import.meta.dirname, 'import-one.ts');

export async function* bench(): AsyncGenerator<Figure> {
  const count = Number(process.env.KIFU_COLLECTION ?? GAMES);
  const folder = mkdtempSync(join(tmpdir(), 'kifu-bench-'));
  const [short, long] = ['short', 'long'].map(name => join(folder, `${name}.pgn`));
  try {
    await pipeline(Readable.from(tournament(SHORT)), createWriteStream(short!));
    await pipeline(Readable.from(tournament(count)), createWriteStream(long!));
    // chessops takes a text in one piece, and as fast however long it is
    const text = [...tournament(Math.min(count, GAMES))].join('');
    playAll(text); // warm up
    const rates = { verify: [] as number[], import: [] as number[], chessops: [] as number[] };
    const [bytes, peaksMB]: [number[], number[]] = [[], []];
    const rate = async (words: readonly string[]): Promise<{ rate: number; last: Run }> => {
      const [first, last] = [await run(folder, words, short!), await run(folder, words, long!)];
      return { rate: (count - SHORT) / (last.seconds - first.seconds), last };
    };
    for (let round = 0; round < ROUNDS; round++) {
      rates.verify.push((await rate(['verify'])).rate);
      rates.chessops.push(playAll(text));
      const imported = await rate(['library', 'import']);
      rates.import.push(imported.rate);
      bytes.push(imported.last.libraryBytes / count);
      peaksMB.push(imported.last.peakMB);
    }
    const peers = { chessops: rates.chessops };
    yield* figuresOf(named('verify-file', 'games/s'), rates.verify, peers);
    yield* figuresOf(named('import', 'games/s'), rates.import, peers);
    yield* figuresOf(named('library-bytes', 'bytes/game'), bytes, {});
    yield* figuresOf(named('import-memory', 'MB'), peaksMB, {});
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const named = (figure: string, unit: string) => ({ bench: 'import', figure, unit });

/** Games a second that chessops reads and plays. */
function playAll(text: string): number {
  const began = performance.now();
  let games = 0;
  for (const { headers, moves } of parsePgn(text)) {
    const position = startingPosition(headers).unwrap();
    for (const { san } of moves.mainline()) position.play(parseSan(position, san)!);
    games++;
  }
  return (games / (performance.now() - began)) * 1000;
}

/** What a process tells at its end. */
interface EndReport {
  readonly exitCode: number;
  readonly peakKiB: number;
}

/** How a command went. */
interface Run {
  readonly seconds: number;
  readonly peakMB: number;
  /** What its library takes on disk. */
  readonly libraryBytes: number;
}

/** Runs a command with a home of its own. */
async function run(folder: string, words: readonly string[], file: string): Promise<Run> {
  const home = mkdtempSync(join(folder, 'home-'));
  const began = performance.now();
  const child = fork(CHILD, [...words, file], {
    env: { ...process.env, KIFU_HOME: home },
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [[told]] = (await Promise.all([once(child, 'message'), once(child, 'exit')])) as [
    [EndReport],
    unknown,
  ];
  const seconds = (performance.now() - began) / 1000;
  if (told.exitCode !== 0) throw new Error(`kifu ${words.join(' ')} ended with ${told.exitCode}`);
  const sizes = readdirSync(home).map(name => statSync(join(home, name)).size);
  const libraryBytes = sizes.reduce((sum, size) => sum + size, 0);
  rmSync(home, { recursive: true });
  return { seconds, peakMB: (told.peakKiB * 1024) / 1e6, libraryBytes };
}
