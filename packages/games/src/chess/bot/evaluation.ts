/** What a position is worth: pieces on their squares, features, and what is known of endgames without pawns. */
import { BISHOP, KNIGHT, PAWN, QUEEN, ROOK } from '../board.ts';
import { KING_STEPS } from './features.ts';

/** How much each kind of piece makes a position one of the middle game; all pieces together make 24. */
const FULL_PHASE = 24;

/** How many pieces a color has, as phases: minor pieces 1, rooks 2, queens 4. `counts` is by piece. */
export const strengthOf = (counts: Int32Array, color: number): number => {
  const at = color << 3;
  return (
    counts[BISHOP | at]! + counts[KNIGHT | at]! + 2 * counts[ROOK | at]! + 4 * counts[QUEEN | at]!
  );
};

/** Between a middle game and an end, by the pieces that are left. */
export function blend(counts: Int32Array, middle: number, end: number): number {
  const share = Math.min(FULL_PHASE, strengthOf(counts, 0) + strengthOf(counts, 1));
  return Math.trunc((middle * share + end * (FULL_PHASE - share)) / FULL_PHASE);
}

/** Without pawns, a lead of a minor piece or less rarely wins: this share of it counts. */
const HARDLY_WON = 8;
/** To mate a bare king, it has to be driven from the middle, with the other king's help: what a step is worth. */
const DRIVEN = 10;
const HELPED = 6;

/** Corrects the worth to White for endgames: `kings` are the squares of both. */
export function correctEnd(white: number, counts: Int32Array, kings: Uint8Array): number {
  const leader = white > 0 ? 0 : 1;
  if (counts[PAWN | (leader << 3)] !== 0) return white;
  const other = 1 - leader;
  const lead = strengthOf(counts, leader) - strengthOf(counts, other);
  const hasPawns = counts[PAWN | (other << 3)] !== 0;
  const isTwoKnights = lead === 2 && counts[KNIGHT | (leader << 3)] === 2;
  if (lead < 2 || (isTwoKnights && !hasPawns)) return Math.trunc(white / HARDLY_WON);
  if (hasPawns || strengthOf(counts, other) > 0) return white;
  const apart = KING_STEPS[kings[0]! * 64 + kings[1]!]!;
  const driven = DRIVEN * edgeward(kings[other]!) + HELPED * (7 - apart);
  return leader === 0 ? white + driven : white - driven;
}

/** How far a square is from the middle, from 0 to 6. */
const edgeward = (square: number): number =>
  Math.floor(Math.abs((square & 7) - 3.5)) + Math.floor(Math.abs((square >> 3) - 3.5));
