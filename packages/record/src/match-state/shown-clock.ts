/** What clocks show. It needs next to nothing, so that a page can show clocks without everything else. All times are whole milliseconds. */
import { rulesOf, type Seat, type TimeControl, type TimeLeft } from '@kifu/core';

/** All clocks of a match. */
export interface Clocks {
  readonly control: TimeControl;
  readonly left: readonly SeatTime[];
  /** Whose turn it is; null where the clock of no single seat runs. */
  readonly running: Seat | null;
  /** While a random draw is due, the seats whose links are pending: all their clocks run. */
  readonly drawing: readonly Seat[];
  /** When the running clock was last started. */
  readonly sinceMs: number;
  /** How much of the turn had passed when the clock was last started. */
  readonly spentMs: number;
  readonly isPaused: boolean;
}

/** What a seat had left at the beginning of its turn. */
export interface SeatTime extends TimeLeft {
  readonly seat: Seat;
}

/** The milliseconds that a seat's clock shows: its main time, then the period it is in. */
export function shownMs(clocks: Clocks, seat: Seat, ms: number): number | null {
  const left = clocks.left.find(other => other.seat === seat);
  if (left === undefined) return null;
  const spent = isRunning(clocks, seat) ? spentBy(clocks, ms) : 0;
  if (spent < left.mainMs) return left.mainMs - spent;
  const periodMs = periodOf(clocks.control);
  const over = spent - left.mainMs;
  if (over > left.periods * periodMs || left.periods === 0) return 0;
  return over === 0 ? periodMs : periodMs - (((over - 1) % periodMs) + 1);
}

/** What of the turn, or of the draw, has passed, in milliseconds. */
export const spentBy = ({ spentMs, sinceMs, isPaused }: Clocks, ms: number): number =>
  isPaused ? spentMs : spentMs + Math.max(0, ms - sinceMs);

/** Whether the clock of a seat runs. */
export const isRunning = ({ running, drawing }: Clocks, seat: Seat): boolean =>
  running === seat || drawing.includes(seat);

/** How long a period lasts; 0 where there are none. */
export const periodOf = (control: TimeControl): number =>
  rulesOf(control.type).periodMs(numbersOf(control));

/** Its numbers, for code that treats all types alike. */
export const numbersOf = (control: TimeControl): Readonly<Record<string, number>> =>
  control as unknown as Readonly<Record<string, number>>;
