/** Lines and columns, counted only when somebody asks, and each stretch of text once. */
import type { Place } from '@kifu/core';

/** Gives the place of an index; cheap as long as indices do not go back far. */
export function createPlaces(text: string): (index: number) => Required<Omit<Place, 'path'>> {
  let [at, line, lineStart] = [0, 1, 0];
  return index => {
    if (index < at) [at, line, lineStart] = [0, 1, 0];
    for (; at < index; at++) {
      const code = text.charCodeAt(at);
      // a return with its line feed is one line end
      if (code !== FEED && (code !== RETURN || text.charCodeAt(at + 1) === FEED)) continue;
      line++;
      lineStart = at + 1;
    }
    return { line, column: index - lineStart + 1, offset: index };
  };
}

const FEED = 10;
const RETURN = 13;
