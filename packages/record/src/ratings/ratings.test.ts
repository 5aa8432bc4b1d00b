/** Ratings from matches: what counts, in which order, and what a receipt proves. */
import type { Header, Outcome, TimeControl } from '@kifu/core';
import { NO_TERMS } from '@kifu/core';
import { periodOf, rate, rateAll } from '@kifu/core/glicko2';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareRated,
  findRatingDrift,
  findStoredDrift,
  type PlayedMatch,
  type RatedMatch,
  ratedMatchOf,
  ratedPlayerId,
  rateMatches,
  type Speed,
  speedOf,
  toStoredLadders,
  type UnratedReason,
} from './index.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const START_MS = 1_451_865_600_000; // 2016-01-04
const KEY = 'ab'.repeat(32);

const HEADER: Header = {
  ...{ game: 'chess', version: 1, options: {}, seed: null, start: null, startedAt: null, tags: {} },
  players: [
    { seat: 0, name: 'Ann', key: KEY },
    { seat: 1, name: 'Bob' },
  ],
  terms: { ...NO_TERMS, rated: true, clock: { type: 'absolute', mainMs: 300_000 } },
};
const outcome = (result: Outcome['result'], winners: number[] = []): Outcome => ({
  ...{ result, winners, points: null, reason: 'checkmate' },
});
const PLAYED: PlayedMatch = {
  match: 'bafy1',
  header: HEADER,
  ending: { outcome: outcome('win', [1]), ms: 1000 },
  startedAtMs: START_MS,
};

test('a rated match that has ended counts, with its speed, its end and its players', () => {
  expect(ratedMatchOf(PLAYED)).toEqual({
    ...{ match: 'bafy1', game: 'chess', speed: 'blitz', winner: 1, endedAtMs: START_MS + 1000 },
    players: [
      { key: KEY, name: 'Ann' },
      { key: null, name: 'Bob' },
    ],
  });
});

const players = (...names: string[]) => ({
  header: { ...HEADER, players: names.map((name, seat) => ({ seat, name })) },
});
const terms = (more: object) => ({ header: { ...HEADER, terms: { ...HEADER.terms!, ...more } } });

test.each<[UnratedReason, Partial<PlayedMatch>]>([
  ['not rated', terms({ rated: false })],
  ['not ended', { ending: null }],
  ['void', { ending: { outcome: outcome('void'), ms: 1 } }],
  ['not between two', players('Ann')],
  ['not between two', players('Ann', 'Bob', 'Cara')],
  ['not between two', { ending: { outcome: outcome('win', [0, 1]), ms: 1 } }],
  ['not from the start', { header: { ...HEADER, start: { state: {} } as never } }],
  ['not from the start', terms({ branch: { node: 'bafy', part: 0, at: null } })],
  ['players unknown', players('Ann', '')],
  ['players unknown', players('Ann', 'Ann')],
  ['time unknown', { startedAtMs: null }],
  ['time unknown', { startedAtMs: START_MS - DAY_MS }],
  ['time unknown', { startedAtMs: 2 ** 50 }],
])('a match does not count: %s', (why, change) => {
  expect(ratedMatchOf({ ...PLAYED, ...change })).toBe(why);
});

test('seats in a header may stand in any order, and need not be 0 and 1', () => {
  const header = { ...HEADER, players: [3, 1].map(seat => ({ seat, name: `p${seat}` })) };
  const match = ratedMatchOf({
    ...PLAYED,
    header,
    ending: { outcome: outcome('win', [3]), ms: 0 },
  });
  expect(match).toMatchObject({ players: [{ name: 'p1' }, { name: 'p3' }], winner: 1 });
});

test.each<[TimeControl | null, Speed]>([
  [null, 'untimed'],
  [{ type: 'absolute', mainMs: 179_999 }, 'bullet'],
  [{ type: 'absolute', mainMs: 180_000 }, 'blitz'],
  [{ type: 'fischer', mainMs: 180_000, incrementMs: 2000 }, 'blitz'],
  [{ type: 'fischer', mainMs: 600_000, incrementMs: 5000 }, 'rapid'],
  [{ type: 'byo-yomi', mainMs: 1_200_000, periods: 3, periodMs: 30_000 }, 'classical'],
  [{ type: 'fixed', moveMs: 10_000 }, 'blitz'],
  [{ type: 'fixed', moveMs: DAY_MS }, 'correspondence'],
])('%j is %s', (clock, speed) => {
  expect(speedOf(clock)).toBe(speed);
});

