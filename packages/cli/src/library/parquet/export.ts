/** Matches written as tables: `kifu library export --to parquet`, and what `kifu sql` reads of a library. */
import { type Cid, type Fault, fail, formatCid, formatFault, ok, type Result } from '@kifu/core';
import { findGameIn, type NodeSource, openSource, type RecordSource } from '@kifu/record/file';
import { unpack } from '@kifu/record/pack';
import type { Archive, MatchSummary, Query } from '@kifu/record/store';
import { memoryRemarks } from '@kifu/stores/memory';
import { type Io, put } from '../../io.ts';
import { startProgress } from '../../progress.ts';
import { printable } from '../../text.ts';
import { createTurns } from '../../turns.ts';
import { type Findable, findAll } from '../find.ts';
import { formatId } from '../ids.ts';
import type { Library } from '../open.ts';
import type { PageOptions } from '../query.ts';
import { loadKept } from '../records.ts';
import { createTableFiles, type FileSizes } from './files.ts';
import { RowReader } from './game-rows.ts';
import { type GameRows, NO_YEAR, type TableName } from './tables.ts';

/** Where matches come from. */
export interface MatchSource extends Findable {
  load(match: Cid): Promise<Result<RecordSource>>;
}

/** The matches of a library. */
export const librarySource = (library: Library): MatchSource => ({
  library: library.library,
  remarks: library.remarks,
  load: match => loadKept(library, match, formatId(match)),
});

/** The matches of an archive. */
export const archiveSource = ({ games }: Pick<Io, 'games'>, archive: Archive): MatchSource => ({
  library: archive,
  remarks: memoryRemarks(),
  async load(match) {
    const pack = await archive.pack(match);
    if (pack === null)
      return fail('not-found', 'the archive lists the match, but has no record of it');
    const unpacked = await unpack(findGameIn(games), pack);
    if (!unpacked.ok) return unpacked;
    const source: NodeSource = {
      name: formatId(match),
      form: 'pack',
      losses: [],
      ...unpacked.value,
    };
    return ok(source);
  },
});

/** What to write, and how. */
export interface TableOptions {
  readonly tables: readonly TableName[];
  readonly page: Partial<PageOptions> & { readonly tag?: string };
  /** For tests. */
  readonly sizes?: FileSizes;
}

/** What was written. */
export interface Written {
  readonly matches: number;
  /** Matches that could not be read. */
  readonly bad: number;
  readonly rows: { readonly [table in TableName]?: number };
  /** The exit code of the signal that stopped it; null where it is whole. */
  readonly stoppedBy: number | null;
}

/** Writes what a query finds under a folder. */
export async function writeTables(
  io: Io,
  source: MatchSource,
  query: Query,
  folder: string,
  { tables, page, sizes }: TableOptions,
): Promise<Result<Written>> {
  const files = await createTableFiles(folder, 'kifu', sizes);
  const progress = startProgress(io, { isLogged: true });
  const wanted = new Set(tables);
  const tally = { matches: 0, bad: 0 };
  const othersTurn = createTurns(io);
  let stoppedBy: number | null = null;
  const stopListening = io.onStop(exitCode => {
    stoppedBy = exitCode;
  });
  const refused = async ({ match }: MatchSummary, fault: Fault): Promise<void> => {
    tally.bad++;
    progress.clear();
    await put(io.stderr, `kifu: ${formatId(match)}: ${printable(formatFault(fault))}\n`);
  };
  try {
    for await (const found of findAll(source, query, { all: true, ...page, sort: 'newest' })) {
      if (!found.ok) return found;
      for (const listing of found.value.listings) {
        await othersTurn();
        if (stoppedBy !== null) return ok({ ...tally, rows: {}, stoppedBy });
        const rows = await rowsOf(io, source, listing, wanted);
        if (!rows.ok) {
          await refused(listing, rows.fault);
          continue;
        }
        for (const table of tables) await files.add(table, partitionOf(listing), rows.value[table]);
        tally.matches++;
        progress.tellOften(io.texts.reports.library.export.written(tally.matches));
      }
    }
    const counts = await files.finish();
    const rows = Object.fromEntries(tables.map(table => [table, counts[table]]));
    return ok({ ...tally, rows, stoppedBy: null });
  } finally {
    stopListening();
    progress.clear();
  }
}

/** The folders of a match: its game, and the year in which it began. */
function partitionOf({ game, startedAt }: MatchSummary): string {
  const year = startedAt === null ? NO_YEAR : String(Number(startedAt.slice(0, 4)));
  return `game=${encodeURIComponent(game)}/year=${year}`;
}

/** The rows of a match, which is replayed for them. */
async function rowsOf(
  { games }: Pick<Io, 'games'>,
  source: MatchSource,
  listing: MatchSummary,
  wanted: ReadonlySet<TableName>,
): Promise<Result<GameRows>> {
  const loaded = await source.load(listing.match);
  if (!loaded.ok) return loaded;
  let reader: RowReader | null = null;
  const opened = await openSource(games, loaded.value, kit => {
    reader = new RowReader(kit, wanted);
    return [reader];
  });
  if (!opened.ok) return opened;
  const { fault, remarks } = opened.value;
  if (fault !== null) return { ok: false, fault };
  const listed = { ...listing, match: formatCid(listing.match), head: formatCid(listing.head) };
  return ok((reader as RowReader | null)!.rows(listed, remarks.notes));
}
