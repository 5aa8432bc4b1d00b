/** Moves as people write them. */
import { unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { begin, later, orders, place } from '../../test/kung-fu-chess.ts';
import { ids, squares } from './notation.ts';
import { game } from './rules.ts';
import { parseSquare, squareName } from './squares.ts';

const FOUR = { board: 'four_player', speed: 'lightning' };

test('every square is written by its name and read back', () => {
  for (const size of [8, 12])
    for (let row = 0; row < size; row++)
      for (let column = 0; column < size; column++) {
        const square = (row << 4) | column;
        expect(parseSquare(squareName(square, size), size)).toBe(square);
      }
  expect([parseSquare('i1', 8), parseSquare('a9', 8), parseSquare('a0', 8)]).toEqual([-1, -1, -1]);
});

describe('all legal moves read back', () => {
  test.each([
    ['standard', {}, [0, 1]],
    ['four players', FOUR, [0, 1, 2, 3]],
  ])('%s', (_name, options, seats) => {
    const state = begin(options, seats);
    for (const seat of seats)
      for (const move of game.legal(state, seat))
        for (const notation of [squares, ids])
          expect(unwrap(notation.parse(state, notation.format(state, move)))).toBe(move);
  });
});

test.each([
  ['e2e4', { piece: 'P:1:6:4', to: [4, 4] }],
  ['E2-E4', { piece: 'P:1:6:4', to: [4, 4] }],
  ['g8f6', { piece: 'N:2:0:6', to: [2, 5] }],
])('%s', (text, move) => {
  expect(unwrap(squares.parse(begin(), text))).toEqual(move);
});

test.each(['', 'e4', 'e2e9', 'i2i3', 'e2e4q', 'Nf3', 'e2 e4', '💥'])('%j is no move', text => {
  expect(squares.parse(begin(), text)).toMatchObject({ fault: { code: 'malformed' } });
  expect(ids.parse(begin(), text)).toMatchObject({ fault: { code: 'malformed' } });
});

test('an empty square has no piece', () => {
  expect(squares.parse(begin(), 'e4e5')).toMatchObject({
    fault: { code: 'illegal-move', rule: 'piece_not_found' },
  });
});

test('of two pieces on a square the name means the one at rest, and the other is written by its id', () => {
  const pieces = { 'K:1:7:4': 'a1', 'K:2:0:4': 'a8', 'R:1:7:7': 'h1', 'N:1:7:6': 'g3' };
  const state = later(orders(place(pieces), 0, 'h1h8'), 9).state;
  const both = later(orders(state, 0, 'g3h1'), 13).state;
  expect(both.moves.map(({ from }) => squareName(from, 8))).toEqual(['h1']);
  expect(unwrap(squares.parse(both, 'h1h2')).piece).toBe('N:1:7:6');
  const rook = { piece: 'R:1:7:7', to: [6, 7] } as const;
  expect(squares.format(both, rook)).toBe('R:1:7:7-6:7');
  expect(unwrap(ids.parse(both, 'R:1:7:7-6:7'))).toEqual(rook);
});

test('a square that the board does not have is written by its numbers', () => {
  const off = { piece: 'P:1:6:4', to: [9, 4] } as const;
  expect(squares.format(begin(), off)).toBe('P:1:6:4-9:4');
  const other = { piece: 'P:1:6:10', to: [6, 9] } as const;
  expect(squares.format(begin(), other)).toBe('P:1:6:10-6:9');
  const state = place({ 'K:1:7:4': 'e1', 'K:2:0:4': 'e8' });
  expect(squares.format(state, { piece: 'P:1:6:4', to: [4, 4] })).toBe('P:1:6:4-4:4');
});
