/** Marks of a replay: when they are, and the way from one to the next. */
import type { Times } from './times.ts';

/** Where something happened. */
export interface PlaybackMark {
  /** The entry that brought it. */
  readonly n: number;
  /** When it was, by the clock of the match, in games without turns; otherwise null. */
  readonly ms: number | null;
}

/** When a mark is seen, in milliseconds of the replay. */
export const momentOfMark = ({ n, ms }: PlaybackMark, { at, endMs, isExact }: Times): number =>
  Math.min(endMs, isExact && ms !== null ? ms : (at[n] ?? endMs));

/** Two moments nearer than this are one: what is computed from ticks may be off by a little. */
const SAME_MS = 0.5;

/** The next mark after a moment, or the one before it; null where there is none. */
export function markFrom<Some extends PlaybackMark>(
  marks: readonly Some[],
  times: Times,
  ms: number,
  by: 1 | -1,
): Some | null {
  let found: Some | null = null;
  for (const mark of marks) {
    const away = by * (momentOfMark(mark, times) - ms);
    if (away <= SAME_MS) continue;
    if (found === null || away < by * (momentOfMark(found, times) - ms)) found = mark;
  }
  return found;
}

/** The first mark after one moment and not after another: what a replay has just come upon. */
export function markBetween<Some extends PlaybackMark>(
  marks: readonly Some[],
  times: Times,
  fromMs: number,
  toMs: number,
): Some | null {
  const next = markFrom(marks, times, fromMs, 1);
  return next !== null && momentOfMark(next, times) <= toMs ? next : null;
}
