/**
 * Finds the games in a text, and the tokens of each, in one pass. A game ends at its result, or where the next one clearly
 * begins; a file that is broken somewhere is good again at the next game.
 */
import type { Fault } from '@kifu/core';
import { isMarkAt, scanComment, scanGlyph, scanMark, scanRest } from './scan-remark.ts';
import {
  createScan,
  DOT,
  findLineEnd,
  isBlank,
  isLineEnd,
  keep,
  nextGame,
  refuse,
  type Scan,
} from './scan-state.ts';
import { scanTag } from './scan-tag.ts';
import { MAX_GAME, MAX_NESTING, MAX_WORD, resultAt, type Token } from './tokens.ts';

/** A game as it was found. One with a fault has no tokens. */
export interface Found {
  readonly begin: number;
  readonly tokens: readonly Token[];
  readonly fault: Fault | null;
}

/** The games of a text, one after the other. Faults have their offset only. */
export function* scanGames(text: string): Generator<Found, void, void> {
  const scan = createScan(text);
  while (scanGame(scan)) {
    const { begin, tokens, fault } = scan;
    yield { begin, tokens, fault };
    nextGame(scan);
  }
}

/** Goes on to the end of a game; false where none is left. */
function scanGame(scan: Scan): boolean {
  const { text } = scan;
  while (scan.at < text.length) {
    const code = text.charCodeAt(scan.at);
    if (isLineEnd(code)) {
      passLineEnd(scan, code);
      if (scan.phase === 'ended') return true;
    } else if (isBlank(code)) scan.at++;
    else {
      if (isOfNext(scan)) return true;
      if (scan.phase === 'nothing' && scan.tokens.length === 0 && scan.fault === null)
        scan.begin = scan.at;
      scanToken(scan);
      scan.fresh = false;
      scan.gap = false;
      if (scan.at - scan.begin > MAX_GAME)
        refuse(scan, 'too-large', `a game has at most ${MAX_GAME} characters`, scan.begin);
    }
  }
  return scan.tokens.length > 0 || scan.fault !== null;
}

function passLineEnd(scan: Scan, code: number): void {
  if (scan.fresh) scan.gap = true;
  scan.fresh = true;
  scan.at += code === 13 && scan.text.charCodeAt(scan.at + 1) === 10 ? 2 : 1;
}

/** Whether what comes now belongs to another game. Of what follows a result on its line, only remarks are still about it. */
function isOfNext({ text, at, phase, fresh, gap, depth }: Scan): boolean {
  const char = text.charAt(at);
  if (phase === 'ended') return !'{;!?$%'.includes(char) && resultAt(text, at) === null;
  if (phase !== 'moves') return false;
  if (char === '[') return fresh;
  // the first move after an empty line, where nobody cared for tags and results
  return gap && depth === 0 && /^1\s*\.(?!\.)/.test(text.slice(at, at + 8));
}

function scanToken(scan: Scan): void {
  const { text, at } = scan;
  switch (text.charAt(at)) {
    case '{':
      scanComment(scan);
      break;
    case ';':
      scanRest(scan);
      break;
    case '%':
      keep(scan, { kind: 'escape', at });
      scan.at = findLineEnd(text, at);
      break;
    case '[':
      if (scan.phase === 'moves') scanWord(scan);
      else scanTag(scan);
      break;
    case '!':
    case '?':
      scanMark(scan);
      break;
    case '$':
      scanGlyph(scan);
      break;
    case '(':
      if (isMarkAt(text, at)) scanMark(scan);
      else openVariation(scan);
      break;
    case ')':
      closeVariation(scan);
      break;
    case '/':
      scanSetup(scan);
      break;
    default:
      scanWord(scan);
  }
}

function openVariation(scan: Scan): void {
  scan.phase = 'moves';
  keep(scan, { kind: 'open', at: scan.at });
  if (++scan.depth > MAX_NESTING)
    refuse(scan, 'too-large', `variations are nested at most ${MAX_NESTING} deep`, scan.at);
  scan.at++;
}

function closeVariation(scan: Scan): void {
  scan.phase = 'moves';
  if (scan.depth === 0) refuse(scan, 'malformed', 'there is no variation to close here', scan.at);
  else scan.depth--;
  keep(scan, { kind: 'close', at: scan.at });
  scan.at++;
}

/** `/FEN "…"/` sets another position up in the middle of a game, which no record can follow. */
function scanSetup(scan: Scan): void {
  scan.phase = 'moves';
  refuse(scan, 'unsupported', 'a position is set up in the middle of the game', scan.at);
  scan.at = findLineEnd(scan.text, scan.at);
}

/** A result, a move number, which says nothing, or a move, one hopes. */
function scanWord(scan: Scan): void {
  const { text, at, tokens } = scan;
  const found = resultAt(text, at);
  if (found === null) {
    let end = at + 1;
    while (end < text.length && end < at + MAX_WORD && isWordPart(text, end)) end++;
    const word = text.slice(at, end);
    scan.phase = 'moves';
    scan.at = end;
    if (text.charCodeAt(end) !== DOT || !/^\d+$/.test(word))
      keep(scan, { kind: 'word', at, text: word });
    return;
  }
  scan.at = at + found.length;
  const last = tokens.at(-1);
  if (found.result === 'unknown' && last?.kind === 'word' && last.at + last.text.length === at) {
    keep(scan, { kind: 'glyph', at, glyph: FORCED }); // a star close behind a move calls it forced
    return;
  }
  keep(scan, { kind: 'result', at, result: found.result });
  // within a variation it says only what would have been
  scan.phase = scan.depth === 0 ? 'ended' : 'moves';
}

/** The glyph of a move that is the only one. */
const FORCED = 7;

const isWordPart = (text: string, at: number): boolean =>
  !isBlank(text.charCodeAt(at)) && !'{}()[];!?$*/%'.includes(text.charAt(at));
