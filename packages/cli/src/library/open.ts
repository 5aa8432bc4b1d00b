/** The library opened: one SQLite file in the home, made on first use, or whichever store the caller gives. What goes wrong with it is a fault. */
import { access } from 'node:fs/promises';
import { type Cid, type Fail, type FaultCode, fail, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import {
  type AnnotationStore,
  BadQueryError,
  type Library as Listings,
  type PackStore,
  type Stores,
  type Vault,
} from '@kifu/record/store';
import { loadMergedNames, withMergedNames } from '@kifu/stores/library';
import type { SqliteOptions, SqliteStore } from '@kifu/stores/sqlite';
import { libraryPath, makeHome } from '../home.ts';
import type { Io } from '../io.ts';

/** A library that is open: what every store must offer that is one. */
export interface Library extends Required<Stores>, Partial<PackStore> {
  readonly library: Listings;
  readonly vault: Vault;
  readonly remarks: AnnotationStore;
  /** Lists matches in the order of their IDs, starting at one, to complete a prefix. */
  matches(from: Cid, limit: number): Promise<readonly Cid[]>;
  /** Forgets a match with all that it is found by, and says whether it was there. */
  forget(match: Cid): Promise<boolean>;
  close(): Promise<void>;
  /** Maintenance of a library in a file of this command. Other stores are maintained elsewhere. */
  readonly file?: LibraryFile;
}

/** The file of a library. */
export type LibraryFile = SqliteStore;

/** How the library is opened. */
export interface LibraryOptions {
  /** Whether it is only read. */
  readonly isRead?: boolean;
  /** Writes and searches in threads, for long work that must stay responsive. */
  readonly inThreads?: boolean;
  /** Leaves matches that have ended as they are while it is open, instead of packing them. */
  readonly keepBlocks?: boolean;
  /** Gathers what is written for large transactions: for imports. */
  readonly isBulk?: boolean;
  /** Lists players by the names in the records, without merged names: for the commands that merge them. */
  readonly asTold?: boolean;
}

/** Opens the library; the caller closes it. */
export async function openLibrary(
  io: Io,
  {
    isRead = false,
    inThreads = false,
    keepBlocks = false,
    asTold = false,
    ...more
  }: LibraryOptions = {},
): Promise<Result<Library>> {
  const listing = asTold ? async (library: Library) => library : listingByNames;
  const given = io.openLibrary;
  if (given !== undefined)
    return attempt(async () => ok(await listing(await given({ isRead, keepBlocks }))));
  const home = await makeHome(io);
  if (!home.ok) return home;
  // not before it is needed: most commands do without, and start sooner
  const { createSqliteStore } = await import('@kifu/stores/sqlite');
  const open = (options: SqliteOptions) =>
    attempt(async () => {
      const findGame = findGameIn(io.games);
      const isHere = !inThreads || io.threads === 0;
      const file = await createSqliteStore(libraryPath(io), {
        findGame,
        isHere,
        ...more,
        ...options,
      });
      return ok(await listing({ ...file, file }));
    });
  const read = isRead && (await hasLibrary(io)) ? await open({ readOnly: true }) : null;
  // an empty file becomes a library first
  return read?.ok ? read : open({ keepBlocks });
}

/** The library with all that is listed from now on under the names that were chosen for its players. */
async function listingByNames(opened: Library): Promise<Library> {
  const { library, keepPack } = opened;
  const names = await loadMergedNames(opened.vault);
  if (names.size === 0) return opened;
  return {
    ...opened,
    library: {
      ...library,
      list: (listing, ask) => library.list(withMergedNames(listing, names), ask),
    },
    ...(keepPack && {
      keepPack: (record, from, ask) =>
        keepPack({ ...record, listing: withMergedNames(record.listing, names) }, from, ask),
    }),
  };
}

/** Does something with the library, and closes it. */
export async function withLibrary<T>(
  io: Io,
  work: (library: Library) => Promise<Result<T>>,
  options: LibraryOptions = {},
): Promise<Result<T>> {
  const library = await openLibrary(io, options);
  if (!library.ok) return library;
  try {
    return await attempt(() => work(library.value));
  } finally {
    await library.value.close();
  }
}

/** Does something with the file of the library, and closes it. */
export const withLibraryFile = <T>(
  io: Io,
  work: (file: LibraryFile) => Promise<Result<T>>,
  options: LibraryOptions = {},
): Promise<Result<T>> =>
  withLibrary(
    io,
    async library => (library.file === undefined ? NO_FILE : work(library.file)),
    options,
  );

/** The library is not a file of this command. */
export const NO_FILE = fail(
  'unsupported',
  'the library is not a file: its store is maintained elsewhere',
);

/** Looks something up in the library. */
export const readLibrary = <T>(
  io: Io,
  work: (library: Library) => Promise<Result<T>>,
): Promise<Result<T>> => withLibrary(io, work, { isRead: true });

/** Whether there is a library yet. */
export const hasLibrary = async (io: Io): Promise<boolean> =>
  io.openLibrary !== undefined ||
  access(libraryPath(io)).then(
    () => true,
    () => false,
  );

/** What was done, or the fault that an error of the store is. */
export async function attempt<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (cause) {
    const fault = faultOf(cause);
    if (fault === null) throw cause;
    return fault;
  }
}

/** What the errors of stores mean to the user of the command. */
const CODES: { readonly [name: string]: FaultCode } = {
  SqliteFileError: 'unreadable',
  SqliteDamagedError: 'unreadable',
  SqliteIoError: 'unreadable',
  SqlitePackedError: 'unreadable',
  SqliteFullError: 'unwritable',
  SqliteLostError: 'unwritable',
  SqliteReadOnlyError: 'unwritable',
  SqliteBusyError: 'unwritable',
  BlockNotFoundError: 'not-found',
  BlockCorruptError: 'broken-chain',
};

function faultOf(cause: unknown): Fail | null {
  if (cause instanceof BadQueryError) return fail('malformed', cause.message);
  if (!(cause instanceof Error)) return null;
  const code = CODES[cause.name];
  return code === undefined ? null : fail(code, `the library: ${cause.message}`);
}
