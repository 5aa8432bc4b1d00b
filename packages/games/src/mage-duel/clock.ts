/** Who may act when, by the seconds since the last move. Rule sheet §9. */
import type { Seat, Ticking } from '@kifu/core';
import { MAX_MOVE_TIME } from './options.ts';
import { isDrawDue, type State, turnOf } from './state.ts';

/** How a seat may act: in its own turn, after a skip of the opponent, who is late, or not at all. */
export type Right = 'turn' | 'late-opponent' | null;

/** How a seat may act at this time, except for claiming the end. */
export function rightOf(state: State, seat: Seat): Right {
  const turn = turnOf(state);
  const waited = state.now - state.updated;
  const { moveTime } = state.rules;
  // before the first move no clock runs
  if (waited <= moveTime || state.done === 0) return seat === turn ? 'turn' : null;
  return waited <= 2 * moveTime && seat !== turn ? 'late-opponent' : null;
}

/** Whether either player may claim the end. */
export const mayFinish = ({ now, updated, rules }: State): boolean =>
  now - updated > 2 * rules.moveTime;

/** The seats that can do something now. */
export function active(state: State): readonly Seat[] {
  if (state.end !== null || isDrawDue(state)) return NO_SEATS;
  if (mayFinish(state)) return BOTH;
  return rightOf(state, 0) !== null ? BLUE : RED;
}

/** Both seats. */
export const BOTH: readonly Seat[] = [0, 1];
const BLUE: readonly Seat[] = [0];
const RED: readonly Seat[] = [1];
const NO_SEATS: readonly Seat[] = [];

/** Time as part of the rules, in seconds. Time alone causes no events, but moves become possible and impossible. */
export const time: Ticking<State> = {
  now: ({ now }) => now,
  advance: (state, to) => ({
    state: to === state.now ? state : { ...state, now: to },
    events: NO_EVENTS,
  }),
  next(state) {
    const { now, updated, done, rules, end } = state;
    const late = updated + rules.moveTime + 1;
    const over = updated + 2 * rules.moveTime + 1;
    if (end !== null || now >= over) return null;
    return done > 0 && now < late ? late : over;
  },
  hz: () => 1,
  unhurried: { moveTime: MAX_MOVE_TIME },
};

/** Nothing to tell. */
const NO_EVENTS = Object.freeze([]) as readonly never[];