/** A few players who meet in a few games over some weeks. */
const matchArbitrary = fc
  .record({
    pair: fc.tuple(fc.nat(5), fc.nat(4)),
    game: fc.constantFrom('chess', 'go'),
    speed: fc.constantFrom<Speed>('blitz', 'rapid'),
    winner: fc.constantFrom<RatedMatch['winner']>(0, 1, null),
    // some at the same moment
    endedAtMs: fc.nat(40).map(n => START_MS + n * 2 * DAY_MS),
  })
  .map(({ pair: [a, b], ...rest }) => ({
    ...rest,
    players: [playerOf(a), playerOf(b >= a ? b + 1 : b)] as const,
  }));
/** Half of them have keys. */
const playerOf = (n: number) => ({ key: n % 2 === 0 ? `${n}`.repeat(64) : null, name: `p${n}` });
const seasonArbitrary = fc
  .array(matchArbitrary, { maxLength: 60 })
  .map(matches => matches.map((match, i): RatedMatch => ({ match: `m${i}`, ...match })));

const shuffled = <T>(items: readonly T[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length });

describe('a season', () => {
  test('gives the same ratings and receipts from matches in any order, and from matches given twice', () => {
    fc.assert(
      fc.property(
        seasonArbitrary.chain(season => fc.tuple(fc.constant(season), shuffled(season))),
        ([season, mixed]) => {
          expect(rateMatches([...mixed, ...season])).toEqual(rateMatches(season));
        },
      ),
    );
  });

  test('is rated as core rates it', () => {
    fc.assert(
      fc.property(seasonArbitrary, season => {
        for (const { game, speed, standings } of rateMatches(season)) {
          const own = season.filter(match => match.game === game && match.speed === speed);
          const weeks = own.map(({ endedAtMs }) => periodOf(endedAtMs / 1000));
          const games = own.map(({ players: [a, b], winner }, i) => ({
            players: [ratedPlayerId(a), ratedPlayerId(b)] as const,
            score: winner === null ? 0.5 : 1 - winner,
            ...{ period: weeks[i]!, advantage: 0 },
          }));
          const all = rateAll(games, Math.max(...weeks));
          expect(standings).toHaveLength(all.size);
          for (const { id, rating } of standings) {
            // games of one week are added up in another order, and sums of fractions differ in their last digits
            expect(rating.R).toBeCloseTo(all.get(id)!.R, 6);
            expect(rating.RD).toBeCloseTo(all.get(id)!.RD, 6);
          }
        }
      }),
    );
  });

  test('rated match by match comes to the same, and a week that is over stays as it was', () => {
    fc.assert(
      fc.property(seasonArbitrary, season => {
        const ordered = season.toSorted((a, b) => a.endedAtMs - b.endedAtMs);
        let sofar = rateMatches([]);
        for (let n = 1; n <= ordered.length; n++) {
          const next = rateMatches(ordered.slice(0, n));
          const now = periodOf(ordered[n - 1]!.endedAtMs / 1000);
          for (const { game, speed, standings } of sofar)
            for (const { id, history } of standings) {
              const after = next
                .find(ladder => ladder.game === game && ladder.speed === speed)!
                .standings.find(standing => standing.id === id)!;
              const over = history.filter(({ period }) => period < now);
              expect(after.history.slice(0, over.length)).toEqual(over);
            }
          sofar = next;
        }
        expect(sofar).toEqual(rateMatches(season));
      }),
      { numRuns: 20 },
    );
  });

  test('explains each step: the games of a week, rated from what stood before it', () => {
    fc.assert(
      fc.property(seasonArbitrary, season => {
        for (const { receipt, standings } of rateMatches(season)) {
          const mentioned = new Set(
            standings.flatMap(({ history }) =>
              history.flatMap(({ games }) => games.map(({ match }) => match)),
            ),
          );
          expect([...mentioned].sort()).toEqual(receipt.matches.toSorted());
          for (const { matches, history, rating } of standings) {
            expect(history.reduce((sum, { games }) => sum + games.length, 0)).toBe(matches);
            for (const { before, games, after } of history)
              expect(rate(before, games)).toEqual(after);
            expect(rating.R).toBe(history.at(-1)!.after.R);
          }
        }
      }),
    );
  });
});

