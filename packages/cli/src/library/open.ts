/** The library opened: one SQLite file in the home, made on first use. What goes wrong with it is a fault. */
import { access } from 'node:fs/promises';
import { type Fail, type FaultCode, fail, ok, type Result } from '@kifu/core';
import { BadQueryError } from '@kifu/record';
import { findGameIn } from '@kifu/record/file';
import type { SqliteOptions, SqliteStore } from '@kifu/stores/sqlite';
import { libraryPath, makeHome } from '../home.ts';
import type { Io } from '../io.ts';

/** A library that is open. */
export type Library = SqliteStore;

/** How the library is opened. */
export interface LibraryOptions {
  /** Whether it is only read, which starts sooner: no thread that writes is needed. */
  readonly isRead?: boolean;
  /** Leaves matches that have ended as they are while it is open, instead of packing them. */
  readonly keepBlocks?: boolean;
}

/** What is said of a library that keeps matches that have ended as they are. */
export const KEEPS_BLOCKS =
  'matches that have ended are kept as blocks; kifu library gc --pack packs them';

/** Opens the library; whoever does must close it. */
export async function openLibrary(
  io: Io,
  { isRead = false, keepBlocks = false }: LibraryOptions = {},
): Promise<Result<Library>> {
  const home = await makeHome(io);
  if (!home.ok) return home;
  // not before it is needed: most commands do without, and start sooner
  const { createSqliteStore } = await import('@kifu/stores/sqlite');
  const open = (options: SqliteOptions) =>
    attempt(async () =>
      ok(await createSqliteStore(libraryPath(io), { findGame: findGameIn(io.games), ...options })),
    );
  const read = isRead && (await hasLibrary(io)) ? await open({ readOnly: true }) : null;
  // one that an older version made must be brought up to date first
  return read?.ok ? read : open({ keepBlocks });
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

/** Looks something up in the library. */
export const readLibrary = <T>(
  io: Io,
  work: (library: Library) => Promise<Result<T>>,
): Promise<Result<T>> => withLibrary(io, work, { isRead: true });

/** Whether there is a library yet. */
export const hasLibrary = (io: Io): Promise<boolean> =>
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

/** What the errors of stores mean to whoever uses the command. */
const CODES: { readonly [name: string]: FaultCode } = {
  SqliteFileError: 'unreadable',
  SqliteDamagedError: 'unreadable',
  SqliteIoError: 'unreadable',
  SqlitePackedError: 'unreadable',
  SqliteFullError: 'unwritable',
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
