/** A library in memory. It looks at every summary for every query: for tests, and for some thousand matches. */
import { type Cid, factTexts, formatCid } from '@kifu/core';
import { exploreGames } from './explore.ts';
import { positionText, type Query, type Searched, testOf } from './filters.ts';
import {
  eachPosition,
  type Library,
  type MatchSummary,
  type QueryPage,
  type Sort,
  type ToList,
} from './library.ts';
import { statsOf } from './memory-stats.ts';
import { formatPageEnd, limitOf, type PageEnd, parsePageEnd, sortOf, startOf } from './query.ts';
import { foldName, wordsOf } from './tokenize.ts';

/** A summary, with all that it is found and sorted by. */
interface StoredSummary extends Searched {
  /** Rises from one summary to the next. */
  readonly place: number;
  readonly comments: readonly string[];
}

/** A library in memory, empty at first. */
export function memoryLibrary(): Library {
  const kept = new Map<string, StoredSummary>();
  let count = 0;
  const find = (query: Query): StoredSummary[] => {
    const isFound = testOf(query);
    return [...kept.values()].filter(isFound);
  };
  return {
    async list(listing, ask) {
      ask?.signal?.throwIfAborted();
      const id = formatCid(listing.match);
      const old = kept.get(id);
      const place = old?.listing.startedAt === listing.startedAt ? old.place : ++count;
      kept.set(id, keep(listing, place, old));
    },
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      const found = kept.get(formatCid(match));
      return found === undefined ? null : copy(found.listing);
    },
    async find(query, ask) {
      ask?.signal?.throwIfAborted();
      return pageOf(find(query), query);
    },
    async stats(query, ask) {
      ask?.signal?.throwIfAborted();
      return statsOf(find(query), query);
    },
    async explore({ position, next, query }, ask) {
      ask?.signal?.throwIfAborted();
      const asked = next.map(positionText);
      const { sort: _, after: __, ...which } = query;
      const games = find({ ...which, position }).map(({ listing, positions }) => ({
        listing: copy(listing),
        next: asked.flatMap((text, i) => (positions.has(text) ? i : [])),
      }));
      return exploreGames(games, next.length, true);
    },
    async hide(match, isHidden, ask) {
      ask?.signal?.throwIfAborted();
      const found = kept.get(formatCid(match));
      if (found !== undefined) kept.set(formatCid(match), { ...found, isHidden });
      return found !== undefined;
    },
    async remove(match, ask) {
      ask?.signal?.throwIfAborted();
      kept.delete(formatCid(match));
    },
  };
}

/** What is left out of a summary stays as it was. */
function keep(given: ToList, place: number, old: StoredSummary | undefined): StoredSummary {
  const { comments, positions, ...rest } = given;
  const listing = copy(rest);
  const said = [...(comments ?? old?.comments ?? [])];
  let words: readonly string[] | undefined;
  return {
    listing,
    second: startOf(listing),
    place,
    isHidden: old?.isHidden ?? false,
    comments: said,
    // few queries ask for words, and to split all texts takes longer than all the rest
    get words() {
      words ??= wordsOf([...listing.players, ...factTexts(listing.facts), ...said]);
      return words;
    },
    positions:
      positions === undefined
        ? (old?.positions ?? new Set())
        : new Set(Array.from(eachPosition(positions), positionText)),
  };
}

/** What summaries are sorted by: rising for `up`, falling otherwise. The place in the list makes every order exact. */
const ORDERS: {
  readonly [sort in Sort]: { readonly up: boolean; key(kept: StoredSummary): PageEnd };
} = {
  newest: { up: false, key: ({ second, place }) => [second, place] },
  oldest: { up: true, key: ({ second, place }) => [second, place] },
  longest: { up: false, key: ({ listing, second, place }) => [listing.entries, second, place] },
  shortest: { up: true, key: ({ listing, second, place }) => [listing.entries, second, place] },
  player: {
    up: true,
    key: ({ listing, second, place }) => [foldName(listing.players[0] ?? ''), second, place],
  },
};

/** The last key of a page is where the next one continues: matches that come and go between two pages move no others. */
function pageOf(found: readonly StoredSummary[], query: Query): QueryPage {
  const { up, key } = ORDERS[sortOf(query)];
  const after = parsePageEnd(query, 2);
  const sign = up ? 1 : -1;
  const rest = found
    .filter(one => after === null || sign * compare(key(one), after) > 0)
    .sort((a, b) => sign * compare(key(a), key(b)));
  const page = rest.slice(0, limitOf(query));
  const last = rest.length > page.length ? page.at(-1) : undefined;
  return {
    listings: page.map(({ listing }) => copy(listing)),
    next: last === undefined ? null : formatPageEnd(query, key(last)),
  };
}

function compare(a: PageEnd, b: PageEnd): number {
  const i = a.findIndex((value, k) => value !== b[k]);
  return i < 0 ? 0 : a[i]! < b[i]! ? -1 : 1;
}

/** A summary that shares nothing with the other. */
const copy = (listing: MatchSummary): MatchSummary => ({
  ...listing,
  match: copyCid(listing.match),
  head: copyCid(listing.head),
  players: [...listing.players],
  opening: [...listing.opening],
  outcome: listing.outcome && structuredClone(listing.outcome),
  facts: structuredClone(listing.facts),
});

const copyCid = (cid: Cid): Cid => ({ ...cid, digest: Uint8Array.from(cid.digest) });
