/** `kifu library export`: exports matches. */

import { type Cid, fail, formatCid, type JsonObject, ok, type Result } from '@kifu/core';
import type { FormatInfo } from '@kifu/record/file';
import { Command, Option } from 'commander';
import { faultText } from '../fault-text.ts';
import { isFolder } from '../files-in.ts';
import { type Context, put, putJson, putLine } from '../io.ts';
import { withDatabase } from '../library/database.ts';
import { exportArchive } from '../library/export/archive.ts';
import { type Exported, exportOne, findForm, isFolderName } from '../library/export/run.ts';
import { fileSink, folderSink, outputSink, type Sink } from '../library/export/sinks.ts';
import { findAll } from '../library/find.ts';
import { findMatch, formatId } from '../library/ids.ts';
import { type Library, readLibrary, withLibrary } from '../library/open.ts';
import { TABLE_NAMES, type TableName } from '../library/parquet/tables.ts';
import {
  addPageOptions,
  addQueryOptions,
  addTagOption,
  type PageOptions,
  type QueryOptions,
  readQuery,
} from '../library/query.ts';
import { refuse } from '../misuse.ts';
import { fileName } from '../options.ts';
import { startProgress } from '../progress.ts';
import {
  type CommandReport,
  EXIT,
  type Handle,
  misuse,
  misused,
  refusal,
  SILENT,
} from '../run-command.ts';
import type { Force } from '../save.ts';
import { printable } from '../text.ts';
import { createTurns } from '../turns.ts';
import { misusedId } from './library-find.ts';

/** The names of tables, separated by commas. */
function tableList(text: string): TableName[] {
  const names = text.split(',').map(name => name.trim());
  const isKnown = names.every(name => (TABLE_NAMES as readonly string[]).includes(name));
  if (!isKnown) refuse(texts => texts.choices(TABLE_NAMES));
  return TABLE_NAMES.filter(name => names.includes(name));
}

interface Options extends QueryOptions, Partial<PageOptions>, Force {
  readonly to?: string;
  readonly output?: string;
  readonly move?: boolean;
  readonly store?: string;
  readonly archive?: string;
  readonly tables?: readonly TableName[];
}

/** The command. */
export const exportCommand = (handle: Handle): Command =>
  addPageOptions(
    addTagOption(
      addQueryOptions(
        new Command('export')
          .argument('[ID...]')
          .addOption(new Option('--to <FORMAT>'))
          .addOption(new Option('-o, --output <PATH>').argParser(fileName('omit')))
          .option('--force')
          .option('--move')
          .option('--store <URL>')
          .addOption(new Option('--archive <PLACE>').conflicts(['store', 'tag', 'site', 'hidden']))
          .addOption(new Option('--tables <LIST>').argParser(tableList)),
      ),
    ),
    null,
  ).action(
    handle<Options>(async (context, [ids], options) => {
      const words = ids as readonly string[];
      if (options.to === 'parquet') return intoTables(context, words, options);
      if (options.tables !== undefined)
        return misuse(texts => texts.requires('--tables', '--to parquet'));
      if (options.archive !== undefined)
        return misuse(texts => texts.requires('--archive', '--to parquet'));
      if (options.to === 'archive') return intoArchive(context, words, options);
      if (options.move) return misuse(texts => texts.requires('--move', '--to archive'));
      if (options.store !== undefined)
        return misuse(texts => texts.requires('--store', '--to archive|parquet'));
      const form = await findForm(context.io, options.to, options.output);
      if (!form.ok) return misused(form);
      return readLibrary(context.io, async library => {
        const found = await findMatches(context, library, words, options);
        if (!found.ok) return misusedId(found);
        const sink = await openSink(context, form.value, found.value, options);
        return sink.ok ? exportAll(context, library, found.value, form.value, sink.value) : sink;
      });
    }),
  );

async function intoArchive(
  context: Context,
  ids: readonly string[],
  options: Options,
): Promise<Result<CommandReport>> {
  const { output, sort } = options;
  if (output === undefined) return misuse(texts => texts.archiveFolder);
  if (ids.length > 0) return misuse(texts => texts.takesNoIds('--to archive'));
  if (sort !== undefined && sort !== 'newest') return misuse(texts => texts.archiveSort);
  const query = await readQuery(context.io, options);
  if (!query.ok) return misused(query);
  if (options.store !== undefined)
    return withDatabase(context.io, options.store, library =>
      // an archive is public
      exportArchive(context, library, { ...query.value, visibility: 'public' }, output, options),
    );
  const open = options.move ? withLibrary : readLibrary;
  return open(context.io, library => exportArchive(context, library, query.value, output, options));
}

async function intoTables(
  context: Context,
  ids: readonly string[],
  options: Options,
): Promise<Result<CommandReport>> {
  const { output, sort, move, tables = TABLE_NAMES } = options;
  if (output === undefined) return misuse(texts => texts.tablesFolder);
  if (ids.length > 0) return misuse(texts => texts.takesNoIds('--to parquet'));
  if (sort !== undefined && sort !== 'newest') return misuse(texts => texts.tablesSort);
  if (move) return misuse(texts => texts.requires('--move', '--to archive'));
  const query = await readQuery(context.io, options);
  if (!query.ok) return misused(query);
  const { exportTables } = await import('../library/parquet/into-folder.ts');
  const { limit } = options;
  const page = { ...options, all: limit === undefined };
  return exportTables(context, query.value, output, { ...options, tables, page });
}

