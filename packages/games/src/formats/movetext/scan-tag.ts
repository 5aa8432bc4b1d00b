/** Tag pairs: `[Name "value"]`, on one line. */
import { skipLine } from './scan-remark.ts';
import { CUT_OFF, keep, OF_NEXT, refuse, type Scan } from './scan-state.ts';
import * as token from './tokens.ts';

const FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const OPENING = 91;
const BACKSLASH = 92;
const CLOSING = 93;
/** From here on a character may be half of one. */
const SURROGATE = 0xd800;

/** A tag with its value. A quote that no bracket follows is part of the value: files have them without a backslash. */
export function scanTag(scan: Scan, i: number): number {
  const { text } = scan;
  // no more is looked at, so that what a tag is does not depend on how much text is there
  const limit = Math.min(text.length, i + token.MAX_COMMENT);
  const name = skipBlanks(text, i + 1, limit);
  const nameEnd = skipName(text, name, limit);
  const value = skipBlanks(text, nameEnd, limit) + 1;
  const good = nameEnd > name && text.charCodeAt(value - 1) === QUOTE;
  const valueEnd = good ? findQuote(text, value, limit, scan.last) : value - 1;
  if (valueEnd >= limit && limit === text.length && !scan.last) return CUT_OFF;
  const event = nameEnd - name === 5 && text.startsWith('Event', name);
  if (event && scan.event && scan.syntax.splitsAtEvent) return OF_NEXT;
  // behind an empty line what a header begins with, or anything where the one before is spoilt: a game without moves lies before it
  const isOther = event || scan.fault !== null || scan.firstTag === text.slice(name, nameEnd);
  if (scan.gap && scan.firstTag !== null && isOther) return OF_NEXT;
  scan.event ||= event;
  scan.firstTag ??= text.slice(name, nameEnd);
  if (++scan.tags > token.MAX_TAGS)
    refuse(scan, 'too-large', `a game has at most ${token.MAX_TAGS} tags`, i);
  if (!good || valueEnd >= limit || text.charCodeAt(valueEnd) !== QUOTE) {
    if (valueEnd >= i + token.MAX_COMMENT)
      refuse(scan, 'too-large', `a tag has at most ${token.MAX_COMMENT} characters`, i);
    else refuse(scan, 'malformed', 'a tag is a name and a quoted value: [Event "Casual game"]', i);
    return skipLine(scan, Math.min(valueEnd, limit));
  }
  keep(scan, token.TAG, name, nameEnd);
  keep(scan, token.VALUE, value, valueEnd);
  return skipBlanks(text, valueEnd + 1, limit) + 1;
}

/**
 * Where the value ends: the quote before the bracket, or the end of the line or of what may be looked at. A backslash before
 * that quote belongs to the value where the line has no other.
 */
function findQuote(text: string, value: number, limit: number, last: boolean): number {
  let escaped = -1;
  for (let i = value; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code > BACKSLASH) continue; // small letters: most of all text
    if (code === QUOTE) {
      const after = skipBlanks(text, i + 1, limit);
      if (after >= limit) return limit;
      if (text.charCodeAt(after) === CLOSING) return i;
    } else if (code === BACKSLASH) {
      const next = text.charCodeAt(i + 1);
      if (next !== QUOTE && next !== BACKSLASH) continue;
      i++;
      if (next === QUOTE && text.charCodeAt(skipBlanks(text, i + 1, limit)) === CLOSING)
        escaped = i;
    } else if (code === FEED || code === RETURN) return escaped < 0 ? i : escaped;
  }
  return escaped >= 0 && last && limit === text.length ? escaped : limit;
}

function skipBlanks(text: string, from: number, limit: number): number {
  let i = from;
  while (i < limit && token.classOf(text.charCodeAt(i)) === token.BLANK) i++;
  return i;
}

function skipName(text: string, from: number, limit: number): number {
  let i = from;
  while (i < limit && isNamePart(text.charCodeAt(i))) i++;
  return i;
}

/** Whether a tag's name may have this character: more than the standard's letters, digits and underscore, as files do. */
export const isNamePart = (code: number): boolean =>
  code > 32 && code !== QUOTE && code !== OPENING && code !== CLOSING && code < SURROGATE;
