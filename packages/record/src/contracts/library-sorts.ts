/** The orders of a library, and what it counts. */
import type { Json } from '@kifu/core';
import type { Query } from '../store/filters.ts';
import {
  type Library,
  type MatchSummary,
  type PlayerTally,
  SORTS,
  type Sort,
} from '../store/library.ts';
import { equal, range } from './assert.ts';
import { listing, namesOf, pages, timeOf } from './library-summaries.ts';

/** As they are listed: several of one time, of one length and of one name. */
const LISTED: readonly MatchSummary[] = range(12).map(n =>
  listing(n, {
    startedAt: n % 4 === 3 ? null : timeOf((n * 5) % 3),
    entries: (n * 7) % 5,
    players: n === 5 ? [] : [`${['ann', 'Bob', 'Ärzte', 'bo'][n % 4]}`, 'x'],
    game: n % 2 === 0 ? 'chess' : 'go',
  }),
);

/** Rising keys: the second and the third make every order exact. */
const keyOf = (sort: Sort, one: MatchSummary): readonly (string | number)[] => {
  const time = [one.startedAt ?? '', LISTED.indexOf(one)];
  if (sort === 'player') return [(one.players[0] ?? '').toLowerCase(), ...time];
  return sort === 'newest' || sort === 'oldest' ? time : [one.entries, ...time];
};

function inOrder(sort: Sort, listings: readonly MatchSummary[]): MatchSummary[] {
  const rising = listings.toSorted((a, b) => compare(keyOf(sort, a), keyOf(sort, b)));
  return sort === 'newest' || sort === 'longest' ? rising.reverse() : rising;
}

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const i = a.findIndex((value, k) => value !== b[k]);
  return i < 0 ? 0 : a[i]! < b[i]! ? -1 : 1;
}

export async function checkSorts(library: Library): Promise<void> {
  for (const one of LISTED) await library.list(one);
  const filters: readonly [Query, (one: MatchSummary) => boolean][] = [
    [{}, () => true],
    [{ game: 'go' }, ({ game }) => game === 'go'],
    [{ player: 'b' }, ({ players }) => players.some(name => /b/i.test(name))],
    [{ minEntries: 1, maxEntries: 3 }, ({ entries }) => entries >= 1 && entries <= 3],
    [
      { from: timeOf(1), text: 'x' },
      ({ startedAt, players }) =>
        startedAt !== null && startedAt >= timeOf(1) && players.length > 0,
    ],
  ];
  for (const sort of SORTS)
    for (const [query, isFound] of filters)
      for (const limit of [1, 3, 12]) {
        const all = await pages(library, { ...query, sort, limit });
        const expected = inOrder(sort, LISTED.filter(isFound));
        equal(namesOf(all.flat()), namesOf(expected), `the order by ${sort} in pages of ${limit}`);
      }
}

const win = (...winners: number[]) =>
  ({ result: 'win', winners, points: null, reason: 'points' }) as const;
const draw = { result: 'draw', winners: [], points: null, reason: 'agreement' } as const;

const none = { wins: 0, losses: 0, draws: 0, voids: 0, open: 0 };
const tally = (
  player: string,
  game: string,
  matches: number,
  more: Partial<PlayerTally>,
): PlayerTally => ({
  ...{ player, game, matches, ...none, ...more },
});

export async function checkStats(library: Library): Promise<void> {
  const players = ['Ann', 'Bob'];
  for (const one of [
    listing(1, { players, entries: 10, outcome: win(0) }),
    listing(2, { players, entries: 20, outcome: win(1) }),
    listing(3, { players: ['Bob', 'Ann'], entries: 30, outcome: draw }),
    listing(4, { players, entries: 40, outcome: { ...draw, result: 'void' } }),
    listing(5, { players, entries: 50 }),
    listing(6, { game: 'ludo', players: ['Ann', '', 'Cecil', 'Dora'], outcome: win(0, 3) }),
    listing(7, { game: 'go', players: ['ann', 'ann'], outcome: win(0) }),
  ])
    await library.list(one);
  const chess = (player: string) =>
    tally(player, 'chess', 5, { wins: 1, losses: 1, draws: 1, voids: 1, open: 1 });
  const solo = tally('ann', 'go', 2, { wins: 1, losses: 1 });
  const ludo = [
    tally('Ann', 'ludo', 1, { wins: 1 }),
    tally('Cecil', 'ludo', 1, { losses: 1 }),
    tally('Dora', 'ludo', 1, { wins: 1 }),
  ];
  const expected: readonly [Query, matches: number, entries: number, readonly PlayerTally[]][] = [
    [{}, 7, 163, [chess('Ann'), chess('Bob'), solo, ...ludo]],
    [{ limit: 1, sort: 'player' }, 7, 163, [chess('Ann')]],
    [{ limit: 0 }, 7, 163, []],
    [{ player: 'ANN' }, 7, 163, [chess('Ann'), solo, ludo[0]!]],
    [{ game: 'ludo' }, 1, 6, ludo],
    [{ player: 'cecil', game: 'ludo' }, 1, 6, [ludo[1]!]],
    [{ result: 'draw' }, 1, 30, ['Ann', 'Bob'].map(name => tally(name, 'chess', 1, { draws: 1 }))],
    [
      { text: 'bob', minEntries: 50 },
      1,
      50,
      ['Ann', 'Bob'].map(name => tally(name, 'chess', 1, { open: 1 })),
    ],
    [{ player: 'nobody' }, 0, 0, []],
  ];
  for (const [query, matches, entries, tallies] of expected)
    equal(
      (await library.stats(query)) as unknown as Json,
      { matches, entries, tallies: tallies.map(one => ({ ...one })) },
      `what ${JSON.stringify(query)} counts`,
    );
}
