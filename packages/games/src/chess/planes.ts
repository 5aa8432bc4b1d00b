/**
 * A board as bits: one plane for each bit of a piece (`board.ts`), each in two halves, squares 0 to 31 and 32 to 63. Eight
 * whole numbers are the whole board, and what attacks a square is found by a few operations on all squares at once.
 */
import * as tables from './board.ts';
import { type Board, KING, KNIGHT, PAWN, type Side } from './board.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { ATTACKS, BETWEEN_HIGH, BETWEEN_LOW, HIGH, KING_TO, LINE, LOW } = tables;

/** Eight numbers; a piece's bits 1, 2, 4, 8 stand in the planes `step`, `oblique`, `straight`, `black`. */
export interface Planes {
  readonly stepLow: number;
  readonly stepHigh: number;
  readonly obliqueLow: number;
  readonly obliqueHigh: number;
  readonly straightLow: number;
  readonly straightHigh: number;
  readonly blackLow: number;
  readonly blackHigh: number;
}

/** The planes of a board. */
export function planesOf(board: Board): Planes {
  const bits = (bit: number, half: Int32Array) =>
    board.reduce((sum, piece, square) => ((piece & bit) === 0 ? sum : sum | half[square]!), 0);
  return {
    stepLow: bits(1, LOW),
    stepHigh: bits(1, HIGH),
    obliqueLow: bits(2, LOW),
    obliqueHigh: bits(2, HIGH),
    straightLow: bits(4, LOW),
    straightHigh: bits(4, HIGH),
    blackLow: bits(8, LOW),
    blackHigh: bits(8, HIGH),
  };
}

/** The board of some planes. */
export const boardOf = (planes: Planes): Board => putPieces(planes, new Uint8Array(64));

const LENT = new Uint8Array(64);
let lentOf: Planes | null = null;

/** The same, in one place for all: good until the next call, which is mostly for the same planes again. */
export function lendBoard(planes: Planes): Board {
  if (planes !== lentOf) putPieces(planes, LENT.fill(0));
  lentOf = planes;
  return LENT;
}

function putPieces(planes: Planes, board: Uint8Array): Board {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = planes;
  for (let rest = stepLow | obliqueLow | straightLow; rest !== 0; rest &= rest - 1) {
    const square = 31 - Math.clz32(rest & -rest);
    board[square] = pieceAt(planes, square);
  }
  for (let rest = stepHigh | obliqueHigh | straightHigh; rest !== 0; rest &= rest - 1) {
    const square = 63 - Math.clz32(rest & -rest);
    board[square] = pieceAt(planes, square);
  }
  return board;
}

/** The piece on a square, 0 for none. A shift counts modulo 32, so that it fits either half. */
export function pieceAt(planes: Planes, square: number): number {
  const upper = 0 - (square >> 5); // all bits in the upper half, none in the lower: a choice without a branch
  const step = planes.stepLow ^ ((planes.stepLow ^ planes.stepHigh) & upper);
  const oblique = planes.obliqueLow ^ ((planes.obliqueLow ^ planes.obliqueHigh) & upper);
  const straight = planes.straightLow ^ ((planes.straightLow ^ planes.straightHigh) & upper);
  const black = planes.blackLow ^ ((planes.blackLow ^ planes.blackHigh) & upper);
  return (
    ((step >> square) & 1) |
    (((oblique >> square) & 1) << 1) |
    (((straight >> square) & 1) << 2) |
    (((black >> square) & 1) << 3)
  );
}

/** The squares on which a piece stands, as bits: of the lower half, or of the upper. */
export function squaresOf(planes: Planes, piece: number, isUpper: boolean): number {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh } = planes;
  const { straightLow, straightHigh, blackLow, blackHigh } = planes;
  return (
    ((isUpper ? stepHigh : stepLow) ^ ((piece & 1) - 1)) &
    ((isUpper ? obliqueHigh : obliqueLow) ^ (((piece >> 1) & 1) - 1)) &
    ((isUpper ? straightHigh : straightLow) ^ (((piece >> 2) & 1) - 1)) &
    ((isUpper ? blackHigh : blackLow) ^ (((piece >> 3) & 1) - 1))
  );
}

/** From which squares a piece attacks a square on an empty board, by piece · 64 + square. */
const FROM_LOW = new Int32Array(16 * 64);
const FROM_HIGH = new Int32Array(16 * 64);
for (let from = 0; from < 64; from++)
  for (let to = 0; to < 64; to++)
    for (let piece = 0; piece < 16; piece++)
      if (((ATTACKS[from * 64 + to]! >> piece) & 1) === 1) {
        FROM_LOW[piece * 64 + to]! |= LOW[from]!;
        FROM_HIGH[piece * 64 + to]! |= HIGH[from]!;
      }
const OBLIQUE_FROM = tables.BISHOP * 64;
const STRAIGHT_FROM = tables.ROOK * 64;

