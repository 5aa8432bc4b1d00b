/** What pieces are worth by where they stand, in hundredths of a pawn: once for the middle of a game, once for its end. */
import type { Rng } from '@kifu/core';
import { BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK } from '../board.ts';

/** By piece · 64 + square; positive for white, negative for black. */
export interface PieceSquareTable {
  readonly middle: Int32Array;
  readonly end: Int32Array;
}

/** How much each kind of piece makes a position one of the middle game; all pieces together make 24. */
export const PHASE = Uint8Array.of(0, 0, 1, 1, 2, 0, 4, 0);
export const FULL_PHASE = 24;

/** Worth without its place, to order captures by. */
export const PLAIN = Int32Array.of(0, 100, 330, 320, 500, 2000, 950, 0);

/** How near the middle a file or rank is: 0 at the edge, 3 in the middle. */
const inward = (line: number): number => 3 - Math.floor(Math.abs(line - 3.5));

/** Ahead of its own king a pawn is worth more at home. */
const isWing = (file: number): boolean => file < 3 || file > 4;

type SquareWorth = (file: number, rank: number) => readonly [middle: number, end: number];

const PAWN_AHEAD = [0, 0, 4, 10, 20, 45, 90, 0];
const PAWN_END = [0, 0, 8, 18, 36, 66, 110, 0];
const KING_HOME = [12, 30, 14, -30, -8, -30, 32, 14];

/** The worth of each kind on each square, from white's side. */
const PLACES: { readonly [kind: number]: SquareWorth } = {
  [PAWN](file, rank) {
    const wing = rank === 1 ? 8 : file > 4 && rank < 5 ? -7 * (rank - 1) : -2 * rank;
    const middle = [0, -18, 2, 24, 30, 0, 0, 0][rank]! * (file === 2 || file === 5 ? 0.3 : 1);
    return [90 + PAWN_AHEAD[rank]! + (isWing(file) ? wing : middle), 115 + PAWN_END[rank]!];
  },
  [KNIGHT](file, rank) {
    const place = 8 * (inward(file) + inward(rank)) - 30 - (rank === 0 ? 10 : 0);
    return [330 + place, 305 + place];
  },
  [BISHOP](file, rank) {
    const place = 4 * (inward(file) + inward(rank)) - 10 - (rank === 0 ? 14 : 0);
    return [342 + place, 318 + place];
  },
  [ROOK]: (file, rank) => [480 + 3 * inward(file) + (rank === 6 ? 22 : 0), 520],
  [QUEEN]: (file, rank) => [
    955 - (rank > 1 ? 2 * rank : 0),
    970 + 4 * (inward(file) + inward(rank)),
  ],
  [KING]: (file, rank) => [
    rank === 0 ? KING_HOME[file]! : -12 - 26 * rank,
    10 * (inward(file) + inward(rank)),
  ],
};

/** The tables, with up to `spread` added or taken at each place by luck: so that players of different seeds differ. */
export function makePieceSquareTable(luck: Rng, spread: number): PieceSquareTable {
  const worth = { middle: new Int32Array(16 * 64), end: new Int32Array(16 * 64) };
  for (let kind = PAWN; kind <= QUEEN; kind++)
    for (let square = 0; square < 64; square++)
      for (const side of [0, 8]) {
        const rank = side === 0 ? square >> 3 : 7 - (square >> 3);
        const [middle, end] = PLACES[kind]!(square & 7, rank);
        const at = (kind | side) * 64 + square;
        const chance = luck(2 * spread + 1) - spread;
        worth.middle[at] = (side === 0 ? 1 : -1) * Math.round(middle + chance);
        worth.end[at] = (side === 0 ? 1 : -1) * Math.round(end + chance);
      }
  return worth;
}
