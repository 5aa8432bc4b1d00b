/** The state of a scan: how far a text has been read, and what has been found of the present game. */
import type { Fault, FaultCode, JsonObject, OnLoss } from '@kifu/core';
import { advance, type Cursor, createCursor, FIRST, placeAt, type TextStart } from '../places.ts';
import * as token from './tokens.ts';

/** What has been seen of the present game: nothing yet, tags, movetext, its result. */
type Phase = typeof NOTHING | typeof TAGS | typeof MOVES | typeof ENDED;
export const NOTHING = 0;
export const TAGS = 1;
export const MOVES = 2;
export const ENDED = 3;

/** What dialects do not share: their words. */
export interface Syntax {
  /** Takes what is neither tag nor remark nor parenthesis: gives where it ends, CUT_OFF or OF_NEXT. */
  scanWord(scan: Scan, kind: number, i: number): number;
  /** Goes over plain words in a hurry; says nothing that the general way would not say. */
  scanPlain?(scan: Scan, from: number): number;
  /** Whether a result may follow another on its line, and stand for the same game. */
  isResult?(scan: Scan, i: number): boolean;
  /** Whether a second Event tag is that of the next game. */
  readonly splitsAtEvent: boolean;
  /** Whether a percent sign hides the rest of its line wherever it stands, and not only at the beginning. */
  readonly escapesAnywhere: boolean;
}

/** A text being scanned, and the game that is being found in it. */
export interface Scan {
  readonly syntax: Syntax;
  /** Receives what belongs to no game. */
  readonly tell: OnLoss;
  text: string;
  /** No more text will come. */
  last: boolean;
  /** Where the game begins, and how far it has been scanned. */
  begin: number;
  at: number;
  readonly tokens: token.Tokens;
  readonly cursor: Cursor;
  phase: Phase;
  /** How many variations are open. */
  depth: number;
  /** Only blanks so far on this line, and on a line before it. */
  fresh: boolean;
  gap: boolean;
  tags: number;
  /** It has an Event tag: a second one is that of the next game. */
  event: boolean;
  /** The name of its first tag. */
  firstTag: string | null;
  /** Within a line that an escape character has made meaningless. */
  escaped: boolean;
  /** Within a comment that never ends; only a line that looks like a tag can be trusted. */
  lost: boolean;
  /** Why the game is refused, even if the rest of it is good. Its tokens are then not kept. */
  fault: Fault | null;
  /** A brace that closes a comment, as far as the text is known; −1 before it was looked for. */
  brace: number;
  /** A token is cut off: with less text than this, trying again is in vain. */
  need: number;
}

/** Where a part of a longer text began. */
export interface PartStart extends TextStart, JsonObject {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly isReturned: boolean;
  /** As `fresh` of a scan. */
  readonly isFresh: boolean;
}

/** The beginning of everything. */
export const WHOLE: PartStart = { ...FIRST, isFresh: true };

/** Where the part begins that follows on what has been scanned. */
export function startAfter({ cursor, text, at, fresh }: Scan): PartStart {
  advance(cursor, text, at);
  const { line, column, dropped, returned } = cursor;
  return { line, column, offset: dropped + at, isReturned: returned, isFresh: fresh };
}

/** A scan without text, of all of it or of a part. */
export const createScan = (syntax: Syntax, tell: OnLoss, from: PartStart = WHOLE): Scan => ({
  syntax,
  tell,
  text: '',
  last: false,
  begin: 0,
  at: 0,
  tokens: token.createTokens(),
  cursor: createCursor(from),
  phase: NOTHING,
  depth: 0,
  fresh: from.isFresh,
  gap: false,
  tags: 0,
  event: false,
  firstTag: null,
  escaped: false,
  lost: false,
  fault: null,
  brace: -1,
  need: 0,
});

/** Adds text; drops what is no longer needed, so that memory holds one game and this piece at most. */
export function feed(scan: Scan, chunk: string): void {
  const from = scan.fault === null ? scan.begin : scan.at;
  const { cursor } = scan;
  advance(cursor, scan.text, from);
  cursor.dropped += from;
  cursor.index = 0;
  if (from > 0) token.shiftTokens(scan.tokens, from);
  scan.text = scan.text.slice(from) + chunk;
  scan.begin = Math.max(0, scan.begin - from);
  scan.at -= from;
  scan.need -= from;
  scan.brace = -1;
}

/** Adds text that comes in pieces; returns whether there is enough to continue. */
export function createFeeder(scan: Scan): (piece: string) => boolean {
  let waiting = '';
  return piece => {
    waiting += piece;
    // adding to a text copies it, so a very long game is not lengthened letter by letter
    if (scan.text.length > LONG && waiting.length < scan.text.length / 64 && !scan.last)
      return false;
    feed(scan, waiting);
    waiting = '';
    return true;
  };
}

const LONG = 1 << 16;

/** Forgets the game that was found, and makes ready for the next. */
export function nextGame(scan: Scan): void {
  scan.begin = scan.at;
  scan.tokens.size = 0;
  scan.phase = NOTHING;
  scan.depth = 0;
  scan.tags = 0;
  scan.event = false;
  scan.firstTag = null;
  scan.fault = null;
}

/** A fault of the present game, with its place. */
export function faultAt(scan: Scan, fault: Fault, index: number): Fault {
  advance(scan.cursor, scan.text, scan.begin);
  return { ...fault, at: placeAt(scan.cursor, scan.text, index) };
}

/** Refuses the present game, if it is not refused already. */
export function refuse(scan: Scan, code: FaultCode, message: string, index: number): void {
  if (scan.fault !== null) return;
  scan.fault = faultAt(scan, { code, message }, index);
  scan.tokens.size = 0;
}

/** Keeps a token, unless the game is refused. */
export function keep(scan: Scan, kind: number, start: number, end: number): void {
  if (scan.fault === null) token.addToken(scan.tokens, kind, start, end);
}

/** Instead of the index where the next token may begin. */
export const CUT_OFF = -1;
export const OF_NEXT = -2;
export const LOST = -3;

/** Movetext has begun, unless it has ended: glyphs may also follow the result. */
export function startMoves(scan: Scan): void {
  if (scan.phase !== ENDED) scan.phase = MOVES;
}
