/**
 * A move as one whole number: where it starts, how many pieces it jumps, and the direction of each jump, or of the one step.
 * Two bits a direction and nine jumps at most (no move can take more) make 27 bits. Captures in order fix the path, so this
 * says all that the move's JSON says; an invalid path has no number.
 */
import * as tables from './squares.ts';
import { directionTo, NONE } from './squares.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { LAND, NEXT } = tables;

/** No move takes more: only nine squares away from the edge can be jumped by one piece. */
export const MAX_JUMPS = 9;

const FROM_SHIFT = 22;
const COUNT_SHIFT = 18;

/** The number of a step. */
export const packStep = (from: number, direction: number): number =>
  (from << FROM_SHIFT) | direction;

/** The number of a chain of jumps; the first direction stands in the lowest two bits. */
export const packJumps = (from: number, count: number, directions: number): number =>
  (from << FROM_SHIFT) | (count << COUNT_SHIFT) | directions;

/** The square where a move starts. */
export const fromOf = (path: number): number => path >> FROM_SHIFT;

/** How many pieces it jumps; 0 for a step. */
export const countOf = (path: number): number => (path >> COUNT_SHIFT) & 15;

/** The directions, two bits each, the first lowest; more bits may stand above them. */
export const directionsOf = (path: number): number => path & 0x3ffff;

/** Placeholder for the number of an invalid path. */
export const NO_PATH = -2;

/** The path over these squares, all that it touches named; NO_PATH where it is none. */
export function pathOver(squares: readonly number[]): number {
  const [from = NONE, to = NONE] = squares;
  if (squares.length === 2) {
    const direction = directionTo(from, to, NEXT);
    if (direction !== NONE) return packStep(from, direction);
  }
  const count = squares.length - 1;
  if (count < 1 || count > MAX_JUMPS) return NO_PATH;
  let directions = 0;
  for (let i = 0; i < count; i++) {
    const direction = directionTo(squares[i]!, squares[i + 1]!, LAND);
    if (direction === NONE) return NO_PATH;
    directions |= direction << (2 * i);
  }
  return packJumps(from, count, directions);
}

/** The squares that a move touches, from the first to the last. */
export function squaresOn(path: number): number[] {
  let at = fromOf(path);
  const squares = [at];
  const count = countOf(path);
  let directions = directionsOf(path);
  if (count === 0) squares.push(NEXT[4 * at + directions]!);
  for (let i = 0; i < count; i++, directions >>= 2) {
    at = LAND[4 * at + (directions & 3)]!;
    squares.push(at);
  }
  return squares;
}

/** The squares of the pieces that a move takes, in order. */
export function capturesOn(path: number): number[] {
  const captures: number[] = [];
  let at = fromOf(path);
  let directions = directionsOf(path);
  for (let i = countOf(path); i > 0; i--, directions >>= 2) {
    captures.push(NEXT[4 * at + (directions & 3)]!);
    at = LAND[4 * at + (directions & 3)]!;
  }
  return captures;
}

/** The square where a move ends. */
export function endOf(path: number): number {
  let at = fromOf(path);
  let directions = directionsOf(path);
  const count = countOf(path);
  if (count === 0) return NEXT[4 * at + directions]!;
  for (let i = count; i > 0; i--, directions >>= 2) at = LAND[4 * at + (directions & 3)]!;
  return at;
}

/** The order of the hex forms: by start, end, number of captures, and the captures one after the other. */
export function comparePaths(a: number, b: number): number {
  const difference = fromOf(a) - fromOf(b) || endOf(a) - endOf(b) || countOf(a) - countOf(b);
  if (difference !== 0) return difference;
  const others = capturesOn(b);
  for (const [i, square] of capturesOn(a).entries())
    if (square !== others[i]) return square - others[i]!;
  return 0;
}
