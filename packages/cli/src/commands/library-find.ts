/** `kifu library list`, `search`, `show` and `stats`: what is in the library. */
import { stat } from 'node:fs/promises';
import {
  type Fail,
  formatCid,
  type Json,
  type JsonObject,
  namedPlayer,
  ok,
  type Result,
} from '@kifu/core';
import type { MatchSummary, Query, Stats } from '@kifu/record/store';
import { memoryRemarks } from '@kifu/stores/memory';
import { Command, Option } from 'commander';
import { fit } from '../columns.ts';
import { libraryPath } from '../home.ts';
import { type Context, type Io, put, putJson, putLine } from '../io.ts';
import { openArchiveAt } from '../library/archives.ts';
import { CSV_HEAD, csvRow } from '../library/csv.ts';
import { ask, type Findable, findAll } from '../library/find.ts';
import { countBy, GROUPS, type Grouping, groupReport } from '../library/groups.ts';
import { findMatch } from '../library/ids.ts';
import { attempt, type Library, type LibraryFile, readLibrary } from '../library/open.ts';
import {
  addPageOptions,
  addQueryOptions,
  addTagOption,
  type PageOptions,
  type QueryOptions,
  readQuery,
  showPage,
  wordTagOf,
} from '../library/query.ts';
import { tableFor } from '../library/table.ts';
import { loadTags } from '../library/tags.ts';
import { describeOutcome, factRows, unknownVoice, voiceFor } from '../match-words.ts';
import { wholeNumber } from '../options.ts';
import { type CommandReport, type Handle, misuse, misused, SILENT } from '../run-command.ts';
import { oneLine, printable, tableLines } from '../text.ts';

type FindOptions = QueryOptions &
  PageOptions & { readonly csv?: boolean; readonly archive?: string };

interface StatsOptions extends QueryOptions {
  readonly limit: number;
  readonly by?: Grouping;
}

/** How many players are shown without `--limit`. */
const TALLIES = 10;

/** `kifu library list`. */
export const listCommand = (handle: Handle): Command =>
  addListOptions(new Command('list')).action(
    handle<FindOptions>((context, _words, options) => list(context, options)),
  );

/** Options for filters, order and output. */
const addListOptions = (command: Command): Command =>
  addPageOptions(addTagOption(addQueryOptions(command)))
    .addOption(new Option('--csv'))
    .addOption(new Option('--archive <PLACE>').conflicts(['tag', 'site', 'hidden']));

/** `kifu library search`. */
export const searchCommand = (handle: Handle): Command =>
  addListOptions(new Command('search').argument('<WORDS...>')).action(
    handle<FindOptions>((context, [words], options) => {
      const text = [...(words as readonly string[]), options.text ?? ''].join(' ');
      return list(context, { ...options, text });
    }),
  );

/** `kifu library show`. */
export const showKeptCommand = (handle: Handle): Command =>
  new Command('show').argument('<ID>').action(
    handle(({ io }, [id]) =>
      readLibrary(io, async library => {
        const found = await findListed(library, id as string);
        if (!found.ok) return misusedId(found);
        return describe(io, found.value, await loadTags(library, found.value));
      }),
    ),
  );

/** `kifu library stats`. */
export const statsCommand = (handle: Handle): Command =>
  addTagOption(addQueryOptions(new Command('stats')))
    .addOption(new Option('--by <WHAT>').choices(GROUPS))
    .addOption(new Option('--limit <N>').argParser(wholeNumber(1, 500)).default(TALLIES))
    .action(
      handle<StatsOptions>(async ({ io, colors }, _words, options) => {
        const { by, limit } = options;
        const query = await readQuery(io, options);
        if (!query.ok) return misused(query);
        if (by === undefined && wordTagOf(options) !== null)
          return misuse(texts => texts.requires('--tag', '--by'));
        return readLibrary(io, async store => {
          if (by !== undefined) {
            const counted = await countBy(store, query.value, by, options);
            return counted.ok
              ? ok(groupReport(io, counted.value, by, limit, colors.bold))
              : misused(counted);
          }
          const found = await ask(() =>
            store.library.stats({ ...query.value, limit: options.limit }),
          );
          return found.ok
            ? ok(await tellStats(io, store, found.value, colors.bold))
            : misused(found);
        });
      }),
    );

