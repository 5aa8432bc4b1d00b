/** Marks on the bar: their kinds, when they are, and the way from one to the next. */
import type { BarMark } from '../engine/types.ts';
import type { Times } from './pace.ts';

/** The kinds that there are, the most frequent last. */
export function kindsOf(marks: readonly BarMark[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([kind]) => kind);
}

/** When a mark is seen, in milliseconds of the replay. */
export const momentOfMark = ({ n, ms }: BarMark, { at, endMs, isExact }: Times): number =>
  Math.min(endMs, isExact && ms !== null ? ms : (at[n] ?? endMs));

/** Two moments nearer than this are one: what is computed from ticks may be off by a little. */
const SAME_MS = 0.5;

/** The next mark after a moment, or the one before it; null where there is none. */
export function markFrom(
  marks: readonly BarMark[],
  times: Times,
  ms: number,
  by: 1 | -1,
): BarMark | null {
  let found: BarMark | null = null;
  for (const mark of marks) {
    const away = by * (momentOfMark(mark, times) - ms);
    if (away <= SAME_MS) continue;
    if (found === null || away < by * (momentOfMark(found, times) - ms)) found = mark;
  }
  return found;
}

/** The first mark after one moment and not after another: what a replay has just come upon. */
export function markBetween(
  marks: readonly BarMark[],
  times: Times,
  fromMs: number,
  toMs: number,
): BarMark | null {
  const next = markFrom(marks, times, fromMs, 1);
  return next !== null && momentOfMark(next, times) <= toMs ? next : null;
}
