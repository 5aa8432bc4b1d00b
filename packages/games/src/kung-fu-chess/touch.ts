/** How commands are given on the board: the piece where it is, then the square where it is to go. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
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

/** The command from a piece to a square; of a piece alone, to the squares around it. */
export function attempts(cells: readonly Cell[], seat: Seat, { pieces }: Scene): Move[] {
  const [from, to] = cells;
  const man = pieces.find(
    ({ owner, column, row }) =>
      owner === seat && Math.round(column) === from?.column && Math.round(row) === from.row,
  );
  if (man === undefined || from === undefined) return [];
  if (to !== undefined) return [{ piece: man.id, to: [to.row, to.column] }];
  const near = [-1, 0, 1].flatMap(down =>
    [-1, 0, 1].map((across): [number, number] => [from.row + down, from.column + across]),
  );
  return near
    .filter(([row, column]) => row !== from.row || column !== from.column)
    .map(end => ({ piece: man.id, to: end }));
}
