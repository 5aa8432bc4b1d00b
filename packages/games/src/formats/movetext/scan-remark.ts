/** Remarks: comments in both forms, lines that are escaped, and glyphs. */
import { CUT_OFF, keep, LOST, refuse, type Scan, startMoves } from './scan-state.ts';
import * as token from './tokens.ts';

/** A comment in braces. It may hold anything but a closing brace, so without one nothing that follows can be trusted. */
export function scanComment(scan: Scan, i: number): number {
  const { text } = scan;
  // looked for once for all comments up to it: a file of braces that never close must not cost more than others
  if (scan.brace < i) scan.brace = text.indexOf('}', i + 1);
  if (scan.brace < 0) scan.brace = text.length;
  const length = scan.brace - i - 1;
  if (length > token.MAX_COMMENT) {
    refuse(scan, 'too-large', `a comment has at most ${token.MAX_COMMENT} characters`, i);
    scan.lost = true;
    return LOST;
  }
  const isClosed = scan.brace < text.length;
  if (isClosed && !hasGame(text.slice(i + 1, scan.brace))) {
    keep(scan, token.COMMENT, i + 1, scan.brace);
    return scan.brace + 1;
  }
  if (!isClosed && !scan.last) return CUT_OFF;
  refuse(scan, 'malformed', 'this comment is not closed', i);
  scan.lost = true;
  return LOST;
}

/** An empty line, and one that begins like a tag. */
const GAME = /\n[ \t\r]*\n\[\w{1,255}[ \t]{1,8}"/;

/** Whether another game begins in a comment: its brace was forgotten, and what closes it is of a later one. */
const hasGame = (comment: string): boolean => comment.includes('\n[') && GAME.test(comment);

/** A comment from a semicolon to the end of the line. */
export function scanRest(scan: Scan, i: number): number {
  const end = findLineEnd(scan.text, i + 1, i + 2 + token.MAX_COMMENT);
  if (end - i - 1 > token.MAX_COMMENT) {
    refuse(scan, 'too-large', `a comment has at most ${token.MAX_COMMENT} characters`, i);
    return skipLine(scan, end);
  }
  if (end === scan.text.length && !scan.last) return CUT_OFF;
  keep(scan, token.REST, i + 1, end);
  return end;
}

/** Passes over the rest of a line, which may not have come yet. */
export function skipLine(scan: Scan, i: number): number {
  const end = findLineEnd(scan.text, i, scan.text.length);
  scan.escaped = end === scan.text.length;
  return end;
}

function findLineEnd(text: string, from: number, limit: number): number {
  const to = Math.min(limit, text.length);
  let i = from;
  while (i < to && token.classOf(text.charCodeAt(i)) !== token.LINE_END) i++;
  return i;
}

/** `!` `?` `!!` `??` `!?` `?!` are the glyphs 1 to 6. */
const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

/** A mark of one or two characters. */
export function scanMark(scan: Scan, i: number): number {
  const { text } = scan;
  if (i + 1 === text.length && !scan.last) return CUT_OFF;
  const pair = MARKS.indexOf(text.slice(i, i + 2));
  startMoves(scan);
  keep(scan, token.GLYPH, i, 1 + (pair < 0 ? MARKS.indexOf(text[i]!) : pair));
  return pair < 0 ? i + 1 : i + 2;
}

/** A mark in parentheses, `(?!)`, is not a variation; null if there is none. */
export function scanMarkInParens(scan: Scan, i: number): number | null {
  const { text } = scan;
  const ahead = text.slice(i + 1, i + 4);
  if (!'!?'.includes(ahead[0] ?? '')) return null;
  if (i + 4 > text.length && !scan.last) return CUT_OFF;
  const mark = MARKS.findIndex(mark => ahead.startsWith(`${mark})`));
  if (mark < 0) return null;
  startMoves(scan);
  keep(scan, token.GLYPH, i, 1 + mark);
  return i + 2 + MARKS[mark]!.length;
}

/** `$` and a number. */
export function scanGlyph(scan: Scan, i: number): number {
  const { text } = scan;
  let end = i + 1;
  let value = 0;
  while (token.classOf(text.charCodeAt(end)) === token.DIGIT && end < i + token.MAX_WORD)
    value = Math.min(10 * value + text.charCodeAt(end++) - 48, token.MAX_GLYPH + 1);
  if (end === text.length && !scan.last) return CUT_OFF;
  startMoves(scan);
  if (end === i + 1 || value > token.MAX_GLYPH)
    refuse(scan, 'malformed', `a glyph is $ and a number up to ${token.MAX_GLYPH}`, i);
  keep(scan, token.GLYPH, i, value);
  return end;
}
