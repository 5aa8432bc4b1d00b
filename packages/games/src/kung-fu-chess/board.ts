/** The two boards: who stands where at the start, and what depends on the side of the board that an army comes from. */
import type { Seat } from '@kifu/core';
import { columnOf, MAX_SIZE, rowOf, SQUARES, squareAt } from './squares.ts';

/** Kinds of pieces. */
export const PAWN = 1;
export const KNIGHT = 2;
export const BISHOP = 3;
export const ROOK = 4;
export const QUEEN = 5;
export const KING = 6;

/** Letters by kind. */
export const KIND_LETTERS = '.PNBRQK';

export type BoardName = 'standard' | 'four_player';

/** A piece as it is set up. It keeps its id when it is promoted or taken. */
interface Man {
  /** `P:1:6:4`: letter, player, and the square at the start. Players are counted from 1. */
  readonly id: string;
  readonly kind: number;
  readonly seat: Seat;
  readonly home: number;
}

/** One way to castle. */
export interface Castling {
  readonly kingTo: number;
  /** Index of the rook. */
  readonly rook: number;
  readonly rookTo: number;
  /** The squares between king and rook. */
  readonly between: readonly number[];
}

/** What depends on where an army comes from. */
interface Army {
  readonly king: number;
  readonly castlings: readonly Castling[];
  /** A pawn's step forward, as a difference of squares. */
  readonly forward: number;
  /** Its two steps forward to the side. */
  readonly slants: readonly [number, number];
  /** Whether a pawn may make a double step from here, and whether one that gets here becomes a queen; by square. */
  readonly isHomeLine: Readonly<Uint8Array>;
  readonly isLastLine: Readonly<Uint8Array>;
}

export interface Board {
  readonly name: BoardName;
  /** Rows and columns. */
  readonly size: number;
  /** Pieces in piece order: rule sheet §1. */
  readonly men: readonly Man[];
  /** By seat. */
  readonly armies: readonly Army[];
  /** The seat of each piece. */
  readonly seatOf: Readonly<Uint8Array>;
  /** Which squares there are. */
  readonly isOn: Readonly<Uint8Array>;
  /** Number of the first piece in moves, which name the pieces of both boards. */
  readonly firstNumber: number;
}

/** The line of an army's officers, as it is set up. */
interface ArmyLine {
  readonly player: number;
  /** The row of a line that lies along a row, else the column. */
  readonly officers: number;
  readonly pawns: number;
  readonly axis: 'row' | 'column';
  readonly order: string;
  /** Where in the line the first officer stands. */
  readonly first: number;
  /** The line on which a pawn becomes a queen. */
  readonly last: number;
  /** Pawns are set up before officers. */
  readonly pawnsFirst?: true;
}

const STANDARD_LINES: readonly ArmyLine[] = [
  { player: 2, officers: 0, pawns: 1, axis: 'row', order: 'RNBQKBNR', first: 0, last: 7 },
  {
    player: 1,
    officers: 7,
    pawns: 6,
    axis: 'row',
    order: 'RNBQKBNR',
    first: 0,
    last: 0,
    pawnsFirst: true,
  },
];

const FOUR_LINES: readonly ArmyLine[] = [
  { player: 4, officers: 0, pawns: 1, axis: 'row', order: 'RNBQKBNR', first: 2, last: 9 },
  { player: 2, officers: 11, pawns: 10, axis: 'row', order: 'RNBKQBNR', first: 2, last: 2 },
  { player: 3, officers: 0, pawns: 1, axis: 'column', order: 'RNBKQBNR', first: 2, last: 9 },
  { player: 1, officers: 11, pawns: 10, axis: 'column', order: 'RNBQKBNR', first: 2, last: 2 },
];

/** The corners of the four-player board are cut off. */
const isCorner = (row: number, column: number): boolean =>
  (row < 2 || row > 9) && (column < 2 || column > 9);

/** Eight by eight, for players 1 (at the bottom) and 2. */
export const STANDARD: Board = makeBoard('standard', 8, STANDARD_LINES, () => true, 0);

/** Twelve by twelve without the corners: player 1 in the east, 2 in the south, 3 in the west, 4 in the north. */
export const FOUR_PLAYER: Board = makeBoard(
  'four_player',
  MAX_SIZE,
  FOUR_LINES,
  (row, column) => !isCorner(row, column),
  STANDARD.men.length,
);

/** The boards by name. */
export const BOARDS: { readonly [name in BoardName]: Board } = {
  standard: STANDARD,
  four_player: FOUR_PLAYER,
};

function makeBoard(
  name: BoardName,
  size: number,
  lines: readonly ArmyLine[],
  hasSquare: (row: number, column: number) => boolean,
  firstNumber: number,
): Board {
  const men = lines.flatMap(setUp);
  const isOn = new Uint8Array(SQUARES);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++)
      if (hasSquare(row, column)) isOn[squareAt(row, column)] = 1;
  const armies: Army[] = [];
  for (const line of lines) armies[line.player - 1] = makeArmy(line, men);
  const seatOf = Uint8Array.from(men, man => man.seat);
  return { name, size, men, armies, seatOf, isOn, firstNumber };
}

function setUp({ player, officers, pawns, axis, order, first, pawnsFirst }: ArmyLine): Man[] {
  const row = (letters: string, line: number) =>
    [...letters].map((letter, i): Man => {
      const [r, c] = axis === 'row' ? [line, first + i] : [first + i, line];
      return {
        id: `${letter}:${player}:${r}:${c}`,
        kind: KIND_LETTERS.indexOf(letter),
        seat: player - 1,
        home: squareAt(r, c),
      };
    });
  const [back, front] = [row(order, officers), row('P'.repeat(order.length), pawns)];
  return pawnsFirst ? [...front, ...back] : [...back, ...front];
}

function makeArmy({ player, officers, pawns, axis, last }: ArmyLine, men: readonly Man[]): Army {
  const isOwn = (man: Man, kind: number) => man.seat === player - 1 && man.kind === kind;
  const king = men.findIndex(man => isOwn(man, KING));
  const side = axis === 'row' ? 1 : 16;
  const forward = (pawns - officers) * (axis === 'row' ? 16 : 1);
  const lineOf = axis === 'row' ? rowOf : columnOf;
  const onLine = (line: number) =>
    Uint8Array.from({ length: SQUARES }, (_, square) => Number(lineOf(square) === line));
  return {
    king,
    castlings: men.flatMap((man, rook) =>
      isOwn(man, ROOK) ? [makeCastling(men[king]!.home, man.home, rook, side)] : [],
    ),
    forward,
    slants: [forward - side, forward + side],
    isHomeLine: onLine(pawns),
    isLastLine: onLine(last),
  };
}

/** The king goes two squares towards the rook, which comes to stand next to it on its other side. */
function makeCastling(king: number, home: number, rook: number, side: number): Castling {
  const step = home > king ? side : -side;
  const between: number[] = [];
  for (let square = king + step; square !== home; square += step) between.push(square);
  return { kingTo: king + 2 * step, rook, rookTo: king + step, between };
}
