/** How a match of chess ends automatically, and who could still have won. */
import type { Outcome, Seat } from '@kifu/core';
import { BISHOP, type Board, KING, KNIGHT, PAWN, QUEEN, type Side } from './board.ts';
import { hasLegalMove } from './generate.ts';
import { boardOf, hasFreePawn, hasKingStep } from './planes.ts';
import { kingOf, type State } from './state.ts';

/** A win for one seat. Outcomes are shared between matches, so they are frozen. */
export const won = (seat: Seat, reason: string): Outcome =>
  Object.freeze({ result: 'win', winners: Object.freeze([seat]), points: null, reason });
/** A draw. */
export const drawn = (reason: string): Outcome =>
  Object.freeze({ result: 'draw', winners: Object.freeze([]), points: null, reason });
/** Mate given by each side. */
const CHECKMATES = [won(0, 'checkmate'), won(1, 'checkmate')] as const;
const STALEMATE = drawn('stalemate');
const DEAD = drawn('deadPosition');
const THREEFOLD = drawn('threefoldRepetition');
const FIFTY = drawn('fiftyMoves');
const FIVEFOLD = drawn('fivefoldRepetition');
const SEVENTY_FIVE = drawn('seventyFiveMoves');

/** The automatic end of a position, in the order of the laws; null while the match is in progress. */
export function endOf(state: State, materialChanged: boolean): Outcome | null {
  const { turn, check } = state;
  const king = kingOf(state, turn);
  // the likely answers first: a free pawn, a step of the king
  if (
    (check || !hasFreePawn(state, turn, king)) &&
    !hasKingStep(state, turn, king) &&
    !hasLegalMove(boardOf(state), turn, state.passed, king, check)
  )
    return check ? CHECKMATES[(1 - turn) as Side] : STALEMATE;
  if (state.claimed) return null;
  if (materialChanged && isDead(state)) return DEAD;
  if (state.occurred >= 5) return FIVEFOLD;
  return state.halfMoves >= 150 ? SEVENTY_FIVE : null;
}

/** Draws that the player on move may claim: the third occurrence, fifty moves (FIDE 9.2, 9.3), a dead position where it must be claimed. */
export function claimsOf(state: State): Outcome[] {
  const found = [];
  if (state.occurred >= 3) found.push(THREEFOLD);
  if (state.halfMoves >= 100) found.push(FIFTY);
  if (state.claimed && isDead(state)) found.push(DEAD);
  return found;
}

/** No sequence of moves can give mate: bare kings, one minor piece in all, or only bishops on squares of one color. */
function isDead(state: State): boolean {
  const { stepLow, stepHigh, obliqueLow, obliqueHigh, straightLow, straightHigh } = state;
  const strong = (straightLow & ~stepLow) | (straightHigh & ~stepHigh);
  const pawns =
    (stepLow & ~(obliqueLow | straightLow)) | (stepHigh & ~(obliqueHigh | straightHigh));
  if ((strong | pawns) !== 0) return false;
  const knights = (stepLow & obliqueLow) | (stepHigh & obliqueHigh);
  const minors = countBits(obliqueLow) + countBits(obliqueHigh);
  const bishops = obliqueLow | obliqueHigh; // both halves have their light squares in the same places
  return minors <= 1 || (knights === 0 && ((bishops & LIGHT) === 0 || (bishops & ~LIGHT) === 0));
}

/** The light squares of half a board: b1, d1, … a2, c2, … */
const LIGHT = 0x55aa55aa;

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Whether a side has material with which, the other helping, a mate can be reached. */
export function canMate(board: Board, side: Side): boolean {
  let [knights, bishops, colors, foes] = [0, 0, 0, 0];
  let foesButQueens = false;
  for (let square = 0; square < 64; square++) {
    const piece = board[square]!;
    const kind = piece & 7;
    if (kind === 0 || kind === KING) continue;
    if (kind === BISHOP) colors |= 1 << (((square >> 3) + square) & 1);
    if (piece >> 3 !== side) {
      foes++;
      if (kind !== QUEEN) foesButQueens = true;
    } else if (kind === KNIGHT) knights++;
    else if (kind === BISHOP) bishops++;
    else return true; // a pawn, rook or queen
  }
  if (knights + bishops === 0) return false;
  if (knights >= 2 || (knights === 1 && bishops > 0)) return true;
  // a lone knight mates only a king hemmed in by something other than a queen
  if (knights === 1) return foes > 0 && foesButQueens;
  // bishops of one color need something of the other side off that color to hem the king in
  return colors === 3 || hasKnightOrPawn(board, (1 - side) as Side);
}

function hasKnightOrPawn(board: Board, side: Side): boolean {
  return board.some(
    piece => piece >> 3 === side && ((piece & 7) === KNIGHT || (piece & 7) === PAWN),
  );
}
