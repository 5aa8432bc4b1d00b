/** Who answers for which square: what blocks a way depends on it. Rule sheet §3, §5.6 and, for the older rules, §15. */
import type { Seat } from '@kifu/core';
import { elapsedAt, type Moving } from './motion.ts';
import { columnOf, rowOf, SQUARES } from './squares.ts';
import { MOVING, type State, squareOf, TAKEN } from './state.ts';

/** One more than the index of the piece that answers for each square: the first in piece order; 0 for none. */
const CLAIMANTS = new Uint8Array(SQUARES);
/** Whose moves end on each square, as bits by seat. */
const ENDS = new Uint8Array(SQUARES);
/** Whose moves still pass over each square, as bits by seat; in the older rules only. */
const PASSES = new Uint8Array(SQUARES);

/** Looks at a state. The answers below are about the state that was surveyed last. */
export function survey({ setting, tick, men, moves }: State): void {
  const { ground, isClassic, squareTicks } = setting;
  CLAIMANTS.fill(0);
  ENDS.fill(0);
  PASSES.fill(0);
  for (let man = men.length - 1; man >= 0; man--) {
    const word = men[man]!;
    if ((word & TAKEN) !== 0) continue;
    const square =
      isClassic && (word & MOVING) !== 0
        ? reachedPoint(moves.find(moving => moving.man === man)!, tick, squareTicks)
        : squareOf(word);
    if (square >= 0) CLAIMANTS[square] = man + 1;
  }
  for (const moving of moves) {
    const bit = 1 << ground.seatOf[moving.man]!;
    ENDS[moving.to]! |= bit;
    if (isClassic) passOver(moving, tick, squareTicks, bit);
  }
}

/** The piece that answers for a square, even if it has left it and is still under way; −1 for none. */
export const claimantOf = (square: number): number => CLAIMANTS[square]! - 1;
/** Whether a move of a seat ends on a square. */
export const isDestination = (square: number, seat: Seat): boolean =>
  ((ENDS[square]! >> seat) & 1) !== 0;
/** Whether a move of any seat ends on a square. */
export const isAnyDestination = (square: number): boolean => ENDS[square] !== 0;
/** Whether a move of a seat has still to pass over a square; in the older rules. */
export const isPassed = (square: number, seat: Seat): boolean =>
  ((PASSES[square]! >> seat) & 1) !== 0;

/** From a square one step towards another that lies in a line with it, as a difference. */
export const stepTowards = (from: number, to: number): number =>
  16 * Math.sign(rowOf(to) - rowOf(from)) + Math.sign(columnOf(to) - columnOf(from));

/** In the older rules a moving piece answers for the last point of its way that it reached. */
const reachedPoint = (moving: Moving, tick: number, squareTicks: number): number =>
  pointOf(moving, Math.floor(elapsedAt(moving, tick) / squareTicks));

/** A point of a way by its number; −1 for the middle of a knight's, which is not a square. */
function pointOf(moving: Moving, index: number): number {
  if (moving.seen > 0) return index === 0 ? moving.from : index === 1 ? -1 : moving.to;
  return moving.from + index * stepTowards(moving.from, moving.to);
}

/** Marks the points that lie ahead, the one that it is just leaving among them in the first tick. */
function passOver(moving: Moving, tick: number, squareTicks: number, bit: number): void {
  const first = Math.floor((tick - moving.start + squareTicks - 1) / squareTicks);
  for (let index = first; index <= moving.ticks / squareTicks; index++) {
    const square = pointOf(moving, index);
    if (square >= 0) PASSES[square]! |= bit;
  }
}
