/** How commands are given on the board: the piece where it is, then the square where it is to go. */
import type { Scene, Seat, Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { cellOf } from './scene.ts';
import { squareAt } from './squares.ts';

/** The piece and the square of a command. */
export function touch({ piece, to }: Move, _seat: Seat, { pieces }: Scene): Touch {
  const man = pieces.find(({ id }) => id === piece);
  if (man === undefined) return { path: [piece] };
  const { area, column, row } = man;
  // one that flies is between squares
  const from = { area, column: Math.round(column), row: Math.round(row) };
  return { path: [[from], [cellOf(squareAt(...to))]] };
}
