/** Judging positions: bounds, symmetry and a few certainties. */
import { expect, test } from 'vitest';
import { positionOf, seatsFor, walk } from '../../test/domino-rounds.ts';
import { evaluate } from './evaluate.ts';
import type { State } from './state.ts';

/** The ends are 3 and 5. */
const at = (hands: string[], boneyard = '44'): State => positionOf('35', hands, boneyard);

test.each<[name: string, state: State, worth: number]>([
  ['equal hands', at(['01 25', '02 15']), 0],
  ['won', at(['', '02 15']), 1000],
  ['lost', at(['01 25', '']), -1000],
  ['a draw', at(['12', '00 01 02'], ''), 0],
])('%s', (_name, state, worth) => {
  expect(evaluate(state, 0)).toBe(worth);
});

test.each<[name: string, worse: string, better: string]>([
  ['a tile more', '01 25 34', '01 25'],
  ['more pips', '01 26', '01 25'],
  ['fewer numbers', '00 11', '01 02'],
])('%s is worse', (_name, worse, better) => {
  expect(evaluate(at([better, '36 56']), 0)).toBeGreaterThan(evaluate(at([worse, '36 56']), 0));
  expect(evaluate(at(['36 56', better]), 0)).toBeLessThan(evaluate(at(['36 56', worse]), 0));
});

test.each([2, 3, 4])('all through a round of %d seats: whole numbers within bounds', count => {
  for (const { state } of walk(5, count)) {
    if (state.outcome !== null) return;
    const worths = seatsFor(count).map(seat => evaluate(state, seat));
    for (const worth of worths) {
      expect(Number.isInteger(worth) && !Object.is(worth, -0)).toBe(true);
      expect(Math.abs(worth)).toBeLessThan(1000);
    }
    // between two, one gains what the other loses; of several, one at most is ahead
    if (count === 2) expect(worths[0]! + worths[1]!).toBe(0);
    expect(worths.filter(worth => worth > 0).length).toBeLessThanOrEqual(1);
  }
});
