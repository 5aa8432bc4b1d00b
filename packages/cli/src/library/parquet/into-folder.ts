/** `kifu library export --to parquet`: tables of matches in a folder, from the library, an archive or a database. */
import { type Json, ok, type Result } from '@kifu/core';
import type { Query } from '@kifu/record/store';
import type { Context, Io } from '../../io.ts';
import { type CommandReport, EXIT } from '../../run-command.ts';
import { printable } from '../../text.ts';
import { openArchiveAt } from '../archives.ts';
import { withDatabase } from '../database.ts';
import { attempt, readLibrary } from '../open.ts';
import {
  archiveSource,
  librarySource,
  type MatchSource,
  type TableOptions,
  type Written,
  writeTables,
} from './export.ts';
import { createFolder, type NewFolder } from './folder.ts';
import { VERSION } from './tables.ts';

/** Where matches are taken from; the library by default. */
export interface FromOptions {
  readonly archive?: string;
  readonly store?: string;
}

/** Writes the tables of what a query finds; the folder is there only when it is whole. */
export async function exportTables(
  { io }: Context,
  query: Query,
  output: string,
  options: TableOptions & FromOptions & { readonly force?: boolean },
): Promise<Result<CommandReport>> {
  return withSource(io, options, async source => {
    const folder = await createFolder(output, options.force === true);
    if (!folder.ok) return folder;
    // a database is a server's: only what everyone may see, unless asked for otherwise
    const isServer = options.store !== undefined && query.visibility === undefined;
    const asked: Query = isServer ? { ...query, visibility: 'public' } : query;
    const written = await writeInto(io, source, asked, folder.value, options);
    return written.ok ? ok(reportOf(io, written.value, output)) : written;
  });
}

/** Writes tables into a new folder and puts it in its place, or leaves nothing. */
async function writeInto(
  io: Io,
  source: MatchSource,
  query: Query,
  folder: NewFolder,
  options: TableOptions,
): Promise<Result<Written>> {
  let isDone = false;
  try {
    const written = await writeTables(io, source, query, folder.path, options);
    if (!written.ok || written.value.stoppedBy !== null) return written;
    const finished = await folder.finish({
      kifu: 'parquet',
      version: VERSION,
      matches: written.value.matches,
      rows: written.value.rows,
    });
    isDone = finished.ok;
    return finished.ok ? written : finished;
  } finally {
    if (!isDone) await folder.abandon();
  }
}

/** Opens what matches are taken from, and closes it. */
async function withSource<T>(
  io: Io,
  { archive: place, store }: FromOptions,
  work: (source: MatchSource) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (store !== undefined) return withDatabase(io, store, library => work(librarySource(library)));
  if (place === undefined) return readLibrary(io, library => work(librarySource(library)));
  const archive = await openArchiveAt(place);
  return archive.ok ? attempt(() => work(archiveSource(io, archive.value))) : archive;
}

function reportOf(
  { texts: { reports } }: Pick<Io, 'texts'>,
  { matches, bad, rows, stoppedBy }: Written,
  output: string,
): CommandReport {
  const { tables } = reports.library;
  if (stoppedBy !== null)
    return { text: tables.stopped, json: { matches: 0 }, exitCode: stoppedBy };
  const lines = [tables.written(matches, printable(output)), tables.rows(Object.entries(rows))];
  return {
    text: lines.join('\n'),
    json: { ok: bad === 0, matches, bad, rows: rows as unknown as Json },
    exitCode: bad === 0 ? EXIT.good : EXIT.fault,
  };
}
