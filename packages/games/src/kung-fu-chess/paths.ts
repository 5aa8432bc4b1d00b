/** Which ways are open to a piece: geometry, what blocks, castling. Rule sheet §5, §6 and, for the older rules, §15. */
import type { Seat } from '@kifu/core';
import { BISHOP, type Castling, KING, KNIGHT, PAWN, ROOK } from './board.ts';
import type { Rule } from './refuse.ts';
import { columnOf, rowOf } from './squares.ts';
import { isResting, kindOf, MOVED, type State, squareOf } from './state.ts';
import { claimantOf, isAnyDestination, isDestination, isPassed, stepTowards } from './survey.ts';

/** Why a piece that rests may not go to a square; null where it may. The state must have been surveyed. */
export function refuseWay(state: State, man: number, to: number): Rule | null {
  const { ground, isClassic } = state.setting;
  const from = squareOf(state.men[man]!);
  if (ground.isOn[to] !== 1) return 'off_board';
  if (to === from) return 'same_square';
  const seat = ground.seatOf[man]!;
  const rows = Math.abs(rowOf(to) - rowOf(from));
  const columns = Math.abs(columnOf(to) - columnOf(from));
  const kind = kindOf(state.men[man]!);
  if (kind === PAWN) return refusePawn(state, seat, from, to);
  if (kind === KNIGHT)
    return rows * columns === 2 ? refusePath(state, seat, to - from, to, true) : 'geometry';
  if (kind === KING && (rows > 1 || columns > 1))
    return isClassic ? refuseOldCastling(state, man, to) : refuseCastling(state, man, to);
  const isStraight = rows * columns === 0;
  if ((!isStraight && rows !== columns) || kind === (isStraight ? BISHOP : ROOK)) return 'geometry';
  return refusePath(state, seat, stepTowards(from, to), to, true, Math.max(rows, columns));
}

/** What blocks the path of this many steps to a square. */
function refusePath(
  { men, setting }: State,
  seat: Seat,
  step: number,
  to: number,
  mayTake: boolean,
  steps = 1,
): Rule | null {
  for (let left = steps - 1; left >= 0; left--) {
    const square = to - left * step;
    const other = claimantOf(square);
    if (other >= 0 && isResting(men[other]!)) {
      if (left > 0) return 'blocked';
      if (setting.ground.seatOf[other] === seat) return 'own_piece';
      if (!mayTake) return 'pawn_blocked';
    }
    if (isDestination(square, seat)) return 'own_destination';
  }
  return setting.isClassic && isPassed(to, seat) ? 'own_way' : null;
}

function refusePawn(state: State, seat: Seat, from: number, to: number): Rule | null {
  const { ground, isClassic } = state.setting;
  const { forward, slants, isHomeLine } = ground.armies[seat]!;
  const step = to - from;
  if (slants.includes(step)) {
    const other = claimantOf(to);
    const isEnemy = other >= 0 && ground.seatOf[other] !== seat;
    if (!isEnemy || !isResting(state.men[other]!)) return 'pawn_capture';
    return refusePath(state, seat, step, to, true);
  }
  const isDouble = step === 2 * forward && isHomeLine[from] === 1;
  if (step !== forward && !isDouble) return 'geometry';
  // a square that a piece is just leaving stops a pawn, but not in the older rules
  const isEntered = (square: number) => !isClassic && claimantOf(square) >= 0;
  if (isEntered(from + forward) || isEntered(to)) return 'pawn_blocked';
  return refusePath(state, seat, forward, to, false, isDouble ? 2 : 1);
}

/** The way to castle that takes a king to a square, if there is one. */
export const findCastling = (
  { setting: { ground } }: State,
  king: number,
  to: number,
): Castling | undefined =>
  ground.armies[ground.seatOf[king]!]!.castlings.find(({ kingTo }) => kingTo === to);

/** Attacked squares do not matter: there is no check. */
function refuseCastling(state: State, king: number, to: number): Rule | null {
  const { men } = state;
  const castling = findCastling(state, king, to);
  if (castling === undefined) return 'geometry';
  if ((men[king]! & MOVED) !== 0) return 'castling_king';
  if (!isRookReady(state, castling)) return 'castling_rook';
  const isBlocked = castling.between.some(square => {
    const other = claimantOf(square);
    return (other >= 0 && isResting(men[other]!)) || isAnyDestination(square);
  });
  return isBlocked ? 'castling_blocked' : null;
}

/** Whether the rook is at home, has never moved, and does not. A rook that has not moved does not rest from a move. */
function isRookReady({ men, setting }: State, { rook }: Castling): boolean {
  const { home } = setting.ground.men[rook]!;
  return claimantOf(home) === rook && isResting(men[rook]!) && (men[rook]! & MOVED) === 0;
}

/** In the older rules king and rook each need a way that a rook could go. */
function refuseOldCastling(state: State, king: number, to: number): Rule | null {
  const { men, setting } = state;
  const castling = findCastling(state, king, to);
  if (castling === undefined) return 'geometry';
  if ((men[king]! & MOVED) !== 0) return 'castling_king';
  if (!isRookReady(state, castling)) return 'castling_rook';
  const seat = setting.ground.seatOf[king]!;
  const { home } = setting.ground.men[castling.rook]!;
  const step = stepTowards(squareOf(men[king]!), to);
  const isFree =
    refusePath(state, seat, step, to, true, 2) === null &&
    refusePath(state, seat, -step, castling.rookTo, true, stepsOf(home, castling.rookTo)) === null;
  return isFree ? null : 'castling_blocked';
}

const stepsOf = (from: number, to: number): number =>
  Math.max(Math.abs(rowOf(to) - rowOf(from)), Math.abs(columnOf(to) - columnOf(from)));
