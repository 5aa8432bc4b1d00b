/** Lines and columns, counted only when somebody asks, and each stretch of text at most twice. */
import type { Place } from '@kifu/core';

/** A point up to which lines have been counted. */
export interface Cursor {
  index: number;
  line: number;
  column: number;
}

/** The beginning of a text. */
export const createCursor = (): Cursor => ({ index: 0, line: 1, column: 1 });

/** Counts on to an index. A return and a line feed, in this order, are one line end. */
export function advance(cursor: Cursor, text: string, to: number): void {
  for (; cursor.index < to; cursor.index++) {
    const code = text.charCodeAt(cursor.index);
    const isSecond = code === FEED && text.charCodeAt(cursor.index - 1) === RETURN;
    if (code === FEED || code === RETURN) {
      if (!isSecond) cursor.line++;
      cursor.column = 1;
    } else cursor.column++;
  }
}

const FEED = 10;
const RETURN = 13;

/** The place of an index that lies at or after a cursor, which stays where it is. */
export function placeAt(
  cursor: Cursor,
  text: string,
  offset: number,
): Required<Omit<Place, 'path'>> {
  const there = { ...cursor };
  advance(there, text, offset);
  return { line: there.line, column: there.column, offset };
}
