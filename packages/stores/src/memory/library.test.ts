/** The library in memory keeps the contract, and the contract notices libraries that do not. */
import { formatCid } from '@kifu/core';
import { libraryContract } from '@kifu/record/contracts';
import {
  FILTER_NAMES,
  type Library,
  type MatchSummary,
  type Query,
  type Sort,
} from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, made } from '../../test/broken.ts';
import { memoryLibrary } from './index.ts';

for (const [name, check] of libraryContract(made(memoryLibrary))) test(name, check);

describe('the contract notices', () => {
  /** Finds in what a query finds, changed. */
  const finding =
    (change: (query: Query) => Query, order = (listings: readonly MatchSummary[]) => listings) =>
    ({ find }: Library): Partial<Library> => ({
      find: async (query, ask) => {
        const page = await find(change(query), ask);
        return { ...page, listings: order(page.listings) };
      },
    });
  const without = (...keys: (keyof Query)[]) =>
    finding(query =>
      Object.fromEntries(
        Object.entries(query).filter(([key]) => !keys.includes(key as keyof Query)),
      ),
    );

  /** Pages by how many were seen instead of by the last. */
  const byOffset = ({ find }: Library): Partial<Library> => ({
    find: async ({ after, limit = 50, ...query }, ask) => {
      const { listings } = await find({ ...query, limit: 500 }, ask);
      const start = Number(after ?? 0);
      const end = start + Math.min(Math.max(limit || 0, 0), 500);
      return {
        listings: listings.slice(start, end),
        next: end < listings.length && end > start ? `${end}` : null,
      };
    },
  });

  type Broken = [what: string, caughtBy: string, change: (library: Library) => Partial<Library>];
  const ignoring = (field: keyof Query, caughtBy: string): Broken => [
    `ignores ${field}`,
    caughtBy,
    without(field),
  ];

  const filters = 'filters by every field of an index entry';
  test.each<Broken>([
    ...FILTER_NAMES.map(name => ignoring(name, 'finds by each filter alone')),
    ignoring('text', 'finds by words of names and comments'),
    ignoring('position', 'finds by positions'),
    ignoring('sort', 'sorts by time, length and name'),
    [
      'shows what is hidden',
      'hides a match and shows it again',
      () => ({ hide: async () => true }),
    ],
    [
      'shows what changed',
      'hides a match and shows it again',
      ({ list, hide }) => ({
        list: async (one, ask) => {
          await list(one, ask);
          await hide(one.match, false);
        },
      }),
    ],
    [
      'forgets what is left out',
      'keeps the fields that an update omits',
      ({ list }) => ({
        list: (one, ask) => list({ comments: [], positions: new Uint8Array(), ...one }, ask),
      }),
    ],
    [
      'takes a page of another order',
      'refuses invalid queries',
      ({ find }) => ({
        find: (query, ask) => {
          const sort = query.after === undefined ? undefined : /^\["(\w+)"/.exec(query.after)?.[1];
          return find(sort === undefined ? query : { ...query, sort: sort as Sort }, ask);
        },
      }),
    ],
    [
      'counts one page',
      'counts by player and game',
      ({ find, stats }) => ({
        stats: async (query, ask) => ({
          ...(await stats(query, ask)),
          matches: (await find(query, ask)).listings.length,
        }),
      }),
    ],
    [
      'minds capitals of the player',
      filters,
      ({ find }) => ({
        find: async (query, ask) => {
          const page = await find(query, ask);
          const { player = '' } = query;
          return {
            ...page,
            listings: page.listings.filter(
              ({ players }) => player === '' || players.some(name => name.includes(player)),
            ),
          };
        },
      }),
    ],
    [
      'takes a name as a pattern',
      'matches unusual names literally',
      finding(({ player, ...query }) =>
        player === undefined || /[%_]/.test(player) ? query : { ...query, player },
      ),
    ],
    [
      'finds across names',
      'matches unusual names literally',
      ({ list, find }) => ({
        list: (one, ask) => list({ ...one, players: [one.players.join(',')] }, ask),
        find,
      }),
    ],
    [
      'lists the oldest first',
      'lists the newest first',
      finding(
        query => query,
        listings => listings.toReversed(),
      ),
    ],
    [
      'starts from the beginning on every page',
      'returns every index entry once, page by page',
      without('after'),
    ],
    ['pages by number', 'continues pages while index entries are added', byOffset],
    ['pages by number', 'continues pages after an index entry was removed', byOffset],
    [
      'has no usual limit',
      'respects the limit',
      finding(({ limit = 500, ...query }) => ({ ...query, limit })),
    ],
    [
      'takes less than nothing as all',
      'respects the limit',
      finding(({ limit = 50, ...query }) => ({ ...query, limit: limit < 0 ? 500 : limit })),
    ],
    [
      'does not know the last page',
      'returns every index entry once, page by page',
      ({ find }) => ({
        find: async (query, ask) => {
          const page = await find(query, ask);
          return {
            ...page,
            next: page.next ?? (page.listings.length === query.limit ? ' ' : null),
          };
        },
      }),
    ],
    [
      'keeps the first listing',
      'updates an index entry',
      ({ list, get }) => ({
        list: async (one, ask) => void ((await get(one.match, ask)) ?? (await list(one, ask))),
      }),
    ],
    ['removes nothing', 'removes an index entry', () => ({ remove: async () => {} })],
    [
      'knows everything',
      'finds no other matches',
      ({ get, find }) => ({
        get: async (match, ask) =>
          (await get(match, ask)) ?? (await find({}, ask)).listings[0] ?? null,
      }),
    ],
    [
      'loses the points',
      'returns an index entry unchanged',
      ({ list }) => ({
        list: (one, ask) =>
          list({ ...one, outcome: one.outcome && { ...one.outcome, points: null } }, ask),
      }),
    ],
    [
      'heeds no signal',
      'stops when its signal aborts',
      ({ remove }) => ({ remove: match => remove(match) }),
    ],
    [
      'hands out what it keeps',
      'cannot be changed through its arguments or results',
      () => {
        const kept = new Map<string, MatchSummary>();
        return {
          list: async one => void kept.set(formatCid(one.match), one),
          get: async match => kept.get(formatCid(match)) ?? null,
          find: async () => ({ listings: [...kept.values()], next: null }),
        };
      },
    ],
  ])('one that %s', async (_what, caughtBy, change) => {
    expect(await failing(libraryContract(broken(memoryLibrary, change)))).toContain(caughtBy);
  });
});
