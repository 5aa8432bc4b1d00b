/** Labels of cells in the board editor, in every language. */
import { expect, test } from 'vitest';
import { german } from './de.ts';
import { english } from './en.ts';
import { japanese } from './ja.ts';

test.each([
  [english, 'd4, white pawn', 'd4, empty'],
  [german, 'd4, white pawn', 'd4, leer'],
  [japanese, 'd4、white pawn', 'd4、空き'],
])('a cell is described with its piece, or as empty', ({ position: { holds } }, held, empty) => {
  expect(holds('d4', 'white pawn')).toBe(held);
  expect(holds('d4', '')).toBe(empty);
});
