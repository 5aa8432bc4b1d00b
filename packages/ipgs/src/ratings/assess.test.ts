/** Whom an author relies on, and how far invented crowds of players get. */
import type { RatedGame } from '@kifu/core/glicko2';
import { expect, test } from 'vitest';
import { anchoredPlayers, assessPlayers, type KnownWorld, type Opinion } from './assess.ts';
import { agreement } from './trust.ts';

const game = (black: string, white: string, score: number, period = 0): RatedGame => ({
  players: [black, white],
  score,
  period,
  advantage: 0,
});
const WORLD: KnownWorld = {
  ...{ author: 'ann', games: [], opinions: [], flags: new Map(), overrides: new Map() },
  ...{ period: 0, now: 0n },
};
const says = (by: string, about: string, R: number, RD = 30): Opinion => ({
  by,
  about,
  rating: { R, RD, at: 0n },
});

test('who played the author is relied on, and who played two of those', () => {
  const games = [
    game('ann', 'bob', 1),
    game('eve', 'ann', 1),
    game('bob', 'carl', 1),
    game('carl', 'eve', 0),
    game('carl', 'dora', 1),
    game('eve', 'puppet', 1),
    game('puppet', 'puppet2', 1),
    game('puppet2', 'eve', 0),
  ];
  expect([...anchoredPlayers('ann', games)].sort()).toEqual(['ann', 'bob', 'carl', 'eve']);
  expect([...anchoredPlayers('nobody', games)]).toEqual(['nobody']);
});

test('treats all players as newcomers, and strangers as worth nothing, while nothing is known', () => {
  const assessed = assessPlayers({ ...WORLD, opinions: [says('eve', 'eve', 2500)] });
  expect(assessed.get('eve')).toMatchObject({
    trust: 0,
    final: { R: 1500, RD: 350 },
    claimed: { R: 2500 },
  });
  expect(assessed.get('ann')?.trust).toBe(1);
});

test('games that a player invented with puppets do not count', () => {
  const real = [game('ann', 'eve', 1), game('eve', 'ann', 0.5)];
  const invented = Array.from({ length: 40 }, (_, i) => game('eve', `puppet${i % 10}`, 1, i % 5));
  const crowd = Array.from({ length: 10 }, (_, i) => says(`puppet${i}`, 'eve', 2600));
  const plain = assessPlayers({ ...WORLD, games: real, period: 5 });
  const fooled = assessPlayers({
    ...WORLD,
    games: [...real, ...invented],
    opinions: crowd,
    period: 5,
  });
  expect(fooled.get('eve')?.estimated).toEqual(plain.get('eve')?.estimated);
  expect(fooled.get('eve')?.final).toEqual(plain.get('eve')?.final);
  expect(fooled.get('puppet1')?.trust).toBe(0);
});

test('flags and the person’s own setting change trust', () => {
  const games = Array.from({ length: 8 }, () => game('ann', 'bob', 1));
  const trust = (change: Partial<KnownWorld>) =>
    assessPlayers({ ...WORLD, games, ...change }).get('bob')!.trust;
  expect(trust({})).toBeCloseTo(8 / 12);
  expect(trust({ flags: new Map([['bob', { 'illegal-move': 1 }]]) })).toBeCloseTo(8 / 16);
  expect(trust({ flags: new Map([['bob', { equivocation: 1 }]]) })).toBe(0);
  expect(trust({ overrides: new Map([['bob', 0.9]]) })).toBe(0.9);
});

test('who says what the author knows better is believed less', () => {
  const own = { R: 1500, RD: 60 };
  expect(agreement([])).toBe(1);
  expect(agreement([{ own, theirs: { R: 1540, RD: 60 } }])).toBe(1);
  expect(agreement([{ own, theirs: { R: 1900, RD: 30 } }])).toBeLessThan(1e-9);
});