/** Whether a side attacks a square. Sliders see through the squares of `glassLow` and `glassHigh`. */
export function isAttackedBy(
  planes: Planes,
  side: Side,
  square: number,
  glassLow = 0,
  glassHigh = 0,
): boolean {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = planes;
  const other = side - 1; // all bits for white, none for black
  const low = stepLow & (planes.blackLow ^ other);
  const high = stepHigh & (planes.blackHigh ^ other);
  const pawn = ((PAWN | (side << 3)) << 6) + square;
  const near =
    (FROM_LOW[(KNIGHT << 6) + square]! & low & obliqueLow) |
    (FROM_HIGH[(KNIGHT << 6) + square]! & high & obliqueHigh) |
    (FROM_LOW[(KING << 6) + square]! & low & straightLow) |
    (FROM_HIGH[(KING << 6) + square]! & high & straightHigh) |
    (FROM_LOW[pawn]! & low & ~(obliqueLow | straightLow)) |
    (FROM_HIGH[pawn]! & high & ~(obliqueHigh | straightHigh));
  return near !== 0 || isSlidTo(planes, side, square, glassLow, glassHigh);
}

/** Whether bishops, rooks or queens of a side attack a square. */
export function isSlidTo(
  planes: Planes,
  side: Side,
  square: number,
  glassLow = 0,
  glassHigh = 0,
): boolean {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = planes;
  const other = side - 1;
  let low =
    ((FROM_LOW[OBLIQUE_FROM + square]! & obliqueLow) |
      (FROM_LOW[STRAIGHT_FROM + square]! & straightLow)) &
    (planes.blackLow ^ other) &
    ~stepLow;
  let high =
    ((FROM_HIGH[OBLIQUE_FROM + square]! & obliqueHigh) |
      (FROM_HIGH[STRAIGHT_FROM + square]! & straightHigh)) &
    (planes.blackHigh ^ other) &
    ~stepHigh;
  if ((low | high) === 0) return false;
  const allLow = (stepLow | obliqueLow | straightLow) & ~glassLow;
  const allHigh = (stepHigh | obliqueHigh | straightHigh) & ~glassHigh;
  for (; low !== 0; low &= low - 1) {
    const way = square * 64 + 31 - Math.clz32(low & -low);
    if (((BETWEEN_LOW[way]! & allLow) | (BETWEEN_HIGH[way]! & allHigh)) === 0) return true;
  }
  for (; high !== 0; high &= high - 1) {
    const way = square * 64 + 63 - Math.clz32(high & -high);
    if (((BETWEEN_LOW[way]! & allLow) | (BETWEEN_HIGH[way]! & allHigh)) === 0) return true;
  }
  return false;
}

/** The squares that a line joins to a square, as bits. */
const LINES_LOW = new Int32Array(64);
const LINES_HIGH = new Int32Array(64);
for (let king = 0; king < 64; king++)
  for (let square = 0; square < 64; square++)
    if (LINE[king * 64 + square] !== 0) {
      LINES_LOW[king]! |= LOW[square]!;
      LINES_HIGH[king]! |= HIGH[square]!;
    }

/** Whether some pawn of a side has a free square ahead and, being on no line with its king, cannot be pinned. */
export function hasFreePawn(planes: Planes, side: Side, king: number): boolean {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = planes;
  const foe = side - 1; // all bits for white, none for black
  const pawnsLow =
    stepLow & ~(obliqueLow | straightLow) & (planes.blackLow ^ foe) & ~LINES_LOW[king]!;
  const pawnsHigh =
    stepHigh & ~(obliqueHigh | straightHigh) & (planes.blackHigh ^ foe) & ~LINES_HIGH[king]!;
  const allLow = stepLow | obliqueLow | straightLow;
  const allHigh = stepHigh | obliqueHigh | straightHigh;
  const free =
    side === 0
      ? ((pawnsLow << 8) & ~allLow) | (((pawnsHigh << 8) | (pawnsLow >>> 24)) & ~allHigh)
      : (((pawnsLow >>> 8) | (pawnsHigh << 24)) & ~allLow) | ((pawnsHigh >>> 8) & ~allHigh);
  return free !== 0;
}

/** Whether the king of a side has a step to a square that nothing attacks. */
export function hasKingStep(planes: Planes, side: Side, king: number): boolean {
  const foe = (1 - side) as Side;
  const targets = KING_TO[king]!;
  for (let i = 0; i < targets.length; i++) {
    const to = targets[i]!;
    const piece = pieceAt(planes, to);
    if (piece !== 0 && piece >> 3 === side) continue;
    // the king must not hide squares behind it
    if (!isAttackedBy(planes, foe, to, LOW[king]!, HIGH[king]!)) return true;
  }
  return false;
}

/** Whether two boards are the same. */
export const isSameBoard = (a: Planes, b: Planes): boolean =>
  a.stepLow === b.stepLow &&
  a.stepHigh === b.stepHigh &&
  a.obliqueLow === b.obliqueLow &&
  a.obliqueHigh === b.obliqueHigh &&
  a.straightLow === b.straightLow &&
  a.straightHigh === b.straightHigh &&
  a.blackLow === b.blackLow &&
  a.blackHigh === b.blackHigh;
