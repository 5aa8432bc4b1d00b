/** Speed classes: matches of one game that are about as quick as each other are rated together. */
import { DAY_MS, rulesOf, type TimeControl } from '@kifu/core';

const MINUTE_MS = 60_000;
/** How many turns a match is taken to have: a game of chess is about that long. */
const TURNS = 40;

/** Each class with what is below its upper end, in milliseconds for one seat. */
const BOUNDS = [
  ['bullet', 3 * MINUTE_MS],
  ['blitz', 8 * MINUTE_MS],
  ['rapid', 25 * MINUTE_MS],
  ['classical', DAY_MS],
  ['correspondence', Number.POSITIVE_INFINITY],
] as const;

export type Speed = (typeof BOUNDS)[number][0] | 'untimed';

/** All classes, the quickest first. */
export const SPEEDS: readonly Speed[] = [...BOUNDS.map(([speed]) => speed), 'untimed'];

/** The class of a time control: the time that a seat begins with, and what forty turns add to it. */
export function speedOf(clock: TimeControl | null): Speed {
  if (clock === null) return 'untimed';
  const rules = rulesOf(clock.type);
  const control = clock as unknown as Readonly<Record<string, number>>;
  const expectedMs = rules.start(control).mainMs + TURNS * rules.turnMs(control);
  return BOUNDS.find(([, belowMs]) => expectedMs < belowMs)?.[0] ?? 'correspondence';
}
