/** What a position is worth: material, men on their way, kings in the middle, the back row. No search. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { countBits, lowestOf } from './bits.ts';
import { columnOf, rowOf, SQUARES } from './squares.ts';
import type { State } from './state.ts';

/** In hundredths of a man; the figures were found by play of bots. */
const MAN = 100;
const KING = 130;
/** What a row further on is worth to a man, and what its own back row is, as long as it keeps kings out. */
const FORWARD = 3;
const HOME = 9;
/** What a step from the edge towards the centre is worth to a king. */
const CENTRE = 4;
/** An advantage of this much is half a win while all pieces are on the board. */
const HALF_WIN = 700;

/** The worth of a state to a seat: ±1000 when it is decided, 0 when drawn, otherwise between; one's gain is the other's loss. */
export function evaluate(state: State, seat: Seat): number {
  const black = judgeForBlack(state);
  return seat === 0 ? black : 0 - black;
}

function judgeForBlack(state: State): number {
  if (state.outcome !== null) return scoreFromOutcome(state.outcome, 0);
  const { black, white, kings } = state;
  const sum =
    sumOf(black & ~kings, MEN) +
    sumOf(black & kings, KINGS) -
    sumOf(reverse(white & ~kings), MEN) -
    sumOf(reverse(white & kings), KINGS);
  // the fewer are left, the more one of them counts
  const all = countBits(black | white);
  const weighed = sum * (WEIGHT_OF_FEW - all);
  const half = HALF_WIN * (WEIGHT_OF_FEW - ALL);
  return scoreFromLead(weighed, half);
}

const ALL = 24;
const WEIGHT_OF_FEW = 40;

/** White sees the board turned by half a turn: square i from the other end. */
function reverse(set: number): number {
  let bits = set;
  bits = ((bits >>> 1) & 0x55555555) | ((bits & 0x55555555) << 1);
  bits = ((bits >>> 2) & 0x33333333) | ((bits & 0x33333333) << 2);
  bits = ((bits >>> 4) & 0x0f0f0f0f) | ((bits & 0x0f0f0f0f) << 4);
  bits = ((bits >>> 8) & 0x00ff00ff) | ((bits & 0x00ff00ff) << 8);
  return (bits >>> 16) | (bits << 16);
}

function sumOf(set: number, worths: Int16Array): number {
  let sum = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) sum += worths[lowestOf(rest)]!;
  return sum;
}

/** The worth of black's men and kings, by square. */
const MEN = new Int16Array(SQUARES);
const KINGS = new Int16Array(SQUARES);
for (let square = 0; square < SQUARES; square++) {
  const [x, y] = [columnOf(square), rowOf(square)];
  MEN[square] = MAN + FORWARD * y + (y === 0 ? HOME : 0);
  KINGS[square] = KING + CENTRE * Math.min(x, 7 - x, y, 7 - y);
}
