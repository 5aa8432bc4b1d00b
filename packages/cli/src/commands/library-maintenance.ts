/** `kifu library check`, `repair`, `gc`, `backup` and `reindex`: maintenance of the file. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cid, fail, formatCid, formatFault, type Json, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import { rebuild, type StoreProblem } from '@kifu/stores/library';
import type { SalvageResult } from '@kifu/stores/sqlite';
import { Command, Option } from 'commander';
import { libraryPath } from '../home.ts';
import type { Context } from '../io.ts';
import {
  KEEPS_BLOCKS,
  type LibraryFile,
  type LibraryOptions,
  NO_FILE,
  withLibraryFile,
} from '../library/open.ts';
import { type StoppableWork, stoppable } from '../library/stoppable.ts';
import { addExamples, fileName, wholeNumber } from '../options.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { type Force, refuseExisting, unwritable } from '../save.ts';
import { counted, printable } from '../text.ts';

const MINUTE_MS = 60_000;
/** Blocks that came within so many minutes are left alone: another process may be about to use them. */
const GRACE_MINUTES = 60;

/** `kifu library check`. */
export const checkCommand = (handle: Handle): Command =>
  addExamples(
    new Command('check')
      .description(
        'Check everything: the file, every block, every match by its rules, every listing. Exits with 1 where something is wrong.',
      )
      .summary('Check the library.')
      .action(handle(context => care(context, check, { keepBlocks: true }))),
    ['kifu library check', 'is everything as it was written?'],
  );

/** `kifu library repair`. */
export const repairCommand = (handle: Handle): Command =>
  addExamples(
    new Command('repair')
      .description(
        'Write a damaged library anew: everything in it that still hashes is kept, what is lost is named. The damaged file stays beside it. Nobody else may use it meanwhile.',
      )
      .summary('Write a damaged library anew.')
      .action(handle(repair)),
    ['kifu library repair', 'where check says that the file is damaged'],
  );

/** `kifu library gc`. */
export const gcCommand = (handle: Handle): Command =>
  addExamples(
    new Command('gc')
      .description(
        'Tidy up: pack matches that have ended, remove blocks that nothing leads to, and give free room back to the file system.',
      )
      .summary('Remove what nothing leads to.')
      .option('--dry-run', 'count, and remove nothing')
      .addOption(
        new Option('--keep-blocks', 'pack nothing, from now on').conflicts(['pack', 'dryRun']),
      )
      .addOption(new Option('--pack', 'pack again, from now on').conflicts('dryRun'))
      .addOption(
        new Option('--grace <MINUTES>', 'leave alone what came within this time')
          .argParser(wholeNumber(0, 1_000_000))
          .default(GRACE_MINUTES),
      )
      .action(
        handle<GcOptions>((context, _words, options) =>
          care(context, collect(options), { keepBlocks: options.dryRun === true }),
        ),
      ),
    ['kifu library gc', 'after many matches were deleted'],
    ['kifu library gc --dry-run', 'what would be removed?'],
  );

interface GcOptions {
  readonly dryRun?: boolean;
  readonly keepBlocks?: boolean;
  readonly pack?: boolean;
  readonly grace: number;
}

/** `kifu library backup`. */
export const backupCommand = (handle: Handle): Command =>
  addExamples(
    new Command('backup')
      .description(
        'Copy the library to a file, also while matches are played. It appears when it is whole.',
      )
      .summary('Copy the library to a file.')
      .argument('<FILE>', 'the copy', fileName('A copy is no text.'))
      .option('--force', 'replace the file if it exists')
      .action(
        handle<Force>(async (context, [file], options) => {
          const path = file as string;
          const refused = await refuseExisting(path, options);
          return refused ?? care(context, backUp(path), { keepBlocks: true });
        }),
      ),
    ['kifu library backup kifu-copy.sqlite', 'a copy in this folder'],
  );

/** `kifu library reindex`. */
export const reindexCommand = (handle: Handle): Command =>
  addExamples(
    new Command('reindex')
      .description(
        'Rebuild the index from the records. Hidden, private and public flags are preserved.',
      )
      .summary('Rebuild the index.')
      .action(handle(context => care(context, relist, { keepBlocks: true }))),
    ['kifu library reindex', 'after an update, or where check finds listings that are wrong'],
  );

async function repair({ io, colors }: Context): Promise<Result<CommandReport>> {
  const path = libraryPath(io);
  if (io.openLibrary !== undefined) return NO_FILE;
  if (!existsSync(path)) return fail('not-found', `there is no library at ${path}`);
  const { claimStore } = await import('../serve/lock.ts');
  const claimed = claimStore(path);
  if (!claimed.ok) return claimed;
  const made = `${path}.repaired`;
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  try {
    for (const name of namesOf(made)) rmSync(name, { force: true });
    const { createSqliteStore, salvage } = await import('@kifu/stores/sqlite');
    const findGame = findGameIn(io.games);
    const store = await createSqliteStore(made, { findGame });
    const salvaged = await salvage(path, store, findGame)
      .then(async found => {
        await rebuild(store, (name, version) => io.games.load(name, version));
        return found;
      })
      .finally(() => store.close());
    const [from, to] = [namesOf(path), namesOf(aside)];
    for (const [i, name] of from.entries()) if (existsSync(name)) renameSync(name, to[i]!);
    renameSync(made, path);
    return ok(repaired(salvaged, aside, colors));
  } finally {
    claimed.value();
  }
}

