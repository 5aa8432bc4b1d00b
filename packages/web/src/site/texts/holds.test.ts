/** What a cell says where a position is set up: what it holds, in every language, and nothing of moves. */
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { japanese } from './ja.ts';

test.each([
  [english, 'd4 holds white pawn', 'd4 empty'],
  [german, 'auf d4: white pawn', 'd4 leer'],
  [japanese, 'd4 に white pawn', 'd4 空き'],
])('a cell is described with its piece, or as empty', ({ position: { holds } }, held, empty) => {
  expect(holds('d4', 'white pawn')).toBe(held);
  expect(holds('d4', '')).toBe(empty);
});
