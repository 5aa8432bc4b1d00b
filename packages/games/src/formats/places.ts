/** Lines and columns, counted only when a reader asks, and each stretch of text once. */
import type { FaultLocation } from '@kifu/core';

/** A point up to which lines have been counted. */
export interface Cursor {
  /** Where it is in the text at hand. */
  index: number;
  /** How many characters came before the text at hand. */
  dropped: number;
  line: number;
  column: number;
  /** The character before was a carriage return: a line feed now is part of the same line end. */
  returned: boolean;
}

/** Where a text begins that may be a part of another. */
export interface TextStart {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** Whether the character before was a carriage return. */
  readonly isReturned: boolean;
}

/** The beginning of everything. */
export const FIRST: TextStart = { line: 1, column: 1, offset: 0, isReturned: false };

/** At the beginning of a text. */
export const createCursor = ({ line, column, offset, isReturned } = FIRST): Cursor => ({
  index: 0,
  dropped: offset,
  line,
  column,
  returned: isReturned,
});

/** Counts on to an index in the text at hand. */
export function advance(cursor: Cursor, text: string, to: number): void {
  const from = cursor.index;
  if (from >= to) return;
  let { line, returned } = cursor;
  /** Where the line begins. */
  let start = from + 1 - cursor.column;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    if (code === LINE_FEED || code === RETURN) {
      if (code === RETURN || !returned) line++;
      start = i + 1;
    }
    returned = code === RETURN;
  }
  cursor.index = to;
  cursor.line = line;
  cursor.column = to - start + 1;
  cursor.returned = returned;
}

const LINE_FEED = 10;
const RETURN = 13;

/** The place of an index that lies at or after a cursor, which stays where it is. */
export function placeAt(
  cursor: Cursor,
  text: string,
  index: number,
): Required<Omit<FaultLocation, 'path'>> {
  const there = { ...cursor };
  advance(there, text, index);
  return { line: there.line, column: there.column, offset: there.dropped + index };
}
