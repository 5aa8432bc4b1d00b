/**
 * A collection through the command, against chessops, which reads and plays the same text in memory: verified (`verify-file`), and
 * kept durably, packed and found by all its positions (`import`). `KIFU_COLLECTION` says how many games (5,000 by default), or names a
 * PGN file of your own. By the
 * wall clock, with all cores, each command in a process of its own; what a short collection takes is taken off, so that
 * starting is not counted. Memory is the highest of the process with all its threads. What ends in `-cpu` counts the processor time of
 * all threads, which a busy machine changes less; `written` says how many times the bytes of the library an import writes.
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
import { type Figure, figuresOf, progress, sumOf, takeTurns } from './measure.ts';
import { readChessops } from './record.ts';
import { tournament } from './tournament.ts';

const GAMES = 5000;
/** How many games the short collection has. */
const SHORT = 500;
const ROUNDS = 3;
const CHILD = join(import.meta.dirname, 'import-one.ts');

export async function* bench(): AsyncGenerator<Figure> {
  const { count, games } = collection(process.env.KIFU_COLLECTION ?? `${GAMES}`);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  progress(`making a collection of ${count} games`);
  const [short, long] = [join(folder.path, 'short.pgn'), join(folder.path, 'long.pgn')];
  await pipeline(Readable.from(games(SHORT)), createWriteStream(short));
  await pipeline(Readable.from(games(count)), createWriteStream(long));
  // chessops takes a text in one piece, and as fast however long it is
  const text = [...games(Math.min(count, GAMES))].join('');
  const runs: Run[] = [];
  const rate = async (...words: string[]): Promise<number> => {
    const first = await run(words, short);
    const last = await run(words, long);
    runs.push(last);
    return (count - SHORT) / (last.seconds - first.seconds);
  };
  const { chessops, ...ours } = await takeTurns('collection', ROUNDS, {
    'verify-file': () => rate('verify'),
    chessops: () => {
      const began = performance.now();
      return (readChessops(text) / (performance.now() - began)) * 1000;
    },
    import: () => rate('library', 'import'),
  });
  for (const [figure, rates] of Object.entries(ours))
    yield* figuresOf(figure, 'games/s', rates, { chessops });
  const imports = runs.filter(({ libraryBytes }) => libraryBytes > 0);
  const bytes = imports.map(({ libraryBytes }) => libraryBytes / count);
  yield* figuresOf('library-bytes', 'bytes/game', bytes);
  const peaks = imports.map(({ peakMB }) => peakMB);
  yield* figuresOf('import-memory', 'MB', peaks);
  yield* costs(count, short, long);
}

/** So many generated games, or those of a file. */
function collection(asked: string): {
  readonly count: number;
  readonly games: (count: number) => Iterable<string>;
} {
  if (/^\d+$/.test(asked)) return { count: Number(asked), games: tournament };
  const games = readFileSync(asked, 'utf8').split(/^(?=\[Event )/m);
  return { count: games.length, games: count => games.slice(0, count) };
}

/** Costs of commands on a new library. */
async function* costs(count: number, short: string, long: string): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const homes = [short, long].map((file, i) => ({ file, home: join(folder.path, `${i}`) }));
  const rateOf = (runs: readonly Run[]) =>
    (count - SHORT) / (runs[1]!.cpuSeconds - runs[0]!.cpuSeconds);
  const imported = await each(homes, ({ file, home }) => runIn(home, ['library', 'import', file]));
  yield* figuresOf('import-cpu', 'games/CPU s', [rateOf(imported)]);
  const { writtenBytes, libraryBytes } = imported[1]!;
  if (writtenBytes !== null)
    yield* figuresOf('written', 'times the library', [writtenBytes / libraryBytes]);
  const words = ['library', 'export', '--all', '--to', 'pgn', '-o'];
  const exported = await each(homes, ({ home }) => runIn(home, [...words, `${home}.pgn`]));
  yield* figuresOf('export-cpu', 'games/CPU s', [rateOf(exported)]);
  yield* figuresOf('export-memory', 'MB', [exported[1]!.peakMB]);
  const checked = await each(homes, ({ home }) => runIn(home, ['library', 'check']));
  yield* figuresOf('check-cpu', 'games/CPU s', [rateOf(checked)]);
}

/** Does one after the other. */
async function each<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const done: U[] = [];
  for (const one of all) done.push(await work(one));
  return done;
}

/** How a command went. */
interface Run {
  readonly seconds: number;
  readonly peakMB: number;
  readonly cpuSeconds: number;
  readonly writtenBytes: number | null;
  /** What its library takes on disk. */
  readonly libraryBytes: number;
}

/** Runs a command with a home of its own. */
async function run(words: readonly string[], file: string): Promise<Run> {
  using home = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  return runIn(home.path, [...words, file]);
}

async function runIn(home: string, words: readonly string[]): Promise<Run> {
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
  const sizes = names.map(name => statSync(join(home, name)).size);
  const { cpuSeconds, writtenBytes } = ended;
  const peakMB = (ended.peakKiB * 1024) / 1e6;
  return { seconds, peakMB, cpuSeconds, writtenBytes, libraryBytes: sumOf(sizes) };
}
