/** What a position is worth: the pieces that will be left when everything under way has arrived. */
import { type Seat, scoreFromLead } from '@kifu/core';
import { PAWN } from './board.ts';
import { endOf } from './motion.ts';
import { columnOf, rowOf } from './squares.ts';
import { aliveSeats, isAlive, kindOf, type State, squareOf, TAKEN } from './state.ts';
import { advance } from './tick.ts';

/** In hundredths of a pawn, by kind. Kings decide the match, and are counted there. */
export const VALUES = [0, 100, 300, 300, 500, 900, 0] as const;
/** What a pawn's step forward is worth. */
const FORWARD = 6;
/** An advantage of this much is half a win. */
const HALF_WIN = 1000;
/** What a king that is about to fall leaves of a match; something can still be done about it. */
const NEARLY = 900;

/** The worth of a state to a seat: ±1000 when it is decided for it, 0 when drawn, otherwise between. */
export function evaluate(state: State, seat: Seat): number {
  if (state.end !== null) return judgeEnd(state, seat, 1000);
  if (!isAlive(state, seat)) return -1000;
  const later = settle(state);
  if (later.end !== null) return judgeEnd(later, seat, NEARLY);
  if (!isAlive(later, seat)) return -NEARLY;
  const others = aliveSeats(later).filter(other => other !== seat);
  const rest = others.reduce((sum, other) => sum + materialOf(later, other), 0);
  const ahead = materialOf(later, seat) - Math.trunc(rest / others.length);
  return scoreFromLead(ahead, HALF_WIN, NEARLY);
}

function judgeEnd({ end }: State, seat: Seat, most: number): number {
  const { result, winners } = end!.outcome;
  return result !== 'win' ? 0 : winners.includes(seat) ? most : -most;
}

/** The state when everything under way has arrived or fallen. */
export function settle(state: State): State {
  if (state.moves.length === 0) return state;
  const last = state.moves.reduce((tick, moving) => Math.max(tick, endOf(moving)), state.tick);
  return advance(state, last).state;
}

/** What the pieces of a seat are worth, pawns a little more the further they have come. */
export function materialOf({ setting, men }: State, seat: Seat): number {
  const { seatOf, armies, men: homes } = setting.ground;
  const isAcross = Math.abs(armies[seat]!.forward) === 1;
  const line = isAcross ? columnOf : rowOf;
  let sum = 0;
  for (let man = 0; man < men.length; man++) {
    const word = men[man]!;
    if (seatOf[man] !== seat || (word & TAKEN) !== 0) continue;
    sum += VALUES[kindOf(word)]!;
    if (kindOf(word) === PAWN)
      sum += FORWARD * Math.abs(line(squareOf(word)) - line(homes[man]!.home));
  }
  return sum;
}
