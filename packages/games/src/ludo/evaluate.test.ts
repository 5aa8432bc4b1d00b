/** Judging states: bounds, symmetry and a few certainties. */
import { rngFrom, type Seat, start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { at, IN_BASE } from '../../test/ludo-positions.ts';
import { evaluate } from './evaluate.ts';
import type { Move } from './move-codec.ts';
import { game } from './rules.ts';
import type { State } from './state.ts';

const AHEAD = [20, -1, -1, -1];

test.each<[name: string, own: number[], other: number[], worth: number]>([
  ['the start is even', IN_BASE, IN_BASE, 0],
  ['all home has won', [56, 56, 56, 56], AHEAD, 1000],
  ['who has not has lost', AHEAD, [56, 56, 56, 56], -1000],
])('%s', (_name, own, other, worth) => {
  expect(evaluate(at([own, other], { turn: worth < 0 ? 0 : 1 }), 0)).toBe(worth);
});

test.each<[name: string, less: [number[], number[]], more: [number[], number[]]]>([
  ['a token in base', [IN_BASE, IN_BASE], [[0, -1, -1, -1], IN_BASE]],
  ['a step less', [[5, -1, -1, -1], IN_BASE], [[6, -1, -1, -1], IN_BASE]],
  ['being out in the open', [[50, -1, -1, -1], IN_BASE], [[51, -1, -1, -1], IN_BASE]],
  ['a place in the column', [[55, -1, -1, -1], IN_BASE], [[56, -1, -1, -1], IN_BASE]],
  // green's 0 is ring square 13
  [
    'a token in reach of the other',
    [
      [17, -1, -1, -1],
      [0, -1, -1, -1],
    ],
    [
      [13, -1, -1, -1],
      [0, -1, -1, -1],
    ],
  ],
  [
    'the other on a safe square',
    [
      [9, -1, -1, -1],
      [0, -1, -1, -1],
    ],
    [
      [9, -1, -1, -1],
      [1, -1, -1, -1],
    ],
  ],
])('more is better than %s', (_name, less, more) => {
  expect(evaluate(at(more), 0)).toBeGreaterThan(evaluate(at(less), 0));
  expect(evaluate(at(more), 0)).toBeLessThan(1000);
});

// green's 0 is ring square 13, and its 50 is square 11, where it turns off into its column; leads are in sixths of a step
test.each<[name: string, own: number, other: number, lead: number]>([
  ['six ahead of green', 19, 0, 5 * 35 - 6 * 16],
  ['seven ahead of green', 20, 0, 6 * 36 - 6 * 16],
  ['three ahead of one that turns off', 14, 50, 6 * 30 - 6 * 66],
])('threats: %s', (_name, own, other, lead) => {
  const state = at([
    [own, -1, -1, -1],
    [other, -1, -1, -1],
  ]);
  expect(evaluate(state, 0)).toBe(Math.trunc((1000 * lead) / (Math.abs(lead) + 480)));
});

test('a player that takes the best-judged move wins more often than one that plays by luck', () => {
  let won = 0;
  for (let i = 0; i < 60; i++) {
    const luck = rngFrom(i + 1);
    let { state, outcome } = unwrap(start(game, { seed: 7919 * i + 3 }));
    while (outcome === null) {
      const [seat = 0] = game.active(state);
      const legal = [...game.legal(state, seat)];
      const move = seat === i % 2 ? bestOf(state, seat, legal) : legal[luck(legal.length)]!;
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
    }
    if (outcome.winners.includes(i % 2)) won++;
  }
  expect(won).toBeGreaterThan(40);
});

const bestOf = (state: State, seat: Seat, legal: readonly Move[]): Move =>
  legal
    .map(move => ({ move, worth: evaluate(unwrap(game.play(state, seat, move)).state, seat) }))
    .reduce((best, other) => (other.worth > best.worth ? other : best)).move;

test('whole numbers within bounds all through a game; between two what one gains the other loses', () => {
  for (const seats of [
    [0, 1],
    [0, 1, 2, 3],
  ]) {
    const luck = rngFrom(11);
    let { state, outcome } = unwrap(start(game, { seats, seed: 11 }));
    for (let i = 0; i < 300 && outcome === null; i++) {
      const worths = seats.map(seat => evaluate(state, seat));
      for (const worth of worths) {
        expect(Number.isInteger(worth) && !Object.is(worth, -0)).toBe(true);
        expect(Math.abs(worth)).toBeLessThan(1000);
      }
      if (seats.length === 2) expect(worths[0]! + worths[1]!).toBe(0);
      const [seat = 0] = game.active(state);
      const legal = [...game.legal(state, seat)];
      const move = legal[luck(legal.length)]!;
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat, move })));
    }
  }
});
