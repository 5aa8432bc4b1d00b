/** Spoken moves and positions. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { type Position, playSteps, stateOf } from '../../test/backgammon-positions.ts';
import { describe } from './describe.ts';
import { parseStep } from './notation.ts';
import { game } from './rules.ts';

test.each<[position: Position, text: string, words: string]>([
  [{ dice: [3, 1] }, '8/5', '8 to 5'],
  [{ dice: [3, 1], turn: 1 }, '8/5', '8 to 5'],
  [{ black: { 21: 1, 6: 14 }, dice: [4, 1] }, '8/4', '8 to 4, hits'],
  [{ white: { 25: 1, 8: 14 }, dice: [3, 1] }, 'bar/22', 'bar to 22'],
  [
    { white: { 25: 2, 8: 13 }, black: { 6: 2, 2: 13 }, dice: [1, 6] },
    'bar/24',
    'bar to 24, cannot play 6',
  ],
  [{ white: { 6: 2 }, black: { 1: 5 }, dice: [6, 1] }, '6/off', '6 off'],
  [
    { white: { 6: 1 }, black: { 1: 5 }, dice: [6, 6] },
    '6/off',
    '6 off, White wins with a single game',
  ],
  [{ white: { 6: 1 }, black: { 1: 15 }, dice: [6, 6] }, '6/off', '6 off, White wins with a gammon'],
  [
    { white: { 6: 1 }, black: { 25: 1, 1: 14 }, dice: [6, 6] },
    '6/off',
    '6 off, White wins with a backgammon',
  ],
])('%j %s: %s', (position, text, words) => {
  const state = stateOf(position);
  const move = unwrap(parseStep(state, text));
  const { events } = unwrap(game.play(state, state.turn, move));
  expect(describe.move(state, move, events)).toBe(words);
});

test('a refused move has words too', () => {
  const state = stateOf({ dice: [3, 1] });
  expect(describe.move(state, { die: 6, from: 2, to: 'off' }, [])).toBe('3 off');
});

const SIDE = '2 on 24, 5 on 13, 3 on 8, 5 on 6.';
test.each<[position: Position, words: string]>([
  [{ dice: [3, 1] }, `White: ${SIDE} Black: ${SIDE} White to play 3 and 1.`],
  [
    { dice: [4, 4], left: [4, 4, 4], turn: 1 },
    `White: ${SIDE} Black: ${SIDE} Black to play 4, 4, and 4.`,
  ],
  [{}, `White: ${SIDE} Black: ${SIDE} White to roll.`],
  [
    { white: { 25: 1, 6: 2 }, black: { 3: 1 }, dice: [2, 2] },
    'White: 1 on the bar, 2 on 6, 12 off. Black: 1 on 3, 14 off. White to play 2, 2, 2, and 2.',
  ],
])('position %j', (position, words) => {
  expect(describe.position(stateOf(position))).toBe(words);
});

test('a finished match says who wins and how', () => {
  const won = playSteps(stateOf({ white: { 6: 1 }, black: { 1: 15 }, dice: [6, 6] }), '6/off');
  expect(describe.position(won)).toBe('White: 15 off. Black: 15 on 1. White wins with a gammon.');
});
