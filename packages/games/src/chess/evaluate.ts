/** What a position is worth: material, and a little sense of where pieces stand. No search, no mobility. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { KING, QUEEN } from './board.ts';
import { boardOf } from './planes.ts';
import type { State } from './state.ts';

/** In hundredths of a pawn, by kind. */
const VALUES = [0, 100, 330, 320, 500, 0, 900] as const;
/** What a step from the edge towards the centre is worth, by kind; and to a king once the queens are gone. */
const CENTRE = [0, 3, 4, 7, 1, -8, 1] as const;
const CENTRE_FOR_KING_LATE = 8;
/** What a step forward is worth, by kind: pawns grow, kings stay at home. */
const FORWARD = [0, 5, 1, 1, 1, -6, 0] as const;
/** An advantage of this much is half a win. */
const HALF_WIN = 1000;

/** The worth of a state to a seat: ±1000 when it is decided, 0 when drawn, otherwise between; one's gain is the other's loss. */
export function evaluate(state: State, seat: Seat): number {
  const white = judgeForWhite(state);
  return seat === 0 ? white : 0 - white;
}

function judgeForWhite(state: State): number {
  if (state.outcome !== null) return scoreFromOutcome(state.outcome, 0);
  const board = boardOf(state);
  const worths = board.includes(QUEEN) || board.includes(QUEEN | 8) ? WORTHS : WORTHS_LATE;
  let sum = 0;
  for (let square = 0; square < 64; square++) sum += worths[board[square]! * 64 + square]!;
  // more is always better, but a second queen counts less than the first, and nothing reaches 1000
  return scoreFromLead(sum, HALF_WIN);
}

/** The worth of each piece on each square to white, by piece · 64 + square; with queens on the board, and without. */
const WORTHS = fillWorths(CENTRE[KING]);
const WORTHS_LATE = fillWorths(CENTRE_FOR_KING_LATE);

function fillWorths(centreOfKing: number): Int16Array {
  const worths = new Int16Array(16 * 64);
  for (let kind = 1; kind <= QUEEN; kind++)
    for (let square = 0; square < 64; square++) {
      const [x, y] = [square & 7, square >> 3];
      const central = Math.min(x, 7 - x) + Math.min(y, 7 - y);
      const centre = kind === KING ? centreOfKing : CENTRE[kind]!;
      const worth = VALUES[kind]! + centre * central + FORWARD[kind]! * y;
      worths[kind * 64 + square] = worth;
      worths[(kind | 8) * 64 + (square ^ 56)] = -worth; // black sees the board upside down
    }
  return worths;
}
