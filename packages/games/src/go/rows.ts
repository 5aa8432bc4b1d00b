/** Boards as rows of text, the top row first: `.` empty, `B` black, `W` white. */
import type { Json } from '@kifu/core';
import { BLACK, EMPTY, WHITE } from './board.ts';
import { cellAt, type Grid, gridOf, MAX_SIZE } from './grid.ts';

const SIGNS = '.BW';

/** The rows of a board that lies spread out. */
export function formatRows(grid: Grid, board: Readonly<Uint8Array>): string[] {
  return Array.from({ length: grid.height }, (_, y) => {
    let row = '';
    for (let x = 0; x < grid.width; x++) row += SIGNS[board[cellAt(grid, x, y)]!];
    return row;
  });
}

/** A board that came as rows. */
export interface Spread {
  readonly grid: Grid;
  readonly board: Uint8Array;
}

/** Reads rows of one length, from 1 to 52 of them; null where they are none. */
export function parseRows(rows: Json | undefined): Spread | null {
  if (!Array.isArray(rows) || rows.length < 1 || rows.length > MAX_SIZE) return null;
  const width = typeof rows[0] === 'string' ? rows[0].length : 0;
  if (width < 1 || width > MAX_SIZE) return null;
  const grid = gridOf(width, rows.length);
  const board = new Uint8Array(grid.size);
  for (const [y, row] of rows.entries()) {
    if (typeof row !== 'string' || row.length !== width) return null;
    for (let x = 0; x < width; x++) {
      const stone = SIGNS.indexOf(row[x]!);
      if (stone < EMPTY) return null;
      board[cellAt(grid, x, y)] = stone;
    }
  }
  markEdge(grid, board);
  return { grid, board };
}

/** Anything off the board is neither empty nor a stone. */
function markEdge({ width, height, stride, size }: Grid, board: Uint8Array): void {
  board.fill(EDGE, 0, stride);
  board.fill(EDGE, stride * (width + 1), size);
  for (let x = 1; x <= width; x++) board[stride * x + height] = EDGE;
}

const EDGE = (BLACK | WHITE) + EMPTY;

/** A board without stones. */
export function emptyBoard(grid: Grid): Uint8Array {
  const board = new Uint8Array(grid.size);
  markEdge(grid, board);
  return board;
}
