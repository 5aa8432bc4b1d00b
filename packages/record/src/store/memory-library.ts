/** A library in memory. It sorts its summaries once for each order, and looks at them in that order until a page is full. */
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
  const orders = new Map<OrderName, readonly OrderedSummary[]>();
  /** All in an order, rising. */
  const sorted = (name: OrderName): readonly OrderedSummary[] => {
    let order = orders.get(name);
    if (order === undefined) {
      const key = KEYS[name];
      order = Array.from(kept.values(), one => ({ key: key(one), one }));
      (order as OrderedSummary[]).sort((a, b) => compare(a.key, b.key));
      orders.set(name, order);
    }
    return order;
  };
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
      orders.clear();
    },
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      const found = kept.get(formatCid(match));
      return found === undefined ? null : copy(found.listing);
    },
    async find(query, ask) {
      ask?.signal?.throwIfAborted();
      return pageOf(sorted, query);
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
      orders.clear();
      return found !== undefined;
    },
    async remove(match, ask) {
      ask?.signal?.throwIfAborted();
      kept.delete(formatCid(match));
      orders.clear();
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

/** What summaries are sorted by. The place in the list makes every order exact. */
const KEYS = {
  time: ({ second, place }: StoredSummary): PageEnd => [second, place],
  length: ({ listing, second, place }: StoredSummary): PageEnd => [listing.entries, second, place],
  player: ({ listing, second, place }: StoredSummary): PageEnd => [
    foldName(listing.players[0] ?? ''),
    second,
    place,
  ],
};
type OrderName = keyof typeof KEYS;

interface OrderedSummary {
  readonly key: PageEnd;
  readonly one: StoredSummary;
}

/** Which order it is, and whether it rises. */
const ORDERS: { readonly [sort in Sort]: readonly [OrderName, isUp: boolean] } = {
  newest: ['time', false],
  oldest: ['time', true],
  longest: ['length', false],
  shortest: ['length', true],
  player: ['player', true],
};

/** The last key of a page is where the next one continues: matches that come and go between two pages move no others. */
function pageOf(sorted: (name: OrderName) => readonly OrderedSummary[], query: Query): QueryPage {
  const isFound = testOf(query);
  const [name, isUp] = ORDERS[sortOf(query)];
  const after = parsePageEnd(query, 2);
  const limit = limitOf(query);
  const order = sorted(name);
  const step = isUp ? 1 : -1;
  const page: OrderedSummary[] = [];
  let at = isUp ? 0 : order.length - 1;
  if (after !== null)
    at = isUp ? countUpTo(order, after, true) : countUpTo(order, after, false) - 1;
  for (; page.length <= limit && order[at] !== undefined; at += step)
    if (isFound(order[at]!.one)) page.push(order[at]!);
  const isMore = page.length > limit;
  if (isMore) page.pop();
  const last = isMore ? page.at(-1) : undefined;
  return {
    listings: page.map(({ one }) => copy(one.listing)),
    next: last === undefined ? null : formatPageEnd(query, last.key),
  };
}

/** How many entries precede a key, or reach up to it, in a rising order. */
function countUpTo(order: readonly OrderedSummary[], key: PageEnd, isWith: boolean): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const side = compare(order[middle]!.key, key);
    if (side < 0 || (isWith && side === 0)) low = middle + 1;
    else high = middle;
  }
  return low;
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
