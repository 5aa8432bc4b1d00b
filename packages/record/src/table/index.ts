/** The table: what is said and done around the rules of a game, its clocks and ticks, and how a match ends. */
export { NO_TERMS } from '@kifu/core';
export * from './access.ts';
export {
  type GivenMove,
  isForeseeable,
  MAX_GIVEN,
  movesSince,
  playAhead,
  restOfLine,
} from './ahead.ts';
export {
  type Clocks,
  fallsAt,
  hasFallen,
  isFallen,
  type SeatTime,
  shownMs,
  timeLeft,
} from './clock.ts';
export { readControl } from './header-check.ts';
export {
  type KeptRefusal,
  keepRefusal,
  MAX_REFUSED_PER_SECOND,
  NO_REFUSALS,
  type Refusals,
} from './refusals.ts';
export { type SettledEnding, settleEnd } from './settle.ts';
export { isDrawDue, MAX_ENTRIES, moversOf, type Table } from './table.ts';
export type { Talk } from './talk.ts';
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
