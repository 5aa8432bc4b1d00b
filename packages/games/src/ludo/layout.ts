/** Where everything lies on the board of 15 by 15 cells: red's quarter at the top left, the others clockwise. */
import type { Area, Cell, Piece, Seat } from '@kifu/core';
import { BASE, HOME, RING_END, SAFE_SQUARES, squareOf } from './board.ts';
import { SEAT_NAMES } from './names.ts';

const SIZE = 15;

/** The one area there is. */
export const BOARD: Area = {
  id: 'board',
  columns: SIZE,
  rows: SIZE,
  look: 'plain',
  columnLabels: [],
  rowLabels: [],
};

/** A column and a row, both from 0 at the top left. */
type Spot = readonly [column: number, row: number];

/** Red's quarter; those of the other seats are the same, turned. */
const RING_QUARTER: readonly Spot[] = [
  ...[1, 2, 3, 4, 5].map((x): Spot => [x, 6]),
  ...[5, 4, 3, 2, 1, 0].map((y): Spot => [6, y]),
  [7, 0],
  [8, 0],
];
const HOME_COLUMN: readonly Spot[] = [1, 2, 3, 4, 5].map((x): Spot => [x, 7]);
const HOME_SPOT: Spot = [6, 7];
const YARD: readonly Spot[] = Array.from(
  { length: 36 },
  (_, i): Spot => [i % 6, Math.floor(i / 6)],
);
/** Where the yards begin, at their top left: tokens in base stand in the same order in each. */
export const YARD_CORNERS: readonly Spot[] = [
  [0, 0],
  [9, 0],
  [9, 9],
  [0, 9],
];
/** The corner between red's home and the next. */
const HOME_CORNER: Spot = [6, 6];
const CENTRE: Spot = [7, 7];

/** A spot of red's quarter as that of another seat: quarter turns, clockwise. */
const turned = ([x, y]: Spot, seat: Seat): Spot =>
  seat === 0 ? [x, y] : turned([SIZE - 1 - y, x], seat - 1);

const cellAt = ([column, row]: Spot): Cell => ({ area: BOARD.id, column, row });

/** The cell of a token. In base each has its own; at home they share one. */
export function cellOf(seat: Seat, token: number, place: number): Cell {
  if (place === BASE) return baseCell(seat, token);
  if (place === HOME) return cellAt(turned(HOME_SPOT, seat));
  if (place > RING_END) return cellAt(turned(HOME_COLUMN[place - RING_END - 1]!, seat));
  return ringCell(squareOf(seat, place));
}

function baseCell(seat: Seat, token: number): Cell {
  const [x, y] = YARD_CORNERS[seat]!;
  return cellAt([x + 2 + (token % 2), y + 2 + Math.floor(token / 2)]);
}

function ringCell(square: number): Cell {
  const quarter = RING_QUARTER.length;
  return cellAt(turned(RING_QUARTER[square % quarter]!, Math.floor(square / quarter)));
}

/** Where the die lies. */
export const DIE_CELL = cellAt(CENTRE);

/** Which way the tokens leave each start square. */
const ARROWS = ['>', 'v', '<', '^'] as const;

/** What is printed on the board; cells of the ring without a print are left to the renderer. */
export const PRINTS: readonly Piece[] = [
  ...SAFE_SQUARES.filter(square => square % 13 !== 0).map(square => ({
    ...ringCell(square),
    id: `star-${square}`,
    look: 'star',
    glyph: '*',
    owner: null,
  })),
  ...SEAT_NAMES.flatMap((name, seat) => [
    printOf(seat, RING_QUARTER[0]!, 'start', `${name[0]}${ARROWS[seat]}`),
    ...HOME_COLUMN.map(spot => printOf(seat, spot, 'column', name[0]!)),
    printOf(seat, HOME_SPOT, 'home', '=0'),
    ...YARD.map(spot => printOf(seat, spot, 'yard', isBaseSpot(spot) ? 'o' : ' ')),
    printOf(seat, HOME_CORNER, 'corner', ' '),
  ]),
];

/** The same four of every yard, however it is turned. */
function isBaseSpot([x, y]: Spot): boolean {
  return (x === 2 || x === 3) && (y === 2 || y === 3);
}

function printOf(seat: Seat, spot: Spot, kind: string, glyph: string): Piece {
  const cell = cellAt(turned(spot, seat));
  const look = `${SEAT_NAMES[seat]}-${kind}`;
  return { ...cell, id: `${look}-${cell.column}-${cell.row}`, look, glyph, owner: seat };
}