describe('a receipt', () => {
  const CHANGES: { readonly [what: string]: (match: RatedMatch) => RatedMatch } = {
    match: match => ({ ...match, match: `${match.match}x` }),
    time: match => ({ ...match, endedAtMs: match.endedAtMs + 1 }),
    winner: match => ({ ...match, winner: match.winner === 0 ? null : 0 }),
    player: match => ({ ...match, players: [match.players[0], { key: null, name: 'p99' }] }),
    seats: match => ({ ...match, players: [match.players[1], match.players[0]] }),
  };

  test('changes with any change of any match, and not with the name of a key', () => {
    fc.assert(
      fc.property(
        seasonArbitrary.filter(({ length }) => length > 0),
        fc.constantFrom(...Object.keys(CHANGES)),
        fc.nat(),
        (season, what, at) => {
          const i = at % season.length;
          const hashes = (matches: readonly RatedMatch[]) =>
            rateMatches(matches).map(({ receipt }) => receipt.hash);
          expect(hashes(season.with(i, CHANGES[what]!(season[i]!)))).not.toEqual(hashes(season));
          expect(hashes(season.toSpliced(i, 1))).not.toEqual(hashes(season));
          const renamed = season.map(match => {
            const [a, b] = match.players.map(player =>
              player.key === null ? player : { ...player, name: 'other' },
            );
            return { ...match, players: [a!, b!] as const };
          });
          expect(hashes(renamed)).toEqual(hashes(season));
        },
      ),
    );
  });

  test('has the matches in order, and the parameters', () => {
    const at = (match: string, week: number, winner: RatedMatch['winner']): RatedMatch => ({
      ...{ match, winner, game: 'chess', speed: 'blitz', endedAtMs: START_MS + week * WEEK_MS },
      players: [
        { key: null, name: 'Ann' },
        { key: null, name: 'Bob' },
      ],
    });
    const [ladder] = rateMatches([at('c', 0, 1), at('b', 1, 0), at('a', 0, null)]);
    expect(ladder!.receipt).toEqual({
      ...{ game: 'chess', speed: 'blitz', matches: ['a', 'c', 'b'] },
      parameters: {
        ...{ system: 'glicko-2', tau: '0.5', rating: '1500', deviation: '350', volatility: '0.06' },
        ...{ periodS: '604800', epochS: '1451865600' },
      },
      // a change of this is a change of a format
      hash: '4d02504b3bb15bf47687d21acefc718d830f389cb310da6ad81acaef7c8511e9',
    });
  });
});

describe('stored rating pools', () => {
  const kept = (matches: readonly RatedMatch[]) => toStoredLadders(rateMatches(matches));
  const someArbitrary = seasonArbitrary.filter(({ length }) => length > 0);

  test('are what their matches give, also when others came after', () => {
    fc.assert(
      fc.property(seasonArbitrary, fc.nat(), (season, at) => {
        expect(findRatingDrift(kept(season), kept(season))).toEqual([]);
        const ordered = season.toSorted(compareRated);
        const first = ordered.slice(0, at % (season.length + 1));
        expect(findStoredDrift(kept(first), ordered)).toEqual([]);
      }),
    );
  });

  test('give a fault where a number, a player or a match is another', () => {
    fc.assert(
      fc.property(someArbitrary, fc.nat(), (season, at) => {
        const [ladder, ...rest] = kept(season);
        const { standings } = ladder!;
        const i = at % standings.length;
        const changed = { ...standings[i]!, rating: '-1.000000' };
        const wrong = [{ ...ladder!, standings: standings.with(i, changed) }, ...rest];
        for (const drifts of [findRatingDrift(wrong, kept(season)), findStoredDrift(wrong, season)])
          expect(drifts).toMatchObject([{ code: 'rating-drift', rule: 'rating' }]);
        const fewer = [{ ...ladder!, standings: standings.toSpliced(i, 1) }, ...rest];
        expect(findRatingDrift(fewer, kept(season))).toMatchObject([{ rule: 'rating' }]);
        const without = season.toSpliced(at % season.length, 1);
        expect(findRatingDrift(kept(without), kept(season))).toMatchObject([{ rule: 'matches' }]);
      }),
    );
  });
});
