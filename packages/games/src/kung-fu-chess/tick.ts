/** What happens in one tick: captures, arrivals, the end. Rule sheet §7. Ticks on which nothing happens are passed over. */
import type { GameEvent, Played } from '@kifu/core';
import { PAWN, QUEEN } from './board.ts';
import { takeAll } from './captures.ts';
import { promoteClassic, takeClassic } from './classic.ts';
import { isLastLine, type TickDraft } from './draft.ts';
import { judgeTick } from './ending.ts';
import { eliminationEvent, endEvent, promotionEvent } from './events.ts';
import { endOf } from './motion.ts';
import { soonest } from './schedule.ts';
import { KIND_SHIFT, kindOf, MOVED, MOVING, NEVER, type State, TAKEN } from './state.ts';

/** Lets time pass up to a tick, from one happening to the next. */
export function advance(state: State, to: number): Played<State> {
  if (to <= state.tick) return { state, events: NO_EVENTS };
  let now = state;
  let events: GameEvent[] | null = null;
  while (now.end === null && now.soon <= to) {
    events ??= [];
    now = happen(now, events);
  }
  return { state: now.tick === to ? now : at(now, to), events: events ?? NO_EVENTS };
}

/** No events: the same list each time. */
export const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

/** The same state later; written out, because this is what a quiet tick costs. */
const at = (state: State, tick: number): State => ({
  setting: state.setting,
  tick,
  men: state.men,
  ready: state.ready,
  moves: state.moves,
  lastCommand: state.lastCommand,
  lastCapture: state.lastCapture,
  left: state.left,
  soon: state.soon,
  end: state.end,
});

/** The tick at which something may happen. */
function happen(state: State, events: GameEvent[]): State {
  const { setting, soon: tick, moves, lastCommand, left } = state;
  const draft: TickDraft = {
    setting,
    tick,
    men: state.men.slice(),
    ready: state.ready.slice(),
    moves,
    lastCapture: state.lastCapture,
    events,
  };
  if (setting.isClassic) {
    promoteClassic(draft);
    takeClassic(draft);
  } else takeAll(draft);
  const arrived = arriveAll(draft);
  const { men, ready, lastCapture } = draft;
  const isChanged = arrived || lastCapture === tick;
  const standing = {
    setting,
    tick,
    men: isChanged ? men : state.men,
    ready: isChanged ? ready : state.ready,
    moves: isChanged ? moves.filter(({ man }) => (men[man]! & MOVING) !== 0) : moves,
    lastCommand,
    lastCapture,
    left,
  };
  if (lastCapture === tick) reportEliminations(state, draft);
  const outcome = judgeTick(standing);
  if (outcome === null) return { ...standing, soon: soonest(standing), end: null };
  events.push(endEvent(tick, outcome));
  return { ...standing, soon: NEVER, end: { outcome, tick } };
}

/** Puts those who have arrived to rest, in the order in which they were ordered; whether there were any. */
function arriveAll(draft: TickDraft): boolean {
  const { setting, tick, men, ready, moves, events } = draft;
  let hasArrived = false;
  for (const moving of moves) {
    const { man, to } = moving;
    const word = men[man]!;
    if (tick < endOf(moving) || (word & MOVING) === 0) continue;
    const isPromoted = kindOf(word) === PAWN && isLastLine(setting, man, to);
    const kind = isPromoted ? QUEEN : kindOf(word);
    men[man] = to | (kind << KIND_SHIFT) | MOVED;
    ready[man] = tick + setting.cooldownTicks;
    if (isPromoted) events.push(promotionEvent(setting, tick, man, to));
    hasArrived = true;
  }
  return hasArrived;
}

/** Tells which of the players have just lost their king. */
function reportEliminations(
  { setting, men: before, left }: State,
  { men, tick, events }: TickDraft,
) {
  for (const seat of setting.seats) {
    const { king } = setting.ground.armies[seat]!;
    const hasFallen = (men[king]! & TAKEN) !== 0 && (before[king]! & TAKEN) === 0;
    if (hasFallen && ((left >> seat) & 1) === 0) events.push(eliminationEvent(tick, seat));
  }
}
