/** Squares as numbers: sixteen times the row, counted from the top, plus the column, counted from the left; a byte each. */

/** More than any square. */
export const SQUARES = 256;

/** Rows and columns of the largest board. */
export const MAX_SIZE = 12;

/** The square in a row and column. */
export const squareAt = (row: number, column: number): number => (row << 4) | column;
export const rowOf = (square: number): number => square >> 4;
export const columnOf = (square: number): number => square & 15;

/** `e4`: columns are letters from a, rows are counted from the bottom of a board of that size. */
export const squareName = (square: number, size: number): string =>
  `${LETTERS[columnOf(square)]}${size - rowOf(square)}`;

/** The name of a square, or row and column of one that a board of that size does not have. */
export const describeSquare = (square: number, size: number): string =>
  rowOf(square) < size && columnOf(square) < size
    ? squareName(square, size)
    : `row ${rowOf(square)}, column ${columnOf(square)}`;

/** The square that a name stands for on a board of that size; −1 where there is none. */
export function parseSquare(name: string, size: number): number {
  const found = /^([a-l])([1-9][0-9]?)$/.exec(name);
  if (found === null) return -1;
  const column = LETTERS.indexOf(found[1]!);
  const row = size - Number(found[2]);
  return column < size && row >= 0 ? squareAt(row, column) : -1;
}

/** Names of columns. */
export const LETTERS = 'abcdefghijkl';
