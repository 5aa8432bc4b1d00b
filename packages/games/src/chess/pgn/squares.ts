/** The names of squares, as drawings in comments have them. */
import type { SquareNames } from '../../formats/movetext/commands.ts';
import { squareName } from '../move-codec.ts';
import { BOARD, cellOf, squareOf } from '../scene.ts';

const NAMES: readonly string[] = Array.from({ length: 64 }, (_, square) => squareName(square));

/** The board from a1 to h8. */
export const squares: SquareNames = {
  length: 2,
  cellOf(name) {
    const square = NAMES.indexOf(name);
    return square < 0 ? null : cellOf(square);
  },
  nameOf: cell =>
    cell.area === BOARD.id && cell.column < 8 && cell.row < 8 ? NAMES[squareOf(cell)]! : null,
};
