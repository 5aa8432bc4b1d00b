/** Tests of one given move, which look at no other: the heart of replaying and verifying. */

import * as tables from './board.ts';
import {
  type Board,
  isAttacked,
  isClear,
  isSlider,
  KING,
  NONE,
  PAWN,
  type Side,
  WHITE_LONG,
  WHITE_SHORT,
} from './board.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { ATTACKS, BETWEEN_HIGH, BETWEEN_LOW, LINE, REACH, STEP } = tables;

/** Why a piece may not go from a square to another, its king's safety aside; null if it may. */
export type Geometry =
  | 'noPiece'
  | 'notYours'
  | 'ownPiece'
  | 'geometry'
  | 'blocked'
  | 'promotion'
  | 'noPromotion'
  | 'castlingRight'
  | 'castlingBlocked'
  | 'castlingCheck';

/** Tests one given move without looking at any other. `low` and `high` have a bit for each occupied square. */
export function refuseGeometry(
  board: Board,
  low: number,
  high: number,
  turn: Side,
  rights: number,
  passed: number,
  check: boolean,
  from: number,
  to: number,
  promotion: number,
): Geometry | null {
  const piece = board[from];
  if (piece === undefined || piece === 0) return 'noPiece';
  if (piece >> 3 !== turn) return 'notYours';
  const target = board[to];
  if (target === undefined || from === to) return 'geometry';
  if (target !== 0 && target >> 3 === turn) return 'ownPiece';
  const kind = piece & 7;
  if (kind === PAWN) return refusePawn(board, turn, passed, from, to, promotion);
  if (promotion !== 0) return 'noPromotion';
  const way = from * 64 + to;
  if (((ATTACKS[way]! >> piece) & 1) === 0)
    return kind === KING ? refuseCastling(board, turn, rights, check, from, to) : 'geometry';
  return ((BETWEEN_LOW[way]! & low) | (BETWEEN_HIGH[way]! & high)) === 0 ? null : 'blocked';
}

function refusePawn(
  board: Board,
  turn: Side,
  passed: number,
  from: number,
  to: number,
  promotion: number,
): Geometry | null {
  const forward = turn === 0 ? 8 : -8;
  if (to === from + forward) {
    if (board[to] !== 0) return 'blocked';
  } else if (to === from + 2 * forward && from >> 3 === (turn === 0 ? 1 : 6)) {
    if (board[to] !== 0 || board[from + forward] !== 0) return 'blocked';
  } else {
    const sideways = (to & 7) - (from & 7);
    if ((sideways !== 1 && sideways !== -1) || to !== from + forward + sideways) return 'geometry';
    if (board[to] === 0 && to !== passed) return 'geometry';
  }
  const last = to >> 3 === (turn === 0 ? 7 : 0);
  if (last) return promotion === 0 ? 'promotion' : null;
  return promotion === 0 ? null : 'noPromotion';
}

/** The king's own two-square step. Where king and rook stand is implied by the right. */
export function refuseCastling(
  board: Board,
  turn: Side,
  rights: number,
  check: boolean,
  from: number,
  to: number,
): Geometry | null {
  const home = turn === 0 ? 4 : 60;
  const short = to === home + 2;
  if (from !== home || (!short && to !== home - 2)) return 'geometry';
  const right = (short ? WHITE_SHORT : WHITE_LONG) << (turn * 2);
  if ((rights & right) === 0) return 'castlingRight';
  if (!isClear(board, home, short ? home + 3 : home - 4)) return 'castlingBlocked';
  const transit = short ? home + 1 : home - 1;
  const foe = (1 - turn) as Side;
  if (check || isAttacked(board, transit, foe)) return 'castlingCheck';
  return null; // the end square is tested like that of any king's move
}

/** Whether a move that was just made left its own king attacked. `checked`: it was in check before. */
export function isExposed(
  board: Board,
  low: number,
  high: number,
  king: number,
  from: number,
  to: number,
  taken: number,
  checked: boolean,
  foe: Side,
): boolean {
  if (to === king || checked || (taken !== NONE && taken !== to))
    return isAttacked(board, king, foe);
  return isUncovered(board, low, high, king, from, foe); // only the square it left can have opened a line
}

/** Whether a move that was just made gives check to the other king. */
export function givesCheck(
  board: Board,
  low: number,
  high: number,
  king: number,
  from: number,
  to: number,
  taken: number,
  mover: Side,
): boolean {
  const piece = board[to]!;
  if ((piece & 7) === KING ? from - to === 2 || to - from === 2 : taken !== NONE && taken !== to)
    return isAttacked(board, king, mover); // castling and en passant open more than one line
  const way = to * 64 + king;
  const aims = ((ATTACKS[way]! >> piece) & 1) - 1; // 0 if it does, all bits if not: one branch instead of two
  if ((aims | (BETWEEN_LOW[way]! & low) | (BETWEEN_HIGH[way]! & high)) === 0) return true;
  return isUncovered(board, low, high, king, from, mover);
}

/** Whether a slider of a side attacks the king across a square that has become empty. */
function isUncovered(
  board: Board,
  low: number,
  high: number,
  king: number,
  left: number,
  by: Side,
): boolean {
  const way = king * 64 + left;
  const direction = LINE[way]! - 1; // negative where no line joins them
  if (((direction >> 31) | (BETWEEN_LOW[way]! & low) | (BETWEEN_HIGH[way]! & high)) !== 0)
    return false;
  const delta = STEP[direction]!;
  const reach = REACH[left * 8 + direction]!;
  for (let n = 1, at = left + delta; n <= reach; n++, at += delta) {
    const piece = board[at]!;
    if (piece !== 0) return piece >> 3 === by && isSlider(piece & 7, direction);
  }
  return false;
}

/** Whether an en passant capture leaves the own king safe; two pawns leave one rank, so it is tried out. */
export function isPassingSafe(
  board: Board,
  turn: Side,
  king: number,
  from: number,
  to: number,
): boolean {
  const taken = (from & 56) | (to & 7);
  const pawn = board[from]!;
  const captured = board[taken]!;
  board[to] = pawn;
  board[from] = 0;
  board[taken] = 0;
  const safe = !isAttacked(board, king, (1 - turn) as Side);
  board[to] = 0;
  board[from] = pawn;
  board[taken] = captured;
  return safe;
}

/** Whether some en passant capture on this square is legal for the side to move. */
export function canPass(board: Board, turn: Side, passed: number, king: number): boolean {
  const pawn = PAWN | (turn << 3);
  const beside = turn === 0 ? passed - 8 : passed + 8;
  return (
    ((passed & 7) > 0 &&
      board[beside - 1] === pawn &&
      isPassingSafe(board, turn, king, beside - 1, passed)) ||
    ((passed & 7) < 7 &&
      board[beside + 1] === pawn &&
      isPassingSafe(board, turn, king, beside + 1, passed))
  );
}
