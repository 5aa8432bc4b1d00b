/** The table: what is said and done around the rules of a game, its clocks and ticks, and how a match ends. */
export { NO_TERMS } from '@kifu/core';
export * from './access.ts';
export { fallsAt, hasFallen, timeLeft } from './clock.ts';
export { type SettledEnding, settleEnd } from './ending.ts';
export { readControl } from './header-check.ts';
export { isDrawDue, MAX_ENTRIES, type MatchState, moversOf } from './match-state.ts';
export type { Negotiation } from './negotiation.ts';
export {
  type ExpectedMove,
  isForeseeable,
  MAX_GIVEN,
  movesSince,
  playAhead,
  restOfLine,
} from './presigned.ts';
export {
  keepRefusal,
  MAX_REFUSED_PER_SECOND,
  NO_REFUSALS,
  type RecordedRefusal,
  type Refusals,
} from './refusals.ts';
export { type Clocks, type SeatTime, shownMs } from './shown-clock.ts';
export {
  clockLimit,
  drawsOf,
  isKeyed,
  isSealed,
  keyOf,
  openingsOf,
  termsOf,
} from './terms.ts';
export { type Anchor, hzOf, msOfTick, tickAt } from './ticks.ts';
