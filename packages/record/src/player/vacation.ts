/** Vacations of a player: how much of what a server allows in a year is used, and until when one lasts. A calendar year is one in UTC. */
import { DAY_MS, formatMoment, secondsTo } from '@kifu/core';
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

/** How far ahead the end of an open vacation is looked for. */
const FAR_MS = 10 * 366 * DAY_MS;

/** A player's vacation at a time, if `allowedMs` of each year are allowed. An absence of less than a day counts as a day. */
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

/** Takes a time off the years that it lies in; gives when the first of them had nothing left, or else its end. */
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

const yearOf = (ms: number): number => Number.parseInt(formatMoment(Math.floor(ms / 1000)), 10);

/** When a year begins, in milliseconds since 1970. */
const newYear = (year: number): number => 1000 * secondsTo([year, 1, 1])!;
