/** Who meets whom: what each system promises, over tournaments with late comers, withdrawals and chance results. */
import { rngFrom, unwrap } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { System, TournamentEntry } from '../entry.ts';
import { playedBy, scoreOf, seatBalance } from '../score.ts';
import { isOver, newTournament, openPairings, type Tournament, take } from '../tournament.ts';
import { pairInOrder } from './matching.ts';
import { bergerRound } from './round-robin.ts';

/** All complete pairings of some. */
function* everyPairing(left: readonly number[]): Generator<[number, number][]> {
  const [first, ...others] = left;
  if (first === undefined) yield [];
  else
    for (const other of others)
      for (const rest of everyPairing(others.filter(one => one !== other)))
        yield [[first, other], ...rest];
}

/** Whether some can be paired, by trying. */
function hasPairing(
  left: readonly number[],
  mayMeet: (pair: readonly number[]) => boolean,
): boolean {
  const [first, ...others] = left;
  return (
    first === undefined ||
    others.some(
      other =>
        mayMeet([first, other]) &&
        hasPairing(
          others.filter(one => one !== other),
          mayMeet,
        ),
    )
  );
}

describe('a complete pairing', () => {
  /** Up to eight who may or may not meet. */
  const graphArbitrary = fc.integer({ min: 1, max: 4 }).chain(half =>
    fc.record({
      count: fc.constant(2 * half),
      edges: fc.array(fc.boolean(), { minLength: 64, maxLength: 64 }),
    }),
  );

  test('is found where there is one, and is the first of all in order', () => {
    fc.assert(
      fc.property(graphArbitrary, ({ count, edges }) => {
        const mayMeet = (a: number, b: number) => edges[8 * Math.min(a, b) + Math.max(a, b)]!;
        const order = Array.from({ length: count }, (_, i) => i);
        const found = pairInOrder(count, mayMeet, order, (_, left) => left);
        // pairings are listed in the same order in which wishes are
        const first = [...everyPairing(order)].find(pairs =>
          pairs.every(([a, b]) => mayMeet(a, b)),
        );
        expect(found).toEqual(first ?? null);
      }),
      { numRuns: 500 },
    );
  });
});

const tournamentOf = (system: System, count: number, rounds = 0): Tournament => {
  const terms = { name: 'Test', system, game: 'chess', rounds };
  return apply(newTournament(terms), ...Array.from({ length: count }, (_, i) => enterOf(`p${i}`)));
};
const enterOf = (name: string): TournamentEntry => ({ type: 'enter', name, key: null });
const apply = (tournament: Tournament, ...entries: TournamentEntry[]): Tournament =>
  entries.reduce((before, entry) => unwrap(take(before, entry)), tournament);

/** Results by chance for all boards that have none. */
function playAll(tournament: Tournament, luck: (below: number) => number): Tournament {
  let now = tournament;
  for (const [round, { pairings }] of tournament.rounds.entries())
    for (const [board, { result }] of pairings.entries())
      if (result === null)
        now = apply(now, {
          ...{ type: 'result', round: round + 1, board: board + 1, match: null },
          winner: luck(2) as 0 | 1,
        });
  return now;
}

const active = ({ players }: Tournament) =>
  players.flatMap(({ isOut }, player) => (isOut ? [] : [player]));

/** Plays to the end; with `changes`, a player may enter or withdraw before each round. */
function* roundsOf(
  first: Tournament,
  seed: number,
  changes: boolean,
): Generator<{ readonly before: Tournament; readonly after: Tournament }> {
  const luck = rngFrom(seed);
  let now = first;
  while (!isOver(now)) {
    if (changes && now.rounds.length > 0) {
      if (luck(3) === 0) now = apply(now, enterOf(`late${now.players.length}`));
      if (luck(3) === 0 && active(now).length > 2) {
        const gone = active(now)[luck(active(now).length)]!;
        now = apply(now, { type: 'withdraw', player: now.players[gone]!.id });
      }
    }
    const before = now;
    const after = apply(now, { type: 'round' });
    yield { before, after };
    now = playAll(after, luck);
  }
}

const settings = fc.record({
  count: fc.integer({ min: 2, max: 9 }),
  rounds: fc.integer({ min: 1, max: 9 }),
  seed: fc.nat(1_000_000),
  changes: fc.boolean(),
});

