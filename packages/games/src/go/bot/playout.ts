/** A match played to its end by luck: neither side fills its own eyes, and what can be taken near the last stone is taken. */
import { EMPTY } from '../board.ts';
import { NONE } from '../state.ts';
import { isEye, liberties, liberty, type PlayoutBoard, placeOn } from './playout-board.ts';

/** Whole numbers by luck, from 0 to n − 1; quick, and the same for the same seed. */
export type Dice = (n: number) => number;

/** Xorshift (Marsaglia 2003). Only the high bits are used. */
export function diceFrom(seed: number): Dice {
  let state = seed | 0 || 1;
  return n => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return Math.floor(((state >>> 0) / 2 ** 32) * n);
  };
}

/** The stone that was played first on each cell; 0 for none. */
export type Firsts = Uint8Array;

/** Plays on a board until neither side has a move left. */
export function playOut(
  playout: PlayoutBoard,
  stone: number,
  last: number,
  dice: Dice,
  firsts: Firsts | null,
): void {
  const { width, height } = playout.grid;
  let [side, before, passes] = [stone, last, 0];
  for (let n = 3 * width * height; n > 0 && passes < 2; n--) {
    const cell = pickCell(playout, side, before, dice);
    if (cell === NONE) {
      passes++;
      playout.ko = NONE;
    } else {
      passes = 0;
      if (firsts !== null && firsts[cell] === 0) firsts[cell] = side;
    }
    before = cell;
    side = 3 - side;
  }
}

/** Plays a sensible move and returns its point; NONE if there is none. */
function pickCell(playout: PlayoutBoard, stone: number, last: number, dice: Dice): number {
  const capture = last === NONE ? NONE : captureNear(playout, last);
  if (capture !== NONE && placeOn(playout, capture, stone)) return capture;
  // from a place by luck through all empty cells; those after it come first, which is fair enough
  const { empty, free } = playout;
  const first = free === 0 ? 0 : dice(free);
  for (let i = 0; i < free; i++) {
    const at = first + i;
    const cell = empty[at < free ? at : at - free]!;
    if (!isEye(playout, cell, stone) && placeOn(playout, cell, stone)) return cell;
  }
  return NONE;
}

/** The last liberty of the stone that was played last; NONE where it has more. */
function captureNear(playout: PlayoutBoard, last: number): number {
  if (playout.board[last] === EMPTY) return NONE;
  return liberties(playout, last) === 1 ? liberty : NONE;
}
