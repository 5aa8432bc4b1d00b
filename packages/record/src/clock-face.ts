/** What clocks show. Apart from how they are kept, so that a page can draw them without everything else. */
import type { Seat } from '@kifu/core';
import type { Clocks } from './clock.ts';

/** The milliseconds that a seat's clock shows: its main time, then the period it is in. */
export function shownMs(clocks: Clocks, seat: Seat, ms: number): number | null {
  const left = clocks.left.find(other => other.seat === seat);
  if (left === undefined) return null;
  const spent = clocks.running === seat ? spentBy(clocks, ms) : 0;
  if (spent < left.mainMs) return left.mainMs - spent;
  if (clocks.control.type !== 'byo-yomi') return 0;
  const { periodMs } = clocks.control;
  const over = spent - left.mainMs;
  if (over > left.periods * periodMs || left.periods === 0) return 0;
  return over === 0 ? periodMs : periodMs - (((over - 1) % periodMs) + 1);
}

/** What of the turn has passed, in milliseconds. */
export const spentBy = ({ spentMs, sinceMs, isPaused }: Clocks, ms: number): number =>
  isPaused ? spentMs : spentMs + Math.max(0, ms - sinceMs);