/** How often two have met, or one had a bye. */
const metIn = (tournament: Tournament) => {
  const played = playedBy(tournament);
  return (one: number, other: number | null) =>
    played[one]!.filter(({ opponent }) => opponent === other).length;
};

describe('swiss', () => {
  test('gives every present player one opponent or the bye', () => {
    fc.assert(
      fc.property(settings, ({ count, rounds, seed, changes }) => {
        for (const { before, after } of roundsOf(
          tournamentOf('swiss', count, rounds),
          seed,
          changes,
        )) {
          const { pairings, byes } = after.rounds.at(-1)!;
          const there = [...pairings.flatMap(({ players }) => players), ...byes];
          expect(there.sort((a, b) => a - b)).toEqual(active(before));
          expect(byes).toHaveLength(there.length % 2);
        }
      }),
    );
  });

  test('no player meets another twice, has two byes or one seat too often while any pairing avoids it', () => {
    fc.assert(
      fc.property(settings, ({ count, rounds, seed, changes }) => {
        for (const { before, after } of roundsOf(
          tournamentOf('swiss', count, rounds),
          seed,
          changes,
        )) {
          const met = metIn(before);
          const balances = playedBy(before).map(seatBalance);
          const others = active(before).length % 2 === 0 ? [] : [-1];
          const troubleOf = ([a, b]: readonly number[]): number => {
            if (a === -1 || b === -1) return 2 * met(a === -1 ? b! : a!, null);
            const isClash = balances[a!] === balances[b!] && Math.abs(balances[a!]!) >= 2;
            return 2 * met(a!, b!) + (isClash ? 1 : 0);
          };
          const worst = (pairs: readonly (readonly number[])[]) =>
            Math.max(...pairs.map(troubleOf));
          const { pairings, byes } = after.rounds.at(-1)!;
          const made = [...pairings.map(({ players }) => players), ...byes.map(one => [one, -1])];
          const most = worst(made);
          // a pairing with a lower maximum penalty, searched exhaustively
          const all = [...active(before), ...others];
          expect(hasPairing(all, pair => troubleOf(pair) < most)).toBe(false);
          // and seats are given so that no player's balance is further off than the pairing makes necessary
          if (most === 0)
            for (const balance of playedBy(after).map(seatBalance))
              expect(Math.abs(balance)).toBeLessThanOrEqual(Math.max(2, ...balances.map(Math.abs)));
        }
      }),
      { numRuns: 60 },
    );
  });

  test('the same entries give the same pairings, in rounds of score groups', () => {
    const first = tournamentOf('swiss', 8, 3);
    const rounds = [...roundsOf(first, 5, false)].map(({ after }) => after.rounds.at(-1)!);
    expect([...roundsOf(first, 5, false)].map(({ after }) => after.rounds.at(-1)!)).toEqual(rounds);
    expect(rounds[0]!.pairings.map(({ players }) => players)).toEqual([
      [0, 4],
      [1, 5],
      [2, 6],
      [3, 7],
    ]);
    const [, second] = roundsOf(first, 5, false);
    const scores = playedBy(second!.before).map(scoreOf);
    for (const { players } of rounds[1]!.pairings) {
      expect(scores[players[0]]).toBe(scores[players[1]]);
    }
  });
});

describe('round-robin', () => {
  test('pairs by the tables of Berger', () => {
    const table = (count: number) =>
      Array.from({ length: count - 1 }, (_, round) =>
        bergerRound(count, round)
          .map(([a, b]) => `${a + 1}-${b + 1}`)
          .join(' '),
      );
    expect(table(4)).toEqual(['1-4 2-3', '4-3 1-2', '2-4 3-1']);
    expect(table(6)).toEqual([
      '1-6 2-5 3-4',
      '6-4 5-3 1-2',
      '2-6 3-1 4-5',
      '6-5 1-4 2-3',
      '3-6 4-2 5-1',
    ]);
  });

  test('pairs every player with every other once, with balanced seats', () => {
    for (let count = 2; count <= 21; count++) {
      const [...rounds] = roundsOf(tournamentOf('round-robin', count), 1, false);
      const { after } = rounds.at(-1)!;
      for (const [player, games] of playedBy(after).entries()) {
        const opponents = games.flatMap(({ opponent }) => opponent ?? []);
        expect(opponents.toSorted((a, b) => a - b)).toEqual(
          after.players.flatMap((_, other) => (other === player ? [] : [other])),
        );
        expect(Math.abs(seatBalance(games))).toBeLessThanOrEqual(1);
      }
    }
  });

  test('who withdraws loses what is left without playing', () => {
    let now = playAll(apply(tournamentOf('round-robin', 4), { type: 'round' }), rngFrom(1));
    now = apply(now, { type: 'withdraw', player: '@p0' }, { type: 'round' });
    expect(openPairings(now)).toHaveLength(1);
    const [forfeit] = now.rounds[1]!.pairings.filter(({ players }) => players.includes(0));
    expect(forfeit!.result).toEqual({ match: null, winner: 1 - forfeit!.players.indexOf(0) });
    expect(take(now, enterOf('late'))).toMatchObject({ fault: { code: 'unsupported' } });
  });
});

