/**
 * Commands of `kifu` on a collection of chess games, each in its own process. What a short collection takes is subtracted, so that the start
 * is not counted. `KIFU_COLLECTION` says how many games (5,000 by default), or names a PGN file of your own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdtempDisposableSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { progress, sumOf } from './measure.ts';
import { tournament } from './tournament.ts';

const GAMES = 5000;
/** How many games the short collection has. */
const SHORT = 500;
const CHILD = join(import.meta.dirname, 'kifu-one.ts');

/** A short collection and a long one. */
export interface Collection {
  /** How many games the long one has. */
  readonly count: number;
  /** Both as files. */
  readonly files: readonly [short: string, long: string];
  /** The long one as text, or the beginning of it. */
  readonly text: string;
}

/** Makes the collections, in a folder of the caller. */
export async function makeCollection(folder: string): Promise<Collection> {
  const { count, games } = source(process.env.KIFU_COLLECTION ?? `${GAMES}`);
  progress(`making a collection of ${count} games`);
  const [short, long] = [join(folder, 'short.pgn'), join(folder, 'long.pgn')];
  await pipeline(Readable.from(games(SHORT)), createWriteStream(short));
  await pipeline(Readable.from(games(count)), createWriteStream(long));
  return { count, files: [short, long], text: [...games(Math.min(count, GAMES))].join('') };
}

/** Generated games, or those of a file. */
function source(asked: string): {
  readonly count: number;
  readonly games: (count: number) => Iterable<string>;
} {
  if (/^\d+$/.test(asked)) return { count: Number(asked), games: tournament };
  const games = readFileSync(asked, 'utf8').split(/^(?=\[Event )/m);
  return { count: games.length, games: count => games.slice(0, count) };
}

/** How a command went. */
interface Run {
  readonly seconds: number;
  readonly peakMB: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
  readonly written: { readonly bytes: number; readonly counter: string } | null;
  /** What its library takes on disk. */
  readonly libraryBytes: number;
}

/** What a command does with a long collection beyond a short one. */
export interface Rates {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly long: Run;
}

/** Runs a command on the short collection and on the long one, each with its home. */
export async function compareRuns(
  { count }: Collection,
  [short, long]: readonly [short: Command, long: Command],
): Promise<Rates> {
  const [first, last] = [await runKifu(short), await runKifu(long)];
  return {
    perSecond: (count - SHORT) / (last.seconds - first.seconds),
    perCpuSecond: (count - SHORT) / (last.cpuSeconds - first.cpuSeconds),
    long: last,
  };
}

/** A command line, and the home of its user. */
export interface Command {
  readonly home: string;
  readonly words: readonly string[];
}

/** A new home, which goes with its folder. */
export const newHome = () => mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));

/** Runs a command. */
export async function runKifu({ home, words }: Command): Promise<Run> {
  const began = performance.now();
  const child = fork(CHILD, words, {
    env: { ...process.env, KIFU_HOME: home },
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [[ended]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  const seconds = (performance.now() - began) / 1000;
  if (ended.exitCode !== 0) throw new Error(`kifu ${words.join(' ')} ended with ${ended.exitCode}`);
  const names = existsSync(home) ? readdirSync(home) : [];
  const { cpuSeconds, written, peakKiB } = ended;
  return {
    ...{ seconds, cpuSeconds, written, peakMB: (peakKiB * 1024) / 1e6 },
    libraryBytes: sumOf(names.map(name => statSync(join(home, name)).size)),
  };
}
