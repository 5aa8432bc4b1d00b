/** Marks on the bar: which of them tell something, their kinds, when they are, and the way from one to the next. */
import type { BarMark, OpenedRecord } from '../engine/types.ts';
import type { Times } from './pace.ts';

/** At most so many marks of one kind are drawn: with more they would be a bar of their own. */
const MANY = 400;

/** Kinds that happen with almost every move say nothing, and are left out. */
const DULL_SHARE = 0.4;

/** The marks of a record that tell something, in order. What is usual in it depends on all that it has by now. */
export function tellingMarks({
  marks,
  lines,
  longPauseMs,
}: Pick<OpenedRecord, 'marks' | 'lines' | 'longPauseMs'>): BarMark[] {
  const unusual = marks.filter(({ pauseMs }) => pauseMs === undefined || pauseMs >= longPauseMs);
  const counts = countsOf(unusual);
  const isTelling = ({ kind }: BarMark) => {
    const count = counts.get(kind)!;
    return kind === 'note' || (count <= MANY && (count <= 3 || count < DULL_SHARE * lines.length));
  };
  return joined(unusual.filter(isTelling)).sort((a, b) => a.n - b.n);
}

/** Several of one kind at one moment are one mark. */
function joined(marks: readonly BarMark[]): BarMark[] {
  const known = new Map<string, BarMark>();
  for (const mark of marks) {
    const key = `${mark.n} ${mark.ms} ${mark.kind}`;
    const before = known.get(key);
    if (before === undefined) known.set(key, { ...mark, label: shorten(mark.label) });
    else if (!before.label.includes(mark.label))
      known.set(key, { ...before, label: shorten(`${before.label}; ${mark.label}`) });
  }
  return [...known.values()];
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

function countsOf(marks: readonly BarMark[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The kinds that there are, the most frequent last. */
export const kindsOf = (marks: readonly BarMark[]): string[] =>
  [...countsOf(marks)].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([kind]) => kind);

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