describe('knock-out', () => {
  test('each round halves who is left, until one is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), fc.nat(1000), (count, seed) => {
        let left = count;
        for (const { after } of roundsOf(tournamentOf('knock-out', count), seed, false)) {
          const { pairings, byes } = after.rounds.at(-1)!;
          expect(2 * pairings.length + byes.length).toBe(left);
          left = pairings.length + byes.length;
        }
        expect(left).toBe(1);
      }),
    );
  });

  test('the first two can meet only in the last round, and a draw is for the second seat', () => {
    let now = tournamentOf('knock-out', 8);
    while (!isOver(now)) {
      now = apply(now, { type: 'round' });
      for (const [board, { players }] of now.rounds.at(-1)!.pairings.entries())
        now = apply(now, {
          ...{ type: 'result', round: now.rounds.length, board: board + 1 },
          ...{ match: null, winner: players[0] < players[1] ? 0 : 1 },
        });
    }
    expect(now.rounds).toHaveLength(3);
    expect(now.rounds[2]!.pairings[0]!.players.toSorted()).toEqual([0, 1]);
    const match = `bafyrei${'a'.repeat(52)}`;
    const drawn = apply(
      tournamentOf('knock-out', 2),
      { type: 'round' },
      { type: 'result', round: 1, board: 1, match, winner: null },
    );
    expect(playedBy(drawn).map(scoreOf)).toEqual([0, 2]);
  });
});

describe('arena', () => {
  test('who is free is paired without waiting, not with the last opponent while avoidable', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 12 }), fc.nat(1000), (count, seed) => {
        const luck = rngFrom(seed);
        let now = tournamentOf('arena', count, 12);
        for (let wave = 0; wave < 12; wave++) {
          const busy = openPairings(now).flatMap(({ players }) => players);
          now = apply(now, { type: 'round' });
          const paired = now.rounds.at(-1)!.pairings.flatMap(({ players }) => players);
          expect(new Set([...busy, ...paired]).size).toBe(busy.length + paired.length);
          expect(count - busy.length - paired.length).toBeLessThanOrEqual(1);
          // half of the boards finish
          for (const [round, { pairings }] of now.rounds.entries())
            for (const [board, { result }] of pairings.entries())
              if (result === null && luck(2) === 0)
                now = apply(now, {
                  ...{ type: 'result', round: round + 1, board: board + 1, match: null },
                  winner: luck(2) as 0 | 1,
                });
        }
        expect(take(now, { type: 'round' }).ok).toBe(false);
      }),
    );
  });
});

test.each<[string, TournamentEntry[], string]>([
  ['a name twice', [enterOf('p0')], 'conflict'],
  [
    'the name of another with a key',
    [{ type: 'enter', name: 'p0', key: 'ab'.repeat(32) }],
    'conflict',
  ],
  [
    'the withdrawal of a player who never entered',
    [{ type: 'withdraw', player: '@nobody' }],
    'not-found',
  ],
  ['a round before the results', [{ type: 'round' }, { type: 'round' }], 'conflict'],
  [
    'a result of no board',
    [{ type: 'result', round: 1, board: 1, match: null, winner: 0 }],
    'not-found',
  ],
  [
    'a result twice',
    [
      { type: 'round' },
      { type: 'result', round: 1, board: 1, match: null, winner: 0 },
      { type: 'result', round: 1, board: 1, match: null, winner: 1 },
    ],
    'conflict',
  ],
])('refuses %s', (_what, entries, code) => {
  const first = tournamentOf('swiss', 4, 3);
  const before = apply(first, ...entries.slice(0, -1));
  expect(take(before, entries.at(-1)!)).toMatchObject({ ok: false, fault: { code } });
});
