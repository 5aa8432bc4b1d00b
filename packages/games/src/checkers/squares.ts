/**
 * The 32 playing squares, numbered by column so that rising numbers are the order of the hex forms: square i lies on column
 * x = i >> 2 and row y = 2 · (i & 3) + (x & 1). Row 0 is black's, and player 0 is black.
 */

/** Player 0 (black, who begins) or player 1 (white). */
export type Side = 0 | 1;

/** A column and a row, 0 to 7 each. */
export type Pair = readonly [x: number, y: number];

/** How many playing squares there are. */
export const SQUARES = 32;

/** No square. */
export const NONE = -1;

/** The column of a square. */
export const columnOf = (square: number): number => square >> 2;

/** The row of a square. */
export const rowOf = (square: number): number => 2 * (square & 3) + ((square >> 2) & 1);

/** The square on a column and a row of the board; NONE on a light square, where pieces never stand. */
export const squareAt = (x: number, y: number): number =>
  ((x + y) & 1) === 0 ? 4 * x + (y >> 1) : NONE;

const PAIRS: readonly Pair[] = Array.from({ length: SQUARES }, (_, square) =>
  Object.freeze([columnOf(square), rowOf(square)] as const),
);

/** Column and row of a square. */
export const pairOf = (square: number): Pair => PAIRS[square]!;

/**
 * The four directions: bit 1 is set towards higher columns, bit 0 towards higher rows. Taken in rising order they lead to
 * rising squares. 3 − d is the way back of d.
 */
export const DIRECTIONS = 4;

/** Where a step leads, by 4 · square + direction; NONE off the board. */
export const NEXT = new Int8Array(SQUARES * DIRECTIONS);

/** Where a jump leads. */
export const LAND = new Int8Array(SQUARES * DIRECTIONS);

for (let square = 0; square < SQUARES; square++)
  for (let direction = 0; direction < DIRECTIONS; direction++) {
    NEXT[4 * square + direction] = squareBeyond(square, direction, 1);
    LAND[4 * square + direction] = squareBeyond(square, direction, 2);
  }

function squareBeyond(square: number, direction: number, steps: number): number {
  const x = columnOf(square) + steps * ((direction & 2) - 1);
  const y = rowOf(square) + steps * (2 * (direction & 1) - 1);
  return x >= 0 && x < 8 && y >= 0 && y < 8 ? squareAt(x, y) : NONE;
}

/** The direction of a step or jump from one square to another; NONE where it is neither. */
export function directionTo(from: number, to: number, table: Int8Array): number {
  for (let direction = 0; direction < DIRECTIONS; direction++)
    if (table[4 * from + direction] === to) return direction;
  return NONE;
}

/** The number of a square as people write it, 1 to 32: from black's right hand to the left, row by row (WCDF). */
export const numberOf = (square: number): number => {
  const y = rowOf(square);
  return 4 * y + ((6 + (y & 1) - columnOf(square)) >> 1) + 1;
};

const BY_NUMBER = new Int8Array(SQUARES + 1).fill(NONE);
for (let square = 0; square < SQUARES; square++) BY_NUMBER[numberOf(square)] = square;

/** The square with this number; NONE where there is none. */
export const squareOf = (number: number): number => BY_NUMBER[number] ?? NONE;
