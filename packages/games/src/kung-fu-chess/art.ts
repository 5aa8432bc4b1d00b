/** How Kung Fu Chess is drawn: the men of chess, on a board for two or, without its corners, for four. */
import type { Art } from '@kifu/core';
import { drawSquares } from '@kifu/core/svg';
import { drawMan, MEN_SETS } from '../art/men.ts';

const FOUR = 12;
/** Squares that are missing on each side of a corner. */
const CORNER = 2;

/** The pictures of Kung Fu Chess. */
export const art: Art = {
  drawing: look => (look === 'hole' ? null : drawMan(look)),
  sets: MEN_SETS,
  board: ({ columns, rows }) =>
    columns === FOUR
      ? drawSquares(columns, rows, (column, row) => isOn(column) || isOn(row))
      : undefined,
};

const isOn = (n: number): boolean => n >= CORNER && n < FOUR - CORNER;
