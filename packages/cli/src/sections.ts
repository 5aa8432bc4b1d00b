/** Screens made of sections: those that fit, the most important first. */
import { columnsOf, fit as fitText } from './columns.ts';

/** A terminal. */
export interface TerminalSize {
  readonly rows: number;
  readonly columns: number;
}

/** Lines that belong together; the lower the rank, the longer they stay where there is little room. */
export interface Section {
  readonly rank: number;
  readonly lines: readonly string[];
  /** Where all of it does not fit, the first lines are enough, or the last. */
  readonly mayBeCut?: 'first' | 'last';
}

/** The sections that there is room for, in their order. */
export function fit(sections: readonly Section[], rows: number): string[] {
  let left = rows;
  const kept = new Map<Section, readonly string[]>();
  for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
    const { lines, mayBeCut } = section;
    if (lines.length > left && mayBeCut === undefined) continue;
    kept.set(
      section,
      lines.slice(mayBeCut === 'last' ? Math.max(0, lines.length - left) : 0).slice(0, left),
    );
    left -= Math.min(left, lines.length);
  }
  return sections.flatMap(section => kept.get(section) ?? []);
}

/** Cuts a line to a width. */
export const cutTo = (text: string, width: number): string =>
  columnsOf(text) <= width ? text : fitText(text, width).trimEnd();
