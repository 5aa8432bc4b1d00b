/** Words of movetext: moves, and what begins with a digit (move numbers, results, castling with zeros). */
import {
  DRAW,
  FIRST_WINS,
  plainDashes,
  type ResultWord,
  SECOND_WINS,
  type Stated,
  UNKNOWN,
} from '../../formats/movetext/results.ts';
import {
  CUT_OFF,
  ENDED,
  keep,
  MOVES,
  OF_NEXT,
  type Scan,
  type Syntax,
  startMoves,
} from '../../formats/movetext/scan-state.ts';
import * as token from '../../formats/movetext/tokens.ts';

const FEED = 10;
const RETURN = 13;
const SPACE = 32;
const ASCII = 127;
const ZERO = 48;
const ONE = 49;
const NINE = 57;
const PAREN = 40;
const DOT = 46;
const SLASH = 47;
const SMALL_E = 101;

/** The words of PGN. */
export const syntax: Syntax = {
  splitsAtEvent: true,
  escapesAnywhere: false,
  scanPlain,
  scanWord(scan, kind, i) {
    if (kind === token.STAR) return scanResult(scan, i, UNKNOWN, 1);
    if (kind === token.DIGIT) return countsAnew(scan, i) ?? scanMoveNumber(scan, i);
    scan.phase = MOVES;
    return scanMove(scan, i);
  },
};

// a table of this module's own is built into the machine code; an imported one would be looked up each time
const { CLASSES } = token;

/**
 * Goes over moves, their numbers and the blanks between, which are the greater part of all text, and stops at anything
 * else. Says nothing that the general way would not say, only sooner.
 */
function scanPlain(scan: Scan, from: number): number {
  const { text, tokens } = scan;
  const end = Math.min(text.length, scan.begin + token.MAX_GAME);
  let i = from;
  while (i < end) {
    const code = text.charCodeAt(i);
    if (code === SPACE) {
      i++;
      continue;
    }
    if (code > ASCII) return i;
    const kind = CLASSES[code]!;
    let next = i + 1;
    let after = text.charCodeAt(next);
    if (kind === token.LETTER) {
      const limit = i + token.MAX_WORD;
      while (after < ASCII && CLASSES[after]! <= token.PERCENT && next < limit)
        after = text.charCodeAt(++next);
      if (after !== SPACE && after !== FEED && after !== RETURN) return i;
      token.addToken(tokens, token.WORD, i, next);
      scan.fresh = false;
    } else if (kind === token.DIGIT) {
      const limit = i + token.MAX_WORD;
      while (after >= ZERO && after <= NINE && next < limit) after = text.charCodeAt(++next);
      if (after !== DOT) return i;
      next++;
      scan.fresh = false;
    } else if (kind === token.LINE_END) {
      if (scan.fresh) return i;
      scan.fresh = true;
      if (code === RETURN && after === FEED) next++;
    } else if (kind !== token.BLANK) return i;
    i = next;
  }
  return i;
}

/** A word, with `e.p.` and `(Q)` where they follow at once. */
function scanMove(scan: Scan, i: number): number {
  const { text } = scan;
  const limit = i + token.MAX_WORD;
  let end = i + 1;
  let code = text.charCodeAt(end);
  while (token.isWordPart(code) && end < limit) code = text.charCodeAt(++end);
  if (end === text.length && !scan.last) return CUT_OFF;
  const tail = code === PAREN || code === DOT ? tailLength(scan, end) : 0;
  if (tail < 0) return CUT_OFF;
  keep(scan, token.WORD, i, end + tail);
  return end + tail;
}

/** How much of what follows a word belongs to it although it has characters that no word has. */
function tailLength({ text, last }: Scan, end: number): number {
  if (end + 3 > text.length && !last) return -1;
  if (text.startsWith('.p.', end)) return text.charCodeAt(end - 1) === SMALL_E ? 3 : 0;
  return /^\([QRBN]\)$/.test(text.slice(end, end + 3)) ? 3 : 0;
}

function scanMoveNumber(scan: Scan, i: number): number {
  const { phase } = scan;
  const next = scanNumber(scan, i);
  if (next < 0) return next; // not while it is cut off: it will be asked again whether it belongs here
  if (phase < MOVES && scan.phase === phase) keep(scan, token.NUMBER, i, numberAt(scan.text, i));
  startMoves(scan);
  return next;
}

/** A number; of one with more digits than any move has, some of them. */
function numberAt(text: string, from: number): number {
  let value = 0;
  for (let i = from; i < from + 6; i++) {
    const code = text.charCodeAt(i);
    if (!(code >= ZERO && code <= NINE)) break;
    value = 10 * value + code - ZERO;
  }
  return value;
}

/** So much of a text tells whose move 1 it is: `1. ...` is black's. */
const AHEAD = 8;

/** White's move 1 after an empty line begins another game, whose writer left out tags and results. */
function countsAnew({ text, last, phase, gap, depth }: Scan, i: number): number | null {
  if (!gap || phase !== MOVES || depth > 0 || text.charCodeAt(i) !== ONE) return null;
  if (i + AHEAD > text.length && !last) return CUT_OFF;
  const [number, dots] = /^1([ .…]*)/.exec(text.slice(i, i + AHEAD))!;
  const isBlack = dots!.includes('…') || dots!.replaceAll(' ', '').length > 1;
  return number === '1' || isBlack ? null : OF_NEXT;
}

/** A move number is passed over; `1-0` and its like end the game; `0-0` and the null move `0000` are words. */
function scanNumber(scan: Scan, i: number): number {
  const { text } = scan;
  let end = i + 1;
  let code = text.charCodeAt(end);
  while (code >= ZERO && code <= NINE && end < i + token.MAX_WORD) code = text.charCodeAt(++end);
  if (code === DOT) return end;
  if (end === text.length && !scan.last) return CUT_OFF;
  if (end === i + 1 && (code === SLASH || isDash(code))) return scanDash(scan, i);
  return end === i + 4 && text.startsWith('0000', i) ? scanMove(scan, i) : end;
}

const isDash = (code: number) => code === 45 || code === 0x2013 || code === 0x2014;

/** The longer ones first, as some begin others. */
export const RESULTS: readonly ResultWord[] = [
  ['1/2-1/2', DRAW],
  ['1/2', DRAW],
  ['1-0', FIRST_WINS],
  ['0-1', SECOND_WINS],
  ['*', UNKNOWN],
];
const LONGEST_RESULT = 7;

function scanDash(scan: Scan, i: number): number {
  const { text } = scan;
  const ahead = plainDashes(text.slice(i, i + LONGEST_RESULT));
  if (i + ahead.length === text.length && !scan.last && isBegun(ahead)) return CUT_OFF;
  if (ahead.startsWith('0-0')) return scanMove(scan, i);
  for (const [word, value] of RESULTS)
    if (ahead.startsWith(word)) return scanResult(scan, i, value, word.length);
  return i + 1;
}

/** Whether what is there may become another result, or any. */
const isBegun = (text: string): boolean =>
  RESULTS.some(([word]) => word.length > text.length && word.startsWith(text));

/** A result ends the game; within a variation it says only what would have been. */
function scanResult(scan: Scan, i: number, value: Stated, length: number): number {
  if (scan.depth === 0) {
    keep(scan, token.RESULT, i, value);
    scan.phase = ENDED;
  }
  return i + length;
}
