/**
 * What leaves a library: written as PGN, as an archive and as Parquet, and checked, which reads as much. Per second of processor time of all
 * threads; memory is the highest of the process.
 */
import { join } from 'node:path';
import { type Command, compareRuns, makeCollection, newHome, type Rates } from './collection.ts';
import { type Figure, figuresOf, takeTurns } from './measure.ts';

const ROUNDS = 3;

/** The words of each command; names of what is written begin with its argument. */
const COMMANDS: { readonly [figure: string]: (output: string) => readonly string[] } = {
  'export-pgn': output => exportTo(output, 'pgn'),
  'export-archive': output => exportTo(output, 'archive'),
  'export-parquet': output => exportTo(output, 'parquet'),
  check: () => ['library', 'check'],
};

const exportTo = (output: string, form: string): string[] => [
  ...['library', 'export', '--all', '--to', form, '-o', `${output}all.${form}`],
];

export async function* bench(): AsyncGenerator<Figure> {
  using folder = newHome();
  using short = newHome();
  using long = newHome();
  const collection = await makeCollection(folder.path);
  const [a, b] = collection.files;
  const homes = [short.path, long.path] as const;
  const inBoth = (words: (n: 0 | 1) => readonly string[]): readonly [Command, Command] => [
    { home: homes[0], words: words(0) },
    { home: homes[1], words: words(1) },
  ];
  await compareRuns(
    collection,
    inBoth(n => ['library', 'import', [a, b][n]!]),
  );
  const sides = Object.entries(COMMANDS).map(([figure, words]) => [
    figure,
    async (): Promise<Rates> => {
      using outputs = newHome();
      return compareRuns(
        collection,
        inBoth(n => words(join(outputs.path, `${n}-`))),
      );
    },
  ]);
  const taken = await takeTurns<string, Rates>('library', ROUNDS, Object.fromEntries(sides));
  for (const [figure, rates] of Object.entries(taken)) {
    yield* figuresOf(
      `${figure}-cpu`,
      'games/CPU s',
      rates.map(one => one.perCpuSecond),
    );
    yield* figuresOf(
      `${figure}-memory`,
      'MB',
      rates.map(({ long }) => long.peakMB),
    );
  }
}
