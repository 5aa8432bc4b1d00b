/** Rewards from 0 to 1. */
import type { Outcome } from '@kifu/core';
import { expect, test } from 'vitest';
import { nim } from '../../core/test/toys/nim.ts';
import { bareKit } from '../test/kits.ts';
import { isWin, rewardsOf } from './reward.ts';

const kit = bareKit(nim);
const state = { heap: 3, turn: 0, seats: [0, 2], last: null };
const ended = (result: Outcome['result'], ...winners: number[]): Outcome => ({
  result,
  winners,
  points: null,
  reason: '',
});

test.each<[string, Outcome, number[]]>([
  ['a win', ended('win', 2), [0, 0, 1]],
  ['a win that is shared', ended('win', 0, 2), [1, 0, 1]],
  ['a draw', ended('draw'), [0.5, 0, 0.5]],
  ['a void match', ended('void'), [0.5, 0, 0.5]],
])('rewards of %s', (_name, outcome, rewards) => {
  expect(rewardsOf(kit, state, outcome)).toEqual(rewards);
  expect(isWin(outcome, 2)).toBe(rewards[2] === 1);
});

test.each<[number, number]>([
  [0, 0.5],
  [1000, 1],
  [-500, 0.25],
  [-4000, 0],
])('a judgment of %i as a reward', (points, reward) => {
  const judging = { ...kit, evaluate: () => points };
  expect(rewardsOf(judging, state, null)).toEqual([reward, 0, reward]);
});

test('a match cut off is worth a half to each seat where the kit has no judge', () => {
  expect(rewardsOf(kit, state, null)).toEqual([0.5, 0, 0.5]);
  expect(isWin(null, 0)).toBe(false);
});
