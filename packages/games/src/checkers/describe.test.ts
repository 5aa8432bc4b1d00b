/** Spoken moves and positions. */
import { unwrap } from '@kifu/core';
import { expect, test } from 'vitest';
import { describe } from './describe.ts';
import { initial, parseFen } from './fen.ts';
import { moves } from './move-codec.ts';
import { parseNumbers } from './numbers.ts';
import { game } from './rules.ts';

test.each<[fen: string, move: string, words: string]>([
  ['B:W32:B11', '11-15', 'man 11 to 15'],
  ['B:W32:BK11', '11-8', 'king 11 to 8'],
  ['B:W15,32:B11', '11x18', 'man 11 takes 15 to 18'],
  ['B:W15,22,32:B11', '11x18x25', 'man 11 takes 15 and 22 to 25'],
  ['B:W6,15,24,32:B1', '1x28', 'man 1 takes 6, 15, and 24 to 28'],
  ['B:W21:B26', '26-31', 'man 26 to 31, is crowned'],
  [
    'B:W15:B11',
    '11x18',
    'man 11 takes 15 to 18, Black wins because the opponent has no legal moves',
  ],
])('%s %s: %s', (fen, text, words) => {
  const state = unwrap(parseFen(fen));
  const move = unwrap(parseNumbers(state, text));
  const { events } = unwrap(game.play(state, state.turn, move));
  expect(describe.move(state, move, events)).toBe(words);
});

test('a move that breaks the rules is told by its squares', () => {
  expect(describe.move(initial, unwrap(moves.hex.decode('0x224400')), [])).toBe('11-18');
});

test.each<[fen: string, words: string]>([
  ['B:W32:BK11,3,1', 'Black: men 1 3, king 11. White: man 32. Black to move.'],
  ['W:W:B1', 'Black: man 1. White: none. Black wins because the opponent has no legal moves.'],
  [
    'B:WK31,K32:B',
    'Black: none. White: kings 31 32. White wins because the opponent has no legal moves.',
  ],
])('%s: %s', (fen, words) => {
  expect(describe.position(unwrap(parseFen(fen)))).toBe(words);
});

test('a position tells of a draw, and of a chain that continues', () => {
  let state = unwrap(parseFen('B:WK32:BK1'));
  for (const text of ['1-6', '32-27', '6-1', '27-32', '1-6', '32-27', '6-1', '27-32'])
    state = unwrap(game.play(state, state.turn, unwrap(parseNumbers(state, text)))).state;
  expect(describe.position(state)).toMatch(/Draw by threefold repetition\.$/);
  const canon = game.states.canon(unwrap(parseFen('B:W18,26:B15'))) as object;
  const going = unwrap(game.states.restore({ ...canon, mustContinueFrom: [3, 3] }));
  expect(describe.position(going)).toMatch(/Black to move, must continue jumping from 15\.$/);
});