/** The file, its log, and what SQLite keeps beside it. */
const namesOf = (path: string): readonly string[] => [path, `${path}-wal`, `${path}-shm`];

function repaired(
  { lost, ...counts }: SalvageResult,
  aside: string,
  colors: Context['colors'],
): CommandReport {
  const { matches, shortened, blocks, secrets } = counts;
  const kept = [
    counted(matches, 'match', 'matches'),
    counted(blocks, 'block', 'blocks'),
    counted(secrets, 'secret', 'secrets'),
  ].join(', ');
  const cut = shortened === 0 ? '' : `; of ${shortened} the end is missing`;
  return {
    json: { ...counts, lost: lost as unknown as Json, damaged: aside },
    text: [
      ...lost.map(
        ({ what, where, fault }) =>
          `${colors.red('lost')}  ${what}  ${printable(`${where}  ${fault.message}`)}`,
      ),
      `kept ${kept}${cut}`,
      `the damaged file is now ${aside}`,
    ].join('\n'),
    exitCode: lost.length === 0 ? EXIT.good : EXIT.fault,
  };
}

type Care = (
  context: Context,
  file: LibraryFile,
  working: StoppableWork,
) => Promise<Result<CommandReport>>;

const care = (
  context: Context,
  work: Care,
  options: LibraryOptions,
): Promise<Result<CommandReport>> =>
  withLibraryFile(
    context.io,
    file => stoppable(context.io, working => work(context, file, working)),
    { ...options, inThreads: true },
  );

const check: Care = async ({ io, colors }, file, working) => {
  const { unlisted, problems, ...checked } = await file.check(findGameIn(io.games), working);
  const { matches, blocks, packs, listings, unknown } = checked;
  const troubles = [...problems, ...unlisted.map(notListed)];
  const looked = [
    counted(matches, 'match', 'matches'),
    counted(listings, 'listing', 'listings'),
    counted(blocks, 'block', 'blocks'),
    counted(packs, 'pack', 'packs'),
  ].join(', ');
  const games = unknown === 0 ? '' : `; the games of ${unknown} are not known here`;
  return ok({
    json: { ...checked, troubles: troubles as unknown as Json },
    text: [
      ...troubles.map(
        ({ what, where, fault }) =>
          `${colors.red(what)}  ${printable(`${where}  ${formatFault(fault)}`)}`,
      ),
      ...(troubles.some(({ what }) => what === 'listing')
        ? ['kifu library reindex lists every match anew']
        : []),
      ...(troubles.some(({ what }) => what !== 'listing')
        ? ['kifu library repair writes the library anew, with all that is good in it']
        : []),
      `${looked}: ${troubles.length === 0 ? 'all is well' : counted(troubles.length, 'trouble', 'troubles')}${games}`,
    ].join('\n'),
    exitCode: troubles.length === 0 ? EXIT.good : EXIT.fault,
  });
};

/** Here every match is listed: what is not cannot be found. */
const notListed = (match: Cid): StoreProblem => ({
  what: 'listing',
  where: formatCid(match),
  fault: fail('not-found', 'the match is kept, but not listed').fault,
});

const collect =
  ({ dryRun = false, keepBlocks = false, pack = false, grace }: GcOptions): Care =>
  async (_context, file, working) => {
    if (keepBlocks || pack) await file.keepBlocks(keepBlocks);
    const packed = await file.pack(working);
    const graceMs = grace * MINUTE_MS;
    const { blocks, removed, bytes } = await file.gc({ ...working, graceMs, dryRun });
    const what = `${counted(removed, 'block', 'blocks')} of ${blocks}, ${counted(bytes, 'byte', 'bytes')}`;
    return ok({
      json: { packed: packed.matches, blocks, removed, bytes },
      text: [
        ...(packed.matches === 0 ? [] : [`packed ${counted(packed.matches, 'match', 'matches')}`]),
        dryRun ? `would remove ${what}` : `removed ${what}`,
        ...(file.keepsBlocks ? [KEEPS_BLOCKS] : []),
      ].join('\n'),
    });
  };

const backUp =
  (path: string): Care =>
  async (_context, file, working) => {
    try {
      await file.backup(path, { ...working, overwrite: true });
    } catch (error) {
      const { name, path: at, cause } = error as Error & { readonly path?: string };
      // what is wrong with the copy is not wrong with the library
      if (name !== 'SqliteFileError' || at !== resolve(path)) throw error;
      return unwritable(path, cause ?? { message: 'it is the library itself' });
    }
    return ok({ json: { file: path }, text: path });
  };

const relist: Care = async ({ io }, file, working) => {
  const { listed, removed, problems: troubles } = await rebuild(
    file,
    (name, version) => io.games.load(name, version),
    working,
  );
  const gone =
    removed === 0 ? '' : `, ${counted(removed, 'listing', 'listings')} without a match removed`;
  return ok({
    json: { path: libraryPath(io), listed, removed, troubles: troubles as unknown as Json },
    text: [
      ...troubles.map(({ where, fault }) =>
        printable(`not listed  ${where}  ${formatFault(fault)}`),
      ),
      `${counted(listed, 'match', 'matches')} listed${gone}`,
    ].join('\n'),
    exitCode: troubles.length === 0 ? EXIT.good : EXIT.fault,
  });
};
