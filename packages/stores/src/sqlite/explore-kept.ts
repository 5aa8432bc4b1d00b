/**
 * Explores a position of an SQLite file, and keeps the counts of common ones. The first to ask for such a position waits until all its
 * games are counted; after that only games that came since are, and when those are many, all are counted again in the background.
 */
import { bytesToHex, type Json } from '@kifu/core';
import { type Explored, type ExploreQuestion, NO_GAMES, type Tally } from '@kifu/record/store';
import type { ExploredRows, ExploreSearch, KeptCounts } from '../sql/explored.ts';
import { readListing, searchOf, secretRow } from '../sql/rows.ts';
import type { Batches } from './batches.ts';
import { intact } from './integrity.ts';
import { EXPLORED_KIND } from './kept-counts.ts';
import type { Reads } from './reads.ts';
import type { Searches } from './searches.ts';

/** The parts of an open file that this needs. */
export interface ExplorableFile {
  readonly path: string;
  readonly reads: Pick<Reads, 'secret'>;
  readonly batches: Batches;
  readonly searches: Pick<Searches, 'explore'>;
}

/** Counts what was played next. */
export async function exploreKept(
  file: ExplorableFile,
  question: ExploreQuestion,
  signal: AbortSignal | undefined,
): Promise<Explored> {
  const { query, position, next } = question;
  const { sort: _, after: __, limit: ___, ...which } = query;
  const name = nameOf(question);
  const search: ExploreSearch = {
    do: 'explore',
    search: searchOf('find', { ...which, position }),
    next: next.map(key => new DataView(key.buffer, key.byteOffset).getBigInt64(0)),
    isPlain: name !== null,
    kept: name === null ? null : storedCounts(file.reads, name, question),
    isFull: false,
  };
  const found = await file.searches.explore(search, signal);
  if (found === null) return answerOf(file.path, await countAll(file, search, name!, question));
  // a failure says that the file cannot be written, which others notice; the counts are right
  if (found.isOld) void countAll(file, search, name!, question).catch(() => {});
  return answerOf(file.path, found);
}

/** Where counts of a question are stored; null where they are not, since it asks for more than a game and what is public. */
function nameOf({ query, position }: ExploreQuestion): string | null {
  const { game: _, visibility = 'all', sort: __, after: ___, limit: ____, ...more } = query;
  return Object.values(more).every(value => value === undefined)
    ? `${bytesToHex(position)} ${visibility}`
    : null;
}

/** How counts are stored: next positions by their names, so that another order of moves does not matter. */
interface StoredCounts extends Omit<KeptCounts, 'next'> {
  readonly next: { readonly [position: string]: Tally };
}

/** Null where there are none, or none of a move that is asked for: then the rules knew other moves. */
function storedCounts(
  reads: ExplorableFile['reads'],
  name: string,
  { next }: ExploreQuestion,
): KeptCounts | null {
  const stored = reads.secret(EXPLORED_KIND, name) as unknown as StoredCounts | undefined;
  if (stored === undefined) return null;
  const tallies = next.map(key => stored.next[bytesToHex(key)] ?? null);
  return tallies.includes(null) ? null : { ...stored, next: tallies as Tally[] };
}

async function countAll(
  { batches, searches }: ExplorableFile,
  search: ExploreSearch,
  name: string,
  { next }: ExploreQuestion,
): Promise<ExploredRows> {
  const canKeep = batches.refusal === null && (await batches.write({ do: 'begin-counts' }));
  const found = (await searches.explore({ ...search, kept: null, isFull: true }))!;
  if (!canKeep) return found;
  const { counts, forgotten } = found;
  const stored: StoredCounts = {
    ...counts,
    next: Object.fromEntries(next.map((key, i) => [bytesToHex(key), counts.next[i] ?? NO_GAMES])),
  };
  const row = secretRow(EXPLORED_KIND, name, stored as unknown as Json);
  await batches.write({ do: 'keep-counts', name, value: row.value, digest: row.digest, forgotten });
  return found;
}

const answerOf = (path: string, { counts, notable, isWhole }: ExploredRows): Explored => ({
  reached: counts.reached,
  next: counts.next,
  notable: intact(path, () => notable.map(readListing)),
  isWhole,
});
