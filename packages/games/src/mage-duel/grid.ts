/** The board of 8 × 8 cells, what each edge faces, and the border around it. Rule sheet §2. */
import { CELL_KINDS, EDGES } from './tiles.ts';

/** Columns, and rows. */
export const SIZE = 8;
/** Cells by position: 8 · column + row. Columns grow to the right, rows upwards. */
export const CELLS = SIZE * SIZE;
/** Edge nodes by number: 4 · position + edge. */
export const NODES = CELLS * EDGES;
/** Border slots, counter-clockwise from the bottom left corner. */
export const SLOTS = 4 * SIZE;

/** Stands for no neighbor. */
export const OUTSIDE = 255;

/** The cell that an edge faces, by edge node; OUTSIDE at the border. */
export const NEIGHBORS = Uint8Array.from({ length: NODES }, (_, node) => {
  const [col, row] = [node >> 5, (node >> 2) & 7];
  const [c, r] = [col + [0, 1, 0, -1][node & 3]!, row + [1, 0, -1, 0][node & 3]!];
  return c >= 0 && c < SIZE && r >= 0 && r < SIZE ? SIZE * c + r : OUTSIDE;
});

/** The border slot that an edge at the border faces, by edge node. */
const SLOT_OF = Uint8Array.from({ length: NODES }, (_, node) => {
  const [col, row] = [node >> 5, (node >> 2) & 7];
  return [23 - col, 8 + row, col, 31 - row][node & 3]!;
});

/** The kind that an edge faces: of the neighbor's edge, of the border, or MOUNTAIN where the cell is empty. */
export function facing(
  board: Readonly<Uint8Array>,
  border: Readonly<Uint8Array>,
  node: number,
): number {
  const neighbor = NEIGHBORS[node]!;
  return neighbor === OUTSIDE
    ? border[SLOT_OF[node]!]!
    : CELL_KINDS[EDGES * board[neighbor]! + ((node & 3) ^ 2)]!;
}

/** `e8`: columns a to h, rows 1 to 8. */
export const cellName = (position: number): string =>
  `${'abcdefgh'[position >> 3]}${(position & 7) + 1}`;
