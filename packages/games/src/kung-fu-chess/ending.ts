/** How a match ends. Rule sheet §11. */
import { LEAVE_REASONS, type LeaveReason, type Outcome, type Seat } from '@kifu/core';
import { KING } from './board.ts';
import { aliveSeats, drawTick, type State, TAKEN } from './state.ts';

type Judged = Pick<State, 'setting' | 'tick' | 'men' | 'left' | 'lastCommand' | 'lastCapture'>;

/** The outcome at the end of a tick; null while the match is in progress. */
export function judgeTick(state: Judged): Outcome | null {
  const { setting, tick, lastCommand, lastCapture } = state;
  // a king falls only where something was taken in this tick
  const fallen = lastCapture === tick ? judgeKings(state) : null;
  if (fallen !== null) return fallen;
  return tick >= drawTick(setting, lastCommand, lastCapture) ? drawn('inactivity') : null;
}

function judgeKings(state: Judged): Outcome | null {
  const alive = state.setting.isClassic ? aliveClassic(state) : aliveSeats(state);
  if (alive.length > 1) return null;
  return alive.length === 1 ? won(alive[0]!, 'king_captured') : drawn('kings_captured');
}

/** In the classic rules the first king in piece order that is gone decides, so that white wins where both are. */
function aliveClassic({ setting, men }: Judged): Seat[] {
  const fallen = setting.ground.men.findIndex(
    ({ kind }, man) => kind === KING && (men[man]! & TAKEN) !== 0,
  );
  const loser = setting.ground.men[fallen]?.seat;
  return setting.seats.filter(seat => seat !== loser);
}

/** The outcome when a seat has left; null if the others continue. */
export function judgeLeft(state: Judged, how: LeaveReason): Outcome | null {
  const alive = aliveSeats(state);
  return alive.length > 1 ? null : won(alive[0]!, LEAVE_REASONS[how]);
}

const won = (seat: Seat, reason: string): Outcome =>
  Object.freeze({ result: 'win', winners: [seat], points: null, reason });

const drawn = (reason: string): Outcome =>
  Object.freeze({ result: 'draw', winners: [], points: null, reason });
