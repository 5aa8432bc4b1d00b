/** `kifu library check`, `repair`, `gc`, `backup` and `reindex`: maintenance of the file. */

import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Cid, fail, formatCid, type Json, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import { rebuild, type StoreProblem } from '@kifu/stores/library';
import type { SalvageResult } from '@kifu/stores/sqlite';
import { Argument, Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import { libraryPath } from '../home.ts';
import type { Context, Io } from '../io.ts';
import {
  type LibraryFile,
  type LibraryOptions,
  NO_FILE,
  withLibraryFile,
} from '../library/open.ts';
import { type StoppableWork, stoppable } from '../library/stoppable.ts';
import { fileName, wholeNumber } from '../options.ts';
import { type CommandReport, EXIT, type Handle } from '../run-command.ts';
import { type Force, refuseExisting, unwritable } from '../save.ts';
import { printable } from '../text.ts';

const MINUTE_MS = 60_000;
/** Default age in minutes below which blocks stay, because another process may be about to use them. */
const GRACE_MINUTES = 60;

/** `kifu library check`. */
export const checkCommand = (handle: Handle): Command =>
  new Command('check').action(handle(context => care(context, check, { keepBlocks: true })));

/** `kifu library repair`. */
export const repairCommand = (handle: Handle): Command =>
  new Command('repair').action(handle(repair));

/** `kifu library gc`. */
export const gcCommand = (handle: Handle): Command =>
  new Command('gc')
    .option('--dry-run')
    .addOption(new Option('--keep-blocks').conflicts(['pack', 'dryRun']))
    .addOption(new Option('--pack').conflicts('dryRun'))
    .addOption(
      new Option('--grace <MINUTES>').argParser(wholeNumber(0, 1_000_000)).default(GRACE_MINUTES),
    )
    .action(
      handle<GcOptions>((context, _words, options) =>
        care(context, collect(options), { keepBlocks: options.dryRun === true }),
      ),
    );

interface GcOptions {
  readonly dryRun?: boolean;
  readonly keepBlocks?: boolean;
  readonly pack?: boolean;
  readonly grace: number;
}

/** `kifu library backup`. */
export const backupCommand = (handle: Handle): Command =>
  new Command('backup')
    .addArgument(new Argument('<FILE>').argParser(fileName('backup')))
    .option('--force')
    .action(
      handle<Force>(async (context, [file], options) => {
        const path = file as string;
        const refused = await refuseExisting(path, options);
        return refused ?? care(context, backUp(path), { keepBlocks: true });
      }),
    );

/** `kifu library reindex`. */
export const reindexCommand = (handle: Handle): Command =>
  new Command('reindex').action(handle(context => care(context, relist, { keepBlocks: true })));

async function repair({ io, colors }: Context): Promise<Result<CommandReport>> {
  const path = libraryPath(io);
  if (io.openLibrary !== undefined) return NO_FILE;
  if (!existsSync(path)) return fail('not-found', `no library at ${path}`);
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
    return ok(repaired(io, salvaged, aside, colors));
  } finally {
    claimed.value();
  }
}

/** The file, its log, and what SQLite keeps beside it. */
const namesOf = (path: string): readonly string[] => [path, `${path}-wal`, `${path}-shm`];

function repaired(
  io: Io,
  { lost, ...counts }: SalvageResult,
  aside: string,
  colors: Context['colors'],
): CommandReport {
  const { matches, shortened, blocks, secrets } = counts;
  const { repair: t, parts } = io.texts.reports.library;
  const cut = shortened === 0 ? '' : `; ${t.shortened(shortened)}`;
  return {
    json: { ...counts, lost: lost as unknown as Json, damaged: aside },
    text: [
      ...lost.map(
        ({ what, where, fault }) =>
          `${colors.red(t.lost)}  ${parts[what]}  ${printable(where)}  ${faultText(io, fault)}`,
      ),
      `${t.recovered(matches, blocks, secrets)}${cut}`,
      t.damaged(aside),
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
  const { unlisted, problems: found, ...checked } = await file.check(findGameIn(io.games), working);
  const { matches, blocks, packs, listings, unknown } = checked;
  const problems = [...found, ...unlisted.map(notListed)];
  const { check: t, parts } = io.texts.reports.library;
  const looked = t.checked(matches, listings, blocks, packs);
  const games = unknown === 0 ? '' : `; ${t.unknownGames(unknown)}`;
  return ok({
    json: { ...checked, troubles: problems as unknown as Json },
    text: [
      ...problems.map(
        ({ what, where, fault }) =>
          `${colors.red(parts[what])}  ${printable(where)}  ${faultText(io, fault)}`,
      ),
      ...(problems.some(({ what }) => what === 'listing') ? [t.reindex] : []),
      ...(problems.some(({ what }) => what !== 'listing') ? [t.repair] : []),
      `${t.summary(looked, problems.length)}${games}`,
    ].join('\n'),
    exitCode: problems.length === 0 ? EXIT.good : EXIT.fault,
  });
};

/** Here every match is listed: what is not cannot be found. */
const notListed = (match: Cid): StoreProblem => ({
  what: 'listing',
  where: formatCid(match),
  fault: fail('not-found', 'the match is stored but not indexed').fault,
});

const collect =
  ({ dryRun = false, keepBlocks = false, pack = false, grace }: GcOptions): Care =>
  async ({ io }, file, working) => {
    if (keepBlocks || pack) await file.keepBlocks(keepBlocks);
    const packed = await file.pack(working);
    const graceMs = grace * MINUTE_MS;
    const { blocks, removed, bytes } = await file.gc({ ...working, graceMs, dryRun });
    const { gc: t, unpacked } = io.texts.reports.library;
    const told = dryRun ? t.wouldRemove : t.removed;
    return ok({
      json: { packed: packed.matches, blocks, removed, bytes },
      text: [
        ...(packed.matches === 0 ? [] : [t.packed(packed.matches)]),
        told(removed, blocks, bytes),
        ...(file.keepsBlocks ? [unpacked] : []),
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
  const { listed, removed, problems } = await rebuild(
    file,
    (name, version) => io.games.load(name, version),
    working,
  );
  const t = io.texts.reports.library.reindex;
  const gone = removed === 0 ? '' : `, ${t.removed(removed)}`;
  return ok({
    json: { path: libraryPath(io), listed, removed, troubles: problems as unknown as Json },
    text: [
      ...problems.map(
        ({ where, fault }) => `${t.notIndexed}  ${printable(where)}  ${faultText(io, fault)}`,
      ),
      `${t.indexed(listed)}${gone}`,
    ].join('\n'),
    exitCode: problems.length === 0 ? EXIT.good : EXIT.fault,
  });
};
