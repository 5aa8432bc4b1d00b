/**
 * A collection through the command, against chessops, which reads and plays the same text in memory: verified (`verify-file`), and
 * kept durably, packed and found by all its positions (`import`). `KIFU_COLLECTION` says how many games, 5,000 unless told. By the
 * wall clock, with all cores, each command in a process of its own; what a short collection takes is taken off, so that
 * starting is not counted. Memory is the highest of the process with all its threads.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempDisposableSync, readdirSync, statSync } from 'node:fs';
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
  const count = Number(process.env.KIFU_COLLECTION ?? GAMES);
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  progress(`making a collection of ${count} games`);
  const [short, long] = [join(folder.path, 'short.pgn'), join(folder.path, 'long.pgn')];
  await pipeline(Readable.from(tournament(SHORT)), createWriteStream(short));
  await pipeline(Readable.from(tournament(count)), createWriteStream(long));
  // chessops takes a text in one piece, and as fast however long it is
  const text = [...tournament(Math.min(count, GAMES))].join('');
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
}

/** How a command went. */
interface Run {
  readonly seconds: number;
  readonly peakMB: number;
  /** What its library takes on disk. */
  readonly libraryBytes: number;
}

/** Runs a command with a home of its own. */
async function run(words: readonly string[], file: string): Promise<Run> {
  using home = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const began = performance.now();
  const child = fork(CHILD, [...words, file], {
    env: { ...process.env, KIFU_HOME: home.path },
    execArgv: ['--conditions=source'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [[ended]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
  const seconds = (performance.now() - began) / 1000;
  if (ended.exitCode !== 0) throw new Error(`kifu ${words.join(' ')} ended with ${ended.exitCode}`);
  const sizes = readdirSync(home.path).map(name => statSync(join(home.path, name)).size);
  return { seconds, peakMB: (ended.peakKiB * 1024) / 1e6, libraryBytes: sumOf(sizes) };
}
