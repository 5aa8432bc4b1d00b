/** Results of two players against each other. */
import type { Outcome } from '@kifu/core';
import { expect, test } from 'vitest';
import type { ListedMatch } from '../server.ts';
import { headToHead } from './head-to-head.ts';

const game = (players: readonly string[], outcome: Partial<Outcome> | null): ListedMatch => ({
  ...{ match: players.join(), head: '', game: 'chess', players, startedAt: null, entries: 2 },
  ...{ rated: false, source: null, opening: [] },
  outcome:
    outcome === null ? null : { result: 'win', winners: [], points: null, reason: 'x', ...outcome },
});

test('counts what both played to an end, from either side', () => {
  const newest = game(['Ben', 'Ada'], { winners: [1] });
  const listings = [
    newest,
    game(['Ada', 'Ben'], { winners: [1] }),
    game(['Ada', 'Ben'], { winners: [1] }),
    game(['Ada', 'Ben'], { result: 'draw', winners: [] }),
    game(['Ada', 'Ben'], null),
    game(['Ada', 'Benno'], { winners: [0] }),
    game(['Adam', 'Ben'], { winners: [1] }),
  ];
  expect(headToHead(listings, 'Ada', 'Ben')).toEqual({
    wins: 1,
    draws: 1,
    losses: 2,
    last: newest,
  });
  expect(headToHead(listings, 'Ada', 'Cleo')).toBeNull();
  expect(headToHead(listings, 'Ada', 'Ada')).toBeNull();
});
