/** Tag pairs: `[Name "value"]`, on one line. */
import { findLineEnd, keep, refuse, type Scan } from './scan-state.ts';
import { MAX_COMMENT, MAX_TAGS } from './tokens.ts';

/** A bracket, a name and a quote. Halves of characters are no part of a name. */
const OPENING = /^\[[ \t]*([^\s"[\]\ud800-\udfff]+)[ \t]*"/;

/** Reads a tag. A quote that no bracket follows is part of the value: files have them without a backslash. */
export function scanTag(scan: Scan): void {
  const { text, at } = scan;
  scan.phase = 'tags';
  if (++scan.tags > MAX_TAGS) {
    refuse(scan, 'too-large', `a game has at most ${MAX_TAGS} tags`, at);
    scan.at = findLineEnd(text, at); // not tag by tag: there may be a million on this line
    return;
  }
  const line = text.slice(at, findLineEnd(text, at, at + MAX_COMMENT));
  const [opening, name] = OPENING.exec(line) ?? [];
  const end = opening === undefined ? -1 : findQuote(line, opening.length);
  if (opening === undefined || name === undefined || end < 0) {
    if (line.length === MAX_COMMENT)
      refuse(scan, 'too-large', `a tag has at most ${MAX_COMMENT} characters`, at);
    else refuse(scan, 'malformed', 'a tag is a name and a quoted value: [Event "Casual game"]', at);
    scan.at = findLineEnd(text, at);
    return;
  }
  const value = line.slice(opening.length, end).replace(/\\(["\\])/g, '$1');
  keep(scan, { kind: 'tag', at, name, value, valueAt: at + opening.length });
  scan.at = at + line.indexOf(']', end) + 1;
}

/** How many blanks may stand between a value and its bracket. */
const MAX_BLANKS = 64;

/** The quote that ends a value: a bracket follows it, and no backslash stands before it; −1 where there is none. */
function findQuote(line: string, from: number): number {
  for (let i = from; i < line.length; i++) {
    if (line[i] === '\\' && (line[i + 1] === '"' || line[i + 1] === '\\')) i++;
    else if (line[i] === '"' && /^[ \t]*\]/.test(line.slice(i + 1, i + 1 + MAX_BLANKS))) return i;
  }
  return -1;
}
