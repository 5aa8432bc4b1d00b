/**
 * Finds the games in a text, and the tokens of each, in one pass and however the text is cut into pieces. A game ends at its
 * result, or where the next one clearly begins; a file that is broken somewhere is good again at the next game.
 */
import {
  scanComment,
  scanGlyph,
  scanMark,
  scanMarkInParens,
  scanRest,
  skipLine,
} from './scan-remark.ts';
import {
  ENDED,
  keep,
  LOST,
  MOVES,
  NOTHING,
  OF_NEXT,
  refuse,
  type Scan,
  TAGS,
} from './scan-state.ts';
import { scanTag } from './scan-tag.ts';
import * as token from './tokens.ts';

/** Scans to the end of the game: true when all its tokens are there, false while text is missing or none is left. */
export function scanGame(scan: Scan): boolean {
  const { text, syntax } = scan;
  const end = text.length;
  if (end < scan.need && !scan.last) return false;
  if (scan.lost) return regain(scan);
  let i = scan.escaped ? skipLine(scan, scan.at) : scan.at;
  while (i < end) {
    const kind = token.classOf(text.charCodeAt(i));
    if (kind === token.BLANK) {
      i++;
      continue;
    }
    if (kind === token.LINE_END) {
      if (scan.fresh && !isSecondHalf(text, i)) scan.gap = true;
      scan.fresh = true;
      i++;
      if (scan.phase === ENDED) return stopAt(scan, i);
      continue;
    }
    if (isOfNext(scan, kind, i)) return stopAt(scan, i);
    if (isBlank(scan)) scan.begin = i;
    else if (i - scan.begin > token.MAX_GAME) refuseLength(scan);
    const next = scanToken(scan, kind, i);
    if (next < 0) return stopShort(scan, i, next);
    scan.fresh = false;
    scan.gap = false;
    const isPlain = scan.phase === MOVES && scan.fault === null;
    i = (isPlain ? syntax.scanPlain?.(scan, next) : next) ?? next;
  }
  if (scan.last && !isBlank(scan) && (scan.phase !== NOTHING || scan.fault !== null))
    return stopAt(scan, i);
  return pause(scan, i);
}

/** The line feed of a pair that ends one line. */
const isSecondHalf = (text: string, i: number): boolean =>
  text.charCodeAt(i) === FEED && text.charCodeAt(i - 1) === RETURN;

const FEED = 10;
const RETURN = 13;

/** Nothing at all has been seen of the game. */
const isBlank = ({ phase, tokens, fault }: Scan): boolean =>
  phase === NOTHING && tokens.size === 0 && fault === null;

/** The game ends here. */
function stopAt(scan: Scan, index: number): true {
  if (index - scan.begin > token.MAX_GAME) refuseLength(scan);
  scan.at = index;
  return true;
}

/** There may be more of it. */
function pause(scan: Scan, index: number): false {
  if (isBlank(scan)) scan.begin = index;
  else if (index - scan.begin > token.MAX_GAME) refuseLength(scan);
  scan.at = index;
  return false;
}

function stopShort(scan: Scan, index: number, why: number): boolean {
  if (why === OF_NEXT) return stopAt(scan, index);
  pause(scan, index);
  if (why === LOST) return regain(scan);
  // a long token is not begun again for each little piece of it
  const length = scan.text.length - index;
  scan.need = length < token.MAX_WORD ? 0 : index + 2 * length;
  return false;
}

const refuseLength = (scan: Scan): void =>
  refuse(scan, 'too-large', `a game has at most ${token.MAX_GAME} characters`, scan.begin);

/** Whether what comes now belongs to another game. Of what follows a result on its line, only remarks are still about it. */
function isOfNext(scan: Scan, kind: number, i: number): boolean {
  if (scan.phase !== ENDED)
    return scan.phase === MOVES && scan.fresh && kind === token.SQUARE_BRACKET;
  switch (kind) {
    case token.BRACE:
    case token.SEMICOLON:
    case token.MARK:
    case token.DOLLAR:
      return false;
    case token.PERCENT:
      return !scan.syntax.escapesAnywhere;
    case token.STAR:
    case token.DIGIT:
      return !scan.syntax.isResult?.(scan, i);
    default:
      return true;
  }
}

function scanToken(scan: Scan, kind: number, i: number): number {
  switch (kind) {
    case token.BRACE:
      return scanComment(scan, i);
    case token.SEMICOLON:
      return scanRest(scan, i);
    case token.PERCENT:
      if (!scan.fresh && !scan.syntax.escapesAnywhere) return scan.syntax.scanWord(scan, kind, i);
      scan.tell('a line behind a percent sign');
      return skipLine(scan, i);
    case token.SQUARE_BRACKET:
      if (scan.phase === MOVES) return scan.syntax.scanWord(scan, kind, i);
      scan.phase = TAGS;
      return scanTag(scan, i);
    case token.MARK:
      return scanMark(scan, i);
    case token.DOLLAR:
      return scanGlyph(scan, i);
    case token.PAREN_OPEN:
      return scanMarkInParens(scan, i) ?? openVariation(scan, i);
    case token.PAREN_CLOSE:
      return closeVariation(scan, i);
    default:
      return scan.syntax.scanWord(scan, kind, i);
  }
}

function openVariation(scan: Scan, i: number): number {
  scan.phase = MOVES;
  keep(scan, token.OPEN, i, i + 1);
  if (++scan.depth > token.MAX_NESTING)
    refuse(scan, 'too-large', `variations are nested at most ${token.MAX_NESTING} deep`, i);
  return i + 1;
}

function closeVariation(scan: Scan, i: number): number {
  scan.phase = MOVES;
  if (scan.depth === 0) refuse(scan, 'malformed', 'there is no variation to close here', i);
  else scan.depth--;
  keep(scan, token.CLOSE, i, i + 1);
  return i + 1;
}

/** A line that begins like a tag. */
const TAG_LINE = /[\n\r]\[\w{1,255}[ \t]{1,8}"/g;
const LONGEST_TAG_LINE = 300;

/** Looks for the next game after a comment without end; what lies between is given up. */
function regain(scan: Scan): boolean {
  const { text, last } = scan;
  TAG_LINE.lastIndex = scan.at;
  const found = TAG_LINE.exec(text);
  if (found === null && !last) {
    scan.at = Math.max(scan.at, text.length - LONGEST_TAG_LINE);
    return false;
  }
  scan.lost = false;
  scan.fresh = true;
  scan.at = found === null ? text.length : found.index + 1;
  return true;
}
