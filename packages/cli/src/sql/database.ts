/** What `kifu sql` reads: a folder of tables as it is; anything else is written as tables to a temporary folder first. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { Io } from '../io.ts';
import { removeLeftovers } from '../leftovers.ts';
import { openArchiveAt } from '../library/archives.ts';
import { withDatabase } from '../library/database.ts';
import { attempt, readLibrary } from '../library/open.ts';
import {
  archiveSource,
  librarySource,
  type MatchSource,
  type Written,
  writeTables,
} from '../library/parquet/export.ts';
import { readManifest } from '../library/parquet/folder.ts';
import { MANIFEST, TABLE_NAMES, type TableName } from '../library/parquet/tables.ts';

/** Tables in a folder. */
export interface OpenedTables {
  readonly folder: string;
  /** Those that can be queried; ones of a library that a query does not name have no rows. */
  readonly tables: readonly TableName[];
  /** What was written for this query alone; null where the tables were there already. */
  readonly written: Written | null;
}

/** Makes a folder for what lasts as long as a command, and removes it. */
export async function withTemporary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  await removeLeftovers(tmpdir(), 'kifu-sql-', /^(\d+)-\w+$/);
  const folder = await mkdtemp(join(tmpdir(), `kifu-sql-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a database by its name, with the tables that a query may read; null for the library. */
export async function openTables(
  io: Io,
  place: string | null,
  sql: string,
  temporary: string,
): Promise<Result<OpenedTables>> {
  const isFolder = place !== null && !isAddress(place) && (await isThere(join(place, MANIFEST)));
  if (isFolder) {
    const manifest = await readManifest(place);
    if (!manifest.ok) return manifest;
    const { rows } = manifest.value;
    const tables = TABLE_NAMES.filter(table => Object.hasOwn(rows, table));
    return ok({ folder: place, tables, written: null });
  }
  const opened = { folder: temporary, tables: TABLE_NAMES };
  const tables = tablesIn(sql);
  // a query that names none of them needs no games
  if (tables.length === 0) return ok({ ...opened, written: null });
  return withMatches(io, place, async (source, isServer) => {
    const query = isServer ? ({ visibility: 'public' } as const) : {};
    const written = await writeTables(io, source, query, temporary, { tables, page: {} });
    return written.ok ? ok({ ...opened, written: written.value }) : written;
  });
}

/**
 * The tables that a query may read: those whose name is anywhere in its text, as a column or a word too. DuckDB's own list lacks those of
 * `JOIN … USING` and `PIVOT`. Functions that take a table's name can put it together.
 */
const tablesIn = (sql: string): readonly TableName[] =>
  /\bquery(?:_table)?\b/i.test(sql)
    ? TABLE_NAMES
    : TABLE_NAMES.filter(name => new RegExp(`\\b${name}\\b`, 'i').test(sql));

/** What is wrong with a query of tables that are not all there. */
export function missingTable(failed: Fail, { folder, tables }: OpenedTables): Fail {
  const [, name] = /\bTable with name (\w+) does not exist/.exec(failed.fault.message) ?? [];
  const missing = TABLE_NAMES.find(table => table === name?.toLowerCase());
  return missing === undefined || tables.includes(missing)
    ? failed
    : fail('not-found', `${folder} was exported without the table ${missing}`);
}

async function withMatches<T>(
  io: Io,
  place: string | null,
  work: (source: MatchSource, isServer: boolean) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (place === null) return readLibrary(io, library => work(librarySource(library), false));
  if (/^postgres(ql)?:/i.test(place))
    return withDatabase(io, place, library => work(librarySource(library), true));
  if (isAddress(place) || (await isThere(join(place, 'archive.json')))) {
    const archive = await openArchiveAt(place);
    return archive.ok ? attempt(() => work(archiveSource(io, archive.value), false)) : archive;
  }
  if (!(await isThere(place))) return fail('not-found', `${place} not found`);
  if ((await stat(place)).isDirectory())
    return fail('not-found', `${place} is neither a Parquet export nor an archive`);
  return attempt(async () => {
    const { createSqliteStore } = await import('@kifu/stores/sqlite');
    const options = { findGame: findGameIn(io.games), isHere: true, readOnly: true };
    const file = await createSqliteStore(place, options);
    try {
      return await work(librarySource({ ...file, file }), false);
    } finally {
      await file.close();
    }
  });
}

const isAddress = (place: string): boolean => /^[a-z][a-z0-9+.-]+:\/\//i.test(place);

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
