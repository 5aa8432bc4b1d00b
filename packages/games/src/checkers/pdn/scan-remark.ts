/** Remarks: comments in both forms, and glyphs. */
import { findLineEnd, keep, refuse, type Scan, startMoves } from './scan-state.ts';
import { MAX_COMMENT, MAX_GLYPH, MAX_WORD } from './tokens.ts';

const TOO_LONG = `a comment has at most ${MAX_COMMENT} characters`;

/** A comment in braces. It may hold anything but a closing brace, so without one nothing that follows can be trusted. */
export function scanComment(scan: Scan): void {
  const { text, at } = scan;
  const end = at < scan.lastBrace ? text.indexOf('}', at + 1) : -1;
  if (end >= 0 && end - at - 1 <= MAX_COMMENT) {
    keep(scan, { kind: 'comment', at, text: text.slice(at + 1, end) });
    scan.at = end + 1;
    return;
  }
  if (end < 0) refuse(scan, 'malformed', 'this comment is not closed', at);
  else refuse(scan, 'too-large', TOO_LONG, at);
  giveUp(scan);
}

/** A line that begins like a tag. */
const TAG_LINE = /[\n\r]\[\w{1,255}[ \t]{1,8}"/g;

/** Goes to the next game after a comment without end; what lies between is lost. */
function giveUp(scan: Scan): void {
  TAG_LINE.lastIndex = scan.at;
  scan.at = TAG_LINE.exec(scan.text)?.index ?? scan.text.length;
  scan.phase = 'ended';
}

/** A comment from a semicolon to the end of the line. */
export function scanRest(scan: Scan): void {
  const { text, at } = scan;
  const end = findLineEnd(text, at);
  if (end - at - 1 > MAX_COMMENT) refuse(scan, 'too-large', TOO_LONG, at);
  keep(scan, { kind: 'comment', at, text: text.slice(at + 1, end).replaceAll('}', ')') });
  scan.at = end;
}

/** `!` `?` `!!` `??` `!?` `?!` are the glyphs 1 to 6. */
const MARKS = ['!', '?', '!!', '??', '!?', '?!'];

/** A mark of one or two characters, which may stand in parentheses. */
export function scanMark(scan: Scan): void {
  const { text, at } = scan;
  const isBracketed = text.charAt(at) === '(';
  const from = isBracketed ? at + 1 : at;
  const two = text.slice(from, from + 2);
  const mark = MARKS.includes(two) ? two : two.charAt(0);
  startMoves(scan);
  keep(scan, { kind: 'glyph', at, glyph: MARKS.indexOf(mark) + 1 });
  scan.at = from + mark.length + (isBracketed ? 1 : 0);
}

/** Whether a parenthesis is that of a mark. */
export const isMarkAt = (text: string, at: number): boolean =>
  /^\((?:[!?]|!!|\?\?|!\?|\?!)\)/.test(text.slice(at, at + 4));

/** `$` and a number. */
export function scanGlyph(scan: Scan): void {
  const { text, at } = scan;
  const [, digits = ''] = /^\$(\d*)/.exec(text.slice(at, at + MAX_WORD)) ?? [];
  startMoves(scan);
  if (digits === '' || Number(digits) > MAX_GLYPH)
    refuse(scan, 'malformed', `a glyph is $ and a number up to ${MAX_GLYPH}`, at);
  keep(scan, { kind: 'glyph', at, glyph: Number(digits) });
  scan.at = at + 1 + digits.length;
}