/** A match that the user named, as it is listed. */
export async function findListed(library: Library, text: string): Promise<Result<MatchSummary>> {
  const match = await findMatch(library, text);
  if (!match.ok) return match;
  const listing = await library.library.get(match.value);
  if (listing !== null) return ok(listing);
  const message = `${text} is stored but not indexed; run kifu library reindex`;
  return { ok: false, fault: { code: 'not-found', message } };
}

/** A malformed ID is wrong usage; an unknown one is a fault. */
export const misusedId = (failed: Fail): Result<CommandReport> =>
  failed.fault.code === 'malformed' ? misused(failed) : failed;

async function list(context: Context, options: FindOptions): Promise<Result<CommandReport>> {
  if (options.csv && context.isJson) return misuse(texts => texts.either('--csv', '--json'));
  const query = await readQuery(context.io, options);
  if (!query.ok) return misused(query);
  const { archive: place } = options;
  if (place === undefined)
    return readLibrary(context.io, library => tellAll(context, library, query.value, options));
  const archive = await openArchiveAt(place);
  if (!archive.ok) return archive;
  const found = { library: archive.value, remarks: memoryRemarks() };
  return attempt(() => tellAll(context, found, query.value, options));
}

/** Tells what was found while it is found. */
async function tellAll(
  context: Context,
  library: Findable,
  query: Query,
  options: FindOptions,
): Promise<Result<CommandReport>> {
  const { io, isJson, colors } = context;
  const t = io.texts.reports.library;
  const isCsv = options.csv === true;
  const writer = isCsv ? csvWriter(library) : tableWriter(context, query);
  if (isCsv) await putLine(io, writer.head);
  let count = 0;
  let next: string | null = null;
  for await (const page of findAll(library, query, options)) {
    if (!page.ok) return misused(page);
    const { listings } = page.value;
    if (count === 0 && listings.length > 0 && !isJson && !isCsv) await putLine(io, writer.head);
    for (const listing of listings)
      await (isJson
        ? putJson(io, { ...dataOf(listing), tags: await loadTags(library, listing) })
        : putLine(io, await writer.row(listing)));
    count += listings.length;
    next = page.value.next === null ? null : showPage(page.value.next);
  }
  if (isJson) await putJson(io, { ok: true, matches: count, next });
  else if (isCsv) {
    if (next !== null) await put(io.stderr, `kifu: ${t.more(next)}\n`);
  } else if (count === 0) {
    const isAll = Object.keys(query).length === 0;
    await putLine(io, isAll ? t.empty : t.nothingFound);
  } else if (next !== null) await putLine(io, colors.dim(t.more(next)));
  return ok(SILENT);
}

/** Writes a listing as a line under a head. */
interface RowWriter {
  readonly head: string;
  row(listing: MatchSummary): string | Promise<string>;
}

function tableWriter({ io, colors }: Context, query: Query): RowWriter {
  const { head, row } = tableFor(io, query.game !== undefined);
  return { head: colors.bold(head), row };
}

/** Lines of CSV end with CR LF; the line feed comes with the line. */
const csvWriter = (library: Findable): RowWriter => ({
  head: `${CSV_HEAD}\r`,
  row: async listing => `${csvRow(listing, await loadTags(library, listing))}\r`,
});

/** A listing for programs. */
const dataOf = ({ match, head, ...listing }: MatchSummary): JsonObject => ({
  match: formatCid(match),
  head: formatCid(head),
  ...(listing as unknown as JsonObject),
});

