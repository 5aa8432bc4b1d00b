/** Kung Fu Chess as a Game. */
import {
  fail,
  type Game,
  type LeaveReason,
  type LeaveResult,
  ok,
  type Result,
  type Seat,
  type Setup,
} from '@kifu/core';
import { refuseOthers } from '../start.ts';
import { judgeLeft } from './ending.ts';
import { endEvent, leftEvent } from './events.ts';
import { legalMoves } from './legal.ts';
import { elapsedAt, type Moving } from './motion.ts';
import { type Move, moves } from './move-codec.ts';
import { play } from './play.ts';
import { makeSetting, OPTIONS, type Setting } from './setting.ts';
import { aliveSeats, firstState, LAST_TICK, NEVER, type State } from './state.ts';
import { states } from './state-codec.ts';
import { advance } from './tick.ts';

/** The rules of Kung Fu Chess. */
export const game: Game<State, Move> = {
  name: 'kung-fu-chess',
  code: 8,
  version: 1,
  seats: [2, 4],
  pace: 'free',
  options: OPTIONS,
  setup,
  seated: ({ setting, left }) => setting.seats.filter(seat => ((left >> seat) & 1) === 0),
  active: state => (state.end === null ? aliveSeats(state) : []),
  legal: legalMoves,
  play,
  outcome: state => state.end?.outcome ?? null,
  moves,
  states,
  time: {
    now: ({ tick }) => tick,
    advance,
    next,
    hz: ({ setting }) => setting.hz,
  },
  match: { leave, voices: aliveSeats },
};

function setup({ seats, options, start }: Setup): Result<State> {
  if (start === null) {
    const setting = makeSetting(options, seats);
    return setting.ok ? ok(firstState(setting.value)) : setting;
  }
  const state = states.restore(start.canon, start.aside);
  if (!state.ok) return state;
  const { setting } = state.value;
  const { board, hz, rules, speed, ties } = setting;
  const other = refuseOthers(options, { board, hz, rules, speed, ties });
  if (other !== null) return other;
  if (setting.seats.join() !== seats.join())
    return fail('bad-setup', 'the start position is of other seats', { at: { path: '/seats' } });
  return state;
}

/** The next tick at which something happens, a rest ends, or in the older rules a way becomes free. */
function next(state: State): number | null {
  const { end, soon, ready, tick, setting } = state;
  if (end !== null) return null;
  let first = tick <= LAST_TICK ? Math.min(soon, LAST_TICK + 1) : soon;
  for (const at of ready) if (at > tick && at < first) first = at;
  if (setting.isClassic)
    for (const moving of state.moves) first = Math.min(first, nextPoint(moving, tick, setting));
  return first;
}

/** The older rules look at the points of a way: which ones were reached, and which are left. */
function nextPoint(moving: Moving, tick: number, { squareTicks }: Setting): number {
  const gone = tick < moving.start ? -1 : elapsedAt(moving, tick);
  const phase = gone % squareTicks;
  return tick + (phase === 0 || gone < 0 ? 1 : squareTicks - phase);
}

/** Who leaves gives no more commands; the pieces stay, as those of a seat that has lost its king do. */
function leave(state: State, seat: Seat, how: LeaveReason): LeaveResult<State> {
  const { tick } = state;
  const gone = { ...state, left: state.left | (1 << seat) };
  const outcome = judgeLeft(gone, how);
  const left = leftEvent(tick, seat, how);
  if (outcome === null) return { state: gone, events: [left], outcome: null };
  return {
    state: { ...gone, soon: NEVER, end: { outcome, tick } },
    events: [left, endEvent(tick, outcome)],
    outcome,
  };
}
