/** Vacations of a player: how much of what a server allows in a year is used, and until when one lasts. A calendar year is one in UTC. */
import type { Player } from './player.ts';

/** A time in which a player is away, in milliseconds since 1970. */
export interface Vacation {
  readonly from: number;
  /** Null where the player has not said to be back. */
  readonly until: number | null;
}

/** How a player stands with vacations. */
export interface VacationState {
  /** When the present vacation ends, at the latest; null where there is none. */
  readonly until: number | null;
  /** What is left of the year. */
  readonly leftMs: number;
}

export const DAY_MS = 86_400_000;
/** Further ahead nobody looks. */
const FAR_MS = 10 * 366 * DAY_MS;

/** How a player stands at a time, where so much of each year is allowed. Who is away for less than a day has used a day. */
export function vacationAt(
  { vacations }: Pick<Player, 'vacations'>,
  atMs: number,
  allowedMs: number,
): VacationState {
  const used = new Map<number, number>();
  let until: number | null = null;
  for (const { from, until: back } of vacations) {
    const endsMs = back ?? spend(new Map(used), from, from + FAR_MS, allowedMs);
    if (back === null && atMs < endsMs) until = endsMs;
    spend(used, from, Math.max(from + DAY_MS, Math.min(endsMs, atMs)), allowedMs);
  }
  return { until, leftMs: Math.max(0, allowedMs - (used.get(yearOf(atMs)) ?? 0)) };
}

/** Takes a time off the years that it lies in; gives when one of them had no more. */
function spend(used: Map<number, number>, from: number, to: number, allowedMs: number): number {
  for (let at = from; at < to; ) {
    const year = yearOf(at);
    const end = Math.min(to, newYear(year + 1));
    const before = used.get(year) ?? 0;
    const taken = Math.min(end - at, Math.max(0, allowedMs - before));
    used.set(year, before + taken);
    if (taken < end - at) return at + taken;
    at = end;
  }
  return to;
}

/** The year of a time: about so many of their mean length since 1970, and one more or less near New Year. */
function yearOf(ms: number): number {
  const year = 1970 + Math.floor(ms / (365.2425 * DAY_MS));
  if (newYear(year) > ms) return year - 1;
  return newYear(year + 1) > ms ? year : year + 1;
}

/** When a year begins, in milliseconds since 1970. */
const newYear = (year: number): number =>
  (365 * (year - 1970) + leapYears(year) - leapYears(1970)) * DAY_MS;

/** Leap years before a year. */
const leapYears = (year: number): number =>
  Math.floor((year - 1) / 4) - Math.floor((year - 1) / 100) + Math.floor((year - 1) / 400);
