/** What `kifu sql` reads: a folder of tables as it is; anything else is written as tables to a temporary folder first. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { Io } from '../io.ts';
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
import { MANIFEST, type TableName } from '../library/parquet/tables.ts';

/** Tables in a folder. */
export interface OpenedTables {
  readonly folder: string;
  /** What was written for this query alone; null where the tables were there already. */
  readonly written: Written | null;
}

/** Makes a folder for what lasts as long as a command, and removes it. */
export async function withTemporary<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'kifu-sql-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Opens a database by its name, with some of its tables; null for the library. */
export async function openTables(
  io: Io,
  place: string | null,
  tables: readonly TableName[],
  temporary: string,
): Promise<Result<OpenedTables>> {
  const isFolder = place !== null && !isAddress(place) && (await isThere(join(place, MANIFEST)));
  if (isFolder) {
    const manifest = await readManifest(place);
    if (!manifest.ok) return manifest;
    const missing = tables.filter(table => !Object.hasOwn(manifest.value.rows, table));
    return missing.length === 0
      ? ok({ folder: place, written: null })
      : fail('not-found', `${place} was exported without the table ${missing[0]}`);
  }
  // a query that names none of them needs no games
  if (tables.length === 0) return ok({ folder: temporary, written: null });
  return withMatches(io, place, async (source, isServer) => {
    const query = isServer ? ({ visibility: 'public' } as const) : {};
    const written = await writeTables(io, source, query, temporary, { tables, page: {} });
    return written.ok ? ok({ folder: temporary, written: written.value }) : written;
  });
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
