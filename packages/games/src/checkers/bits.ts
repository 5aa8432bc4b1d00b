/** All pieces at once: sets of squares as the bits of one whole number, and what can move or jump on such a board. */
import type { Side } from './squares.ts';

/** Who stands where: bit i stands for square i. Kings are also among the pieces of their side. */
export interface Board {
  readonly black: number;
  readonly white: number;
  readonly kings: number;
}

/** The even columns, and the odd ones. */
const EVEN = 0x0f0f0f0f;
const ODD = ~EVEN;
/** Row 0, where white's men are crowned, and row 7, where black's are. */
const ROW_0 = 0x01010101;
const ROW_7 = 0x80808080 | 0;

/** The row on which the men of a side are crowned. */
export const CROWN_ROWS = [ROW_7, ROW_0] as const;

// the squares one step away in each direction; what would leave the board is dropped
const shift0 = (set: number) => ((set & EVEN & ~ROW_0) >>> 5) | ((set & ODD) >>> 4);
const shift1 = (set: number) => ((set & EVEN) >>> 4) | ((set & ODD & ~ROW_7) >>> 3);
const shift2 = (set: number) => ((set & EVEN & ~ROW_0) << 3) | ((set & ODD) << 4);
const shift3 = (set: number) => ((set & EVEN) << 4) | ((set & ODD & ~ROW_7) << 5);

/** The pieces of a side that can jump. */
export function jumpers(own: number, foe: number, kings: number, turn: Side): number {
  const empty = ~(own | foe);
  const rising = turn === 0 ? own : own & kings; // who may go towards higher rows
  const falling = turn === 0 ? own & kings : own;
  return (
    (rising & (shift2(foe & shift2(empty)) | shift0(foe & shift0(empty)))) |
    (falling & (shift1(foe & shift1(empty)) | shift3(foe & shift3(empty))))
  );
}

/** The pieces of a side that can take a step, whether or not they must jump instead. */
export function steppers(own: number, foe: number, kings: number, turn: Side): number {
  const empty = ~(own | foe);
  const rising = turn === 0 ? own : own & kings; // who may go towards higher rows
  const falling = turn === 0 ? own & kings : own;
  return (rising & (shift2(empty) | shift0(empty))) | (falling & (shift1(empty) | shift3(empty)));
}

/** How many steps the pieces of a side have between them. */
export function countSteps(own: number, foe: number, kings: number, turn: Side): number {
  const empty = ~(own | foe);
  const rising = turn === 0 ? own : own & kings; // who may go towards higher rows
  const falling = turn === 0 ? own & kings : own;
  return (
    countBits(rising & shift2(empty)) +
    countBits(rising & shift0(empty)) +
    countBits(falling & shift1(empty)) +
    countBits(falling & shift3(empty))
  );
}

/** How many bits are set. */
export function countBits(set: number): number {
  const pairs = set - ((set >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** The lowest square of a set that is not empty. */
export const lowestOf = (set: number): number => 31 - Math.clz32(set & -set);

/** The squares of a set in rising order. */
export function squaresOf(set: number): number[] {
  const squares: number[] = [];
  for (let rest = set; rest !== 0; rest &= rest - 1) squares.push(lowestOf(rest));
  return squares;
}
