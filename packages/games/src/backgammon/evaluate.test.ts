/** Judging positions: bounds, symmetry and a few certainties. */
import { rngFrom, start, step, unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { type Position, playSteps, START, stateOf } from '../../test/backgammon-positions.ts';
import { evaluate } from './evaluate.ts';
import { game } from './rules.ts';

test('a won match is worth most to the winner and least to the loser', () => {
  const won = playSteps(stateOf({ white: { 1: 1 }, black: { 1: 5 }, dice: [6, 5] }), '6:1/off');
  expect([evaluate(won, 0), evaluate(won, 1)]).toEqual([1000, -1000]);
});

test.each<[name: string, worse: Position, better: Position]>([
  [
    'being ahead in a race',
    { white: { 6: 8 }, black: { 6: 6 } },
    { white: { 6: 6 }, black: { 6: 8 } },
  ],
  [
    'a point to two open checkers',
    { white: { 24: 2, 13: 5, 8: 2, 7: 1, 6: 4, 5: 1 } },
    { white: { 24: 2, 13: 5, 8: 2, 6: 4, 5: 2 } },
  ],
  [
    'nothing open to the other',
    { white: { 24: 2, 13: 4, 11: 1, 10: 1, 8: 2, 6: 5 }, turn: 1 },
    { white: START, turn: 1 },
  ],
  [
    'six points in a row',
    { white: { 13: 3, 9: 2, 7: 2, 6: 2, 5: 2, 4: 2, 3: 2 }, black: { 24: 1, 6: 14 } },
    { white: { 13: 3, 8: 2, 7: 2, 6: 2, 5: 2, 4: 2, 3: 2 }, black: { 24: 1, 6: 14 } },
  ],
  ['the other on the bar', { black: START }, { black: { 25: 1, 24: 1, 13: 5, 8: 3, 6: 5 } }],
])('better: %s', (_name, worse, better) => {
  expect(evaluate(stateOf(better), 0)).toBeGreaterThan(evaluate(stateOf(worse), 0));
});

test('one seat gains what the other loses, in whole numbers, all through games', () => {
  for (const seed of [1, 2, 3]) {
    const luck = rngFrom(seed);
    let { state, outcome } = unwrap(start(game, { seed }));
    while (outcome === null) {
      const white = evaluate(state, 0);
      expect(white + evaluate(state, 1)).toBe(0);
      expect(Number.isInteger(white) && !Object.is(white, -0)).toBe(true);
      expect(Math.abs(white)).toBeLessThan(1000);
      const moves = [...game.legal(state, state.turn)];
      const move = moves[luck(moves.length)]!;
      ({ state, outcome } = unwrap(step(game, state, { do: 'move', seat: state.turn, move })));
    }
  }
});

test('both sides are judged alike', () => {
  const sides: Position = { white: { 24: 1, 20: 1, 13: 5, 8: 3, 6: 5 }, black: START };
  const turned: Position = { white: START, black: sides.white!, turn: 1 };
  expect(evaluate(stateOf(sides), 0)).toBe(evaluate(stateOf(turned), 1));
});
