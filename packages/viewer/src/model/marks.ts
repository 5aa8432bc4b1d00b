/** Timeline markers: which are worth showing, and their kinds. */
import type { BarMark, OpenedRecord } from '../engine/types.ts';

/** The most markers of one kind: more would fill the timeline. */
const MANY = 400;

/** Kinds that occur with more than this share of moves are left out. */
const DULL_SHARE = 0.4;

/** The markers of a record that are worth showing, in order. What is usual depends on all of the record so far. */
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

/** Joins markers of one kind at one moment. */
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

/** All kinds, the most frequent last. */
export const kindsOf = (marks: readonly BarMark[]): string[] =>
  [...countsOf(marks)].sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1)).map(([kind]) => kind);
