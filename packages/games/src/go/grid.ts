/**
 * The shape of a board, and how its points are numbered. A point is a column x from the left and a row y from the top,
 * both from 0. As a number it is a cell: the columns lie one after the other, each with a cell of edge behind it, and a
 * column of edge lies before the first and behind the last. So the neighbors of every point are one cell and one
 * column away, and there is no need to ask where the board ends.
 */

/** Smallest and largest board size. IPGS §9.2. */
export const MIN_SIZE = 2;
export const MAX_SIZE = 52;

/** Column and row, from 0, from the upper left corner. */
export type Point = readonly [x: number, y: number];

/** A shape of board. */
export interface Grid {
  readonly width: number;
  readonly height: number;
  /** From a point to the one on its right; also the first cell of the first column. */
  readonly stride: number;
  /** Cells with the edge. */
  readonly size: number;
  /** How many numbers it takes to hold the stones. */
  readonly words: number;
}

/** Cells with the edge on the largest board. */
export const MAX_CELLS = (MAX_SIZE + 2) * (MAX_SIZE + 1);

/** Points in one number: two bits each, thirty in all, which every machine keeps without a box. */
export const WORD = 15;

/** The last shapes that were asked for: a match has one, and a program few. */
const GRIDS = new Map<number, Grid>();
const MAX_GRIDS = 8;

/** The grid of a size; the same one as long as it is in use. For counting it may be smaller than a match takes. */
export function gridOf(width: number, height: number): Grid {
  const key = width * (MAX_SIZE + 1) + height;
  const known = GRIDS.get(key);
  if (known !== undefined) return known;
  if (GRIDS.size >= MAX_GRIDS) GRIDS.clear();
  const stride = height + 1;
  const words = Math.ceil((width * stride) / WORD);
  const made = { width, height, stride, size: (width + 2) * stride, words };
  GRIDS.set(key, made);
  return made;
}

/** The cell of a point. */
export const cellAt = ({ stride }: Grid, x: number, y: number): number => stride * (x + 1) + y;

/** Whether there is such a point. */
export const isOnGrid = ({ width, height }: Grid, x: number, y: number): boolean =>
  x < width && y < height;

/** The point of a cell. */
export const pointOf = ({ stride }: Grid, cell: number): Point =>
  pointAt(Math.trunc(cell / stride) - 1, cell % stride);

/** Each point exists once: events and moves hand them out by the thousand. */
const POINTS: (Point | undefined)[] = new Array(MAX_SIZE * MAX_SIZE).fill(undefined);

/** The point of column and row. */
export function pointAt(x: number, y: number): Point {
  const index = MAX_SIZE * x + y;
  const found = POINTS[index];
  if (found !== undefined) return found;
  const made: Point = Object.freeze([x, y] as const);
  POINTS[index] = made;
  return made;
}

/** Every cell that is a point, by column, then by row: the order of everything that is listed. */
export function* cellsOf({ width, height, stride }: Grid): Generator<number, void, void> {
  for (let x = 0; x < width; x++) for (let y = 0; y < height; y++) yield stride * (x + 1) + y;
}
