/** The state of a scan: how far a text has been read, and what has been found of the present game. */
import type { Fault, FaultCode } from '@kifu/core';
import type { Token } from './tokens.ts';

/** A text being scanned, and the game that is being found in it. */
export interface Scan {
  readonly text: string;
  /** Behind this there is no brace to close a comment: looked for once, whatever a file is full of. */
  readonly lastBrace: number;
  at: number;
  /** Where the game begins. */
  begin: number;
  /** What has been seen of it. */
  phase: 'nothing' | 'tags' | 'moves' | 'ended';
  tokens: Token[];
  tags: number;
  /** How many variations are open. */
  depth: number;
  /** Only blanks so far on this line, and on a line before it. */
  fresh: boolean;
  gap: boolean;
  /** Why the game is refused whatever follows. Its tokens are then not kept. */
  fault: Fault | null;
}

/** The beginning of a scan. */
export const createScan = (text: string): Scan => ({
  text,
  lastBrace: text.lastIndexOf('}'),
  at: 0,
  begin: 0,
  phase: 'nothing',
  tokens: [],
  tags: 0,
  depth: 0,
  fresh: true,
  gap: false,
  fault: null,
});

/** Forgets the game that was found, and makes ready for the next. */
export function nextGame(scan: Scan): void {
  scan.phase = 'nothing';
  scan.tokens = [];
  scan.tags = 0;
  scan.depth = 0;
  scan.fault = null;
}

/** Keeps a token, unless the game is refused. */
export function keep(scan: Scan, token: Token): void {
  if (scan.fault === null) scan.tokens.push(token);
}

/** Refuses the present game, if it is not refused already. */
export function refuse(scan: Scan, code: FaultCode, message: string, offset: number): void {
  scan.fault ??= { code, message, at: { offset } };
  scan.tokens = [];
}

/** Movetext has begun, unless it has ended: remarks may also stand behind the result. */
export function startMoves(scan: Scan): void {
  if (scan.phase !== 'ended') scan.phase = 'moves';
}

/** The dots of move numbers say nothing. */
export const DOT = 46;

/** Whether a character says nothing: blanks, dots, the dots in one character, the byte order mark. */
export const isBlank = (code: number): boolean =>
  code <= 32 || code === DOT || code === 0xa0 || code === 0xfeff || code === 0x2026;

/** Whether a character ends a line. */
export const isLineEnd = (code: number): boolean => code === 10 || code === 13;

/** Where the line ends, or where a limit stops the search. */
export function findLineEnd(text: string, from: number, limit = text.length): number {
  const end = Math.min(limit, text.length);
  let i = from;
  while (i < end && !isLineEnd(text.charCodeAt(i))) i++;
  return i;
}
