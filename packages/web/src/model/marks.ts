/** Marks on the bar: their kinds, and the way from one to the next. */
import type { BarMark } from '../engine/types.ts';

/** The kinds that there are, the most frequent last. */
export function kindsOf(marks: readonly BarMark[]): string[] {
  const counts = new Map<string, number>();
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([kind]) => kind);
}

/** The next mark after an entry, or the one before it; null where there is none. */
export function markFrom(marks: readonly BarMark[], n: number, by: 1 | -1): BarMark | null {
  const found = by > 0 ? marks.find(mark => mark.n > n) : marks.findLast(mark => mark.n < n);
  return found ?? null;
}
