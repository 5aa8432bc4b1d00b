/**
 * Numbers under which a seat signs its actions, none of them twice, though a program that was started again remembers nothing. Ordinary actions
 * continue from the record's numbers. Conditional moves may never be entered, so that the record does not show them: their numbers are taken
 * from the clock, and ordinary ones leave those out. A referee allows gaps.
 */

/** Numbers of conditional moves are the multiples of this, from `PLANNED_FROM` on. */
const STEP = 1024;
/** More actions than any match has. As a time it lies in 2004: `STEP` numbers for each millisecond since 1970. */
const PLANNED_FROM = 2 ** 50;

/** The number of the next ordinary action, after what was used or entered. */
export function nextOrdinary(used: number): number {
  const next = used + 1;
  return next >= PLANNED_FROM && next % STEP === 0 ? next + 1 : next;
}

/** `count` numbers for conditional moves, rising, greater than those used or entered; `nowMs` is by the own clock, since 1970. */
export function plannedFrom(used: number, nowMs: number, count: number): readonly number[] {
  const first = Math.max(Math.floor(nowMs), PLANNED_FROM / STEP, Math.floor(used / STEP) + 1);
  return Array.from({ length: count }, (_, i) => STEP * (first + i));
}