/** What to export: the first two, since one may be written where many cannot, and the rest when it is asked for. */
interface MatchesToExport {
  readonly first: readonly Cid[];
  readonly rest: AsyncIterator<Result<Cid>>;
}

async function findMatches(
  { io }: Context,
  library: Library,
  ids: readonly string[],
  options: Options,
): Promise<Result<MatchesToExport>> {
  const query = await readQuery(io, options);
  if (!query.ok) return query;
  if (ids.length > 0 && Object.keys(query.value).length > 0)
    return fail('malformed', 'use either IDs or search options');
  const rest = ids.length > 0 ? named(library, ids) : queried(library, query.value, options);
  const first: Cid[] = [];
  while (first.length < 2) {
    const { value, done } = await rest.next();
    if (done) break;
    if (!value.ok) return value;
    first.push(value.value);
  }
  return first.length === 0 ? fail('not-found', 'no matches found') : ok({ first, rest });
}

/** All ids are looked at before anything is written. */
async function* named(library: Library, ids: readonly string[]): AsyncGenerator<Result<Cid>> {
  const found: Cid[] = [];
  for (const id of ids) {
    const match = await findMatch(library, id);
    if (!match.ok) return yield match;
    found.push(match.value);
  }
  yield* found.map(ok);
}

async function* queried(
  library: Library,
  query: Parameters<typeof findAll>[1],
  options: Options,
): AsyncGenerator<Result<Cid>> {
  for await (const page of findAll(library, query, options))
    if (!page.ok) yield page;
    else for (const { match } of page.value.listings) yield ok(match);
}

async function openSink(
  { io, isJson }: Context,
  { name, ending, isCollection, isText }: FormatInfo,
  { first }: MatchesToExport,
  { output, force }: Options,
): Promise<Result<Sink>> {
  const how: Force = force === undefined ? {} : { force };
  if (output !== undefined && (isFolderName(output) || (await isFolder(output))))
    return folderSink(output, ending, how);
  if (first.length > 1 && !isCollection)
    return fail('unsupported', `${name} files have one record each; name a folder with -o`);
  if (output !== undefined) return fileSink(output, how);
  if (isJson) return fail('unsupported', '--json requires a file; name one with -o');
  return isText || !io.isTTY.stdout
    ? ok(outputSink(io))
    : fail('unsupported', `${name} is binary: write it to a file with -o, or pipe it`);
}

async function exportAll(
  context: Context,
  library: Library,
  { first, rest }: MatchesToExport,
  form: FormatInfo,
  sink: Sink,
): Promise<Result<CommandReport>> {
  const { io } = context;
  const tally = { written: 0, bad: 0 };
  const losses = new Map<string, number>();
  const progress = startProgress(io, { isLogged: true });
  let isOut = true;
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
  });
  const one = async (match: Cid) => {
    const done = await exportOne(io, library, match, form.name, sink);
    tally[done.ok ? 'written' : 'bad']++;
    if (done.ok) {
      isOut &&= done.value.file === null;
      countLosses(losses, done.value.losses);
    }
    if (context.isJson || !done.ok) progress.clear();
    await tellMatch(context, match, done);
    // records on the terminal show how far it is
    if (!isOut || !io.isTTY.stdout)
      progress.tellOften(io.texts.reports.library.export.written(tally.written));
  };
  const othersTurn = createTurns(io);
  for (const match of first) if (stoppedBy === null) await one(match);
  for (let next = await rest.next(); !next.done && stoppedBy === null; next = await rest.next()) {
    if (!next.value.ok) return next.value;
    await one(next.value.value);
    await othersTurn();
  }
  stopListening();
  progress.clear();
  const closed = await sink.close(tally.written > 0 && stoppedBy === null);
  if (!closed.ok) return closed;
  await tellSummary(context, tally, losses, isOut);
  return ok({ ...SILENT, exitCode: stoppedBy ?? (tally.bad === 0 ? EXIT.good : EXIT.fault) });
}

/** Of how many matches something was left out; how often in each does not matter here. */
function countLosses(losses: Map<string, number>, lost: readonly string[]): void {
  const kinds = new Set(lost.map(loss => loss.replace(/ \(\d+ times\)$/, '')));
  for (const kind of kinds) losses.set(kind, (losses.get(kind) ?? 0) + 1);
}

async function tellMatch(
  { io, isJson }: Context,
  match: Cid,
  done: Result<Exported>,
): Promise<void> {
  if (isJson) {
    const data: JsonObject = done.ok ? { ok: true, ...done.value } : refusal(done.fault);
    return putJson(io, { match: formatCid(match), ...data });
  }
  if (!done.ok) await put(io.stderr, `kifu: ${formatId(match)}: ${faultText(io, done.fault)}\n`);
}

/** What was lost, and how many were written; on standard error where standard output has the records. */
async function tellSummary(
  { io, isJson }: Context,
  tally: { readonly written: number; readonly bad: number },
  losses: ReadonlyMap<string, number>,
  isOut: boolean,
): Promise<void> {
  if (isJson)
    return putJson(io, {
      ok: tally.bad === 0,
      summary: { ...tally, losses: Object.fromEntries(losses) },
    });
  const t = io.texts.reports.library.export;
  const [stream, who] = isOut ? [io.stderr, 'kifu: '] : [io.stdout, ''];
  for (const [loss, n] of losses) await put(stream, `${who}${printable(t.lost(n, loss))}\n`);
  if (!isOut) await putLine(io, t.written(tally.written));
}
