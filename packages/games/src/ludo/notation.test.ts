/** Moves as people type them. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { at, IN_BASE } from '../../test/ludo-positions.ts';
import { moveOf } from './move-codec.ts';
import { formatMove, parseMove } from './notation.ts';
import { game } from './rules.ts';

const state = at([[5, -1, 20, 56], IN_BASE], { dice: 6 });

test.each<[text: string, token: number, steps: number]>([
  ['1+6', 0, 6],
  ['2out', 1, 0],
  ['3+6', 2, 6],
  ['4+1', 3, 1],
])('%s', (text, token, steps) => {
  expect(formatMove(moveOf(token, steps))).toBe(text);
  expect(unwrap(parseMove(state, text))).toBe(moveOf(token, steps));
});

test.each<[text: string, token: number, steps: number]>([
  ['1', 0, 6],
  ['2', 1, 0],
  [' 3 ', 2, 6],
  ['1 + 6', 0, 6],
  ['2 OUT', 1, 0],
])('%j is taken too', (text, token, steps) => {
  expect(unwrap(parseMove(state, text))).toBe(moveOf(token, steps));
});

test.each(['', '0', '5', '1+7', '1+0', '1-6', 'out', '12', '1+66', '1out6', '１'])(
  '%j is no move',
  text => {
    expect(parseMove(state, text)).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  },
);

test('a token alone needs a number on the table', () => {
  const due = at([[5, -1, 20, 56], IN_BASE]);
  expect(parseMove(due, '1')).toMatchObject({ ok: false, fault: { code: 'malformed' } });
  expect(unwrap(parseMove(due, '1+6'))).toBe(moveOf(0, 6));
});

test('what is legal reads back, and the token alone means the same', () => {
  for (const move of game.legal(state, 0)) {
    expect(unwrap(parseMove(state, formatMove(move)))).toBe(move);
    expect(unwrap(parseMove(state, `${move.tokenIndex + 1}`))).toBe(move);
  }
});
