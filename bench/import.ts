/**
 * A collection through the command: verified (`verify`), and kept durably, packed and found by all its positions (`import`). Figures that end in
 * `-cpu` count the processor time of all threads, and are compared with chessops, which reads and plays the same text in memory; the
 * others are by the wall clock, with all cores. Memory is the highest of the process with all its threads. `written` says how many times
 * the bytes of the library an import writes, by the counter of the system that its name has.
 */
import {
  type Collection,
  type Command,
  compareRuns,
  makeCollection,
  newHome,
  type Rates,
} from './collection.ts';
import { type Figure, figuresOf, takeTurns, threadMs } from './measure.ts';
import { readChessops } from './record.ts';

const ROUNDS = 3;

export async function* bench(): AsyncGenerator<Figure> {
  using folder = newHome();
  const collection = await makeCollection(folder.path);
  const { count, text } = collection;
  const { verify, imports, chessops } = await takeTurns<
    'verify' | 'imports' | 'chessops',
    Rates | number
  >('collection', ROUNDS, {
    verify: () => inNewHomes(collection, 'verify'),
    // a text in one piece, and as fast however long it is
    chessops: () => {
      const fromMs = threadMs();
      return (readChessops(text) / (threadMs() - fromMs)) * 1000;
    },
    imports: () => inNewHomes(collection, 'library', 'import'),
  });
  const peers = { chessops: chessops as number[] };
  for (const [name, rates] of Object.entries({
    verify: verify as Rates[],
    import: imports as Rates[],
  })) {
    yield* figuresOf(
      name,
      'games/s',
      rates.map(({ perSecond }) => perSecond),
    );
    const perCpuSecond = rates.map(one => one.perCpuSecond);
    yield* figuresOf(`${name}-cpu`, 'games/CPU s', perCpuSecond, peers);
    yield* figuresOf(
      `${name}-memory`,
      'MB',
      rates.map(({ long }) => long.peakMB),
    );
  }
  const runs = (imports as Rates[]).map(({ long }) => long);
  yield* figuresOf(
    'library-bytes',
    'bytes/game',
    runs.map(one => one.libraryBytes / count),
  );
  for (const counter of new Set(runs.flatMap(({ written }) => written?.counter ?? []))) {
    const times = runs.flatMap(({ written, libraryBytes }) =>
      written?.counter === counter ? [written.bytes / libraryBytes] : [],
    );
    yield* figuresOf(`written, ${counter}`, 'times the library', times);
  }
}

async function inNewHomes(collection: Collection, ...words: readonly string[]): Promise<Rates> {
  using short = newHome();
  using long = newHome();
  const [a, b] = collection.files;
  const command = (home: string, file: string): Command => ({ home, words: [...words, file] });
  return compareRuns(collection, [command(short.path, a), command(long.path, b)]);
}