async function describe(
  io: Io,
  listing: MatchSummary,
  tags: readonly string[],
): Promise<Result<CommandReport>> {
  const kit = await io.games.load(listing.game);
  const voice = kit.ok ? voiceFor(io, kit.value) : unknownVoice(io);
  const { names } = voice;
  const { facts, outcome, players, opening, rated, source, visibility } = listing;
  const t = io.texts.reports.records;
  const { rows } = t;
  const lines = [
    [rows.game, listing.game],
    ...players.map((name, seat) => [names(seat), namedPlayer(name || t.unknownName, facts, seat)]),
    [rows.started, listing.startedAt ?? t.unknown],
    [rows.entries, io.texts.counts.number(listing.entries)],
    [rows.ending, outcome === null ? t.noneYet : describeOutcome(outcome, voice)],
    ...factRows(facts, io),
    ...(facts.site === null ? [] : [[rows.site, facts.site]]),
    ...Object.entries(facts.tags),
    [rows.opens, opening.join(' ') || '–'],
    [rows.tags, tags.map(tag => `#${tag}`).join(' ') || '–'],
    [rows.source, source ?? t.unknown],
    [rows.listed, [t.visibility[visibility], t.rated[rated ? 'yes' : 'no']].join(', ')],
    [rows.match, formatCid(listing.match)],
    [rows.head, formatCid(listing.head)],
  ];
  const text = tableLines(lines.map(row => row.map(oneLine))).join('\n');
  return ok({ json: { ...dataOf(listing), tags }, text });
}

async function aboutFile(io: Io, { keepsBlocks }: LibraryFile) {
  const path = libraryPath(io);
  return { path, sizeBytes: (await stat(path)).size, keepsBlocks };
}

async function tellStats(
  io: Io,
  { file }: Library,
  { matches, entries, tallies }: Stats,
  bold: (text: string) => string,
): Promise<CommandReport> {
  const about = file === undefined ? null : await aboutFile(io, file);
  const t = io.texts.reports.library.stats;
  const [head, ...rows] = tallyLines(io, tallies);
  return {
    json: { ...about, matches, entries, tallies: tallies as unknown as Json },
    text: [
      ...tableLines([
        ...(about === null
          ? []
          : [
              [
                t.rows.library,
                `${printable(about.path)}, ${megabytes(about.sizeBytes, io.language)}`,
              ],
            ]),
        [t.rows.matches, t.matches(matches, entries)],
        ...(about?.keepsBlocks ? [[t.rows.packing, t.notPacked]] : []),
      ]),
      ...(tallies.length === 0 ? [] : ['', bold(head!), ...rows]),
    ].join('\n'),
  };
}

/** How players did; on a narrow terminal only how often they played and won. */
function tallyLines({ columns, texts }: Io, tallies: Stats['tallies']): string[] {
  const { unknownName } = texts.reports.records;
  const heads = texts.reports.library.stats.columns;
  const isNarrow = columns < NARROW;
  const room = Math.max(8, columns - (isNarrow ? 24 : 56));
  const pick = <T>(player: T, game: T, matches: T, won: T, ...others: T[]): T[] =>
    isNarrow ? [player, game, matches, won] : [player, game, matches, won, ...others];
  return tableLines([
    pick<string | number>(
      heads.player,
      heads.game,
      isNarrow ? heads.n : heads.matches,
      heads.won,
      heads.lost,
      heads.drawn,
      heads.open,
    ),
    ...tallies.map(({ player, game, matches, wins, losses, draws, open }) =>
      pick<string | number>(
        fit(oneLine(player) || unknownName, room).trimEnd(),
        isNarrow ? fit(game, 8).trimEnd() : game,
        matches,
        wins,
        losses,
        draws,
        open,
      ),
    ),
  ]);
}

/** Below this the whole table does not fit. */
const NARROW = 70;

const megabytes = (bytes: number, language: string): string =>
  `${new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`;
