/** Labels of cells in the board editor, in every language. */

import { site as german } from '@kifu/texts/de/site';
import { site as english } from '@kifu/texts/en/site';
import { site as japanese } from '@kifu/texts/ja/site';
import { expect, test } from 'vitest';

test.each([
  [english, 'd4, white pawn', 'd4, empty'],
  [german, 'd4, white pawn', 'd4, leer'],
  [japanese, 'd4、white pawn', 'd4、空き'],
])('a cell is described with its piece, or as empty', ({ position: { holds } }, held, empty) => {
  expect(holds('d4', 'white pawn')).toBe(held);
  expect(holds('d4', '')).toBe(empty);
});
