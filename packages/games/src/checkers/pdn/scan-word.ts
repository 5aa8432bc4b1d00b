/** Words of movetext: moves, their numbers, and results. */
import {
  DRAW,
  FIRST_WINS,
  FORFEIT,
  plainDashes,
  type ResultWord,
  SECOND_WINS,
  UNKNOWN,
} from '../../formats/movetext/results.ts';
import { skipLine } from '../../formats/movetext/scan-remark.ts';
import {
  CUT_OFF,
  ENDED,
  keep,
  MOVES,
  NOTHING,
  OF_NEXT,
  refuse,
  type Scan,
  type Syntax,
} from '../../formats/movetext/scan-state.ts';
import * as token from '../../formats/movetext/tokens.ts';

/** So much of a text tells what begins it: a result and what must not follow it, `1` and its dot. */
const AHEAD = 8;

/** The words of PDN. */
export const syntax: Syntax = {
  splitsAtEvent: false,
  escapesAnywhere: true,
  // while too little text is there, scanning the word will ask for more
  isResult: ({ text, last }, i) => (i + AHEAD > text.length && !last) || resultAt(text, i) !== null,
  scanWord(scan, _kind, i) {
    const { text, phase, gap, depth, last } = scan;
    if (i + AHEAD > text.length && !last) return CUT_OFF;
    // the first move after an empty line begins a game whose writer left out tags and results
    const countsAnew = phase === MOVES && gap && depth === 0;
    if (countsAnew && /^1\s*\.(?![\s.]*[.…])/.test(text.slice(i, i + AHEAD))) return OF_NEXT;
    if (text[i] === '/') return scanSetup(scan, i);
    const result = resultAt(text, i);
    return result === null ? scanMove(scan, i) : scanResult(scan, i, result);
  },
};

/** `/FEN "…"/` sets another position up in the middle of a game, which no record can follow. */
function scanSetup(scan: Scan, i: number): number {
  scan.phase = MOVES;
  refuse(scan, 'unsupported', 'a position is set up in the middle of the game', i);
  return skipLine(scan, i);
}

/** A move number, which says nothing, or a move, one hopes. */
function scanMove(scan: Scan, i: number): number {
  const { text } = scan;
  let end = i + 1;
  while (end < text.length && end < i + token.MAX_WORD && isWordPart(text, end)) end++;
  if (end === text.length && !scan.last) return CUT_OFF;
  const isNumber = text[end] === '.' && /^\d+$/.test(text.slice(i, end));
  if (!isNumber) keep(scan, token.WORD, i, end);
  else if (scan.phase < MOVES)
    keep(scan, token.NUMBER, i, Number(text.slice(i, Math.min(end, i + 6))));
  if (!isNumber || scan.phase !== NOTHING) scan.phase = MOVES; // a number alone is not a game
  return end;
}

const isWordPart = (text: string, at: number): boolean =>
  token.classOf(text.charCodeAt(at)) !== token.BLANK && !'\n\r{}()[];!?$*/%'.includes(text[at]!);

/** A result ends the game, but a star close behind a move calls it forced. */
function scanResult(scan: Scan, i: number, [text, stated]: ResultWord): number {
  const { list, size } = scan.tokens;
  const isBehindMove = list[size - 3] === token.WORD && list[size - 1] === i;
  if (stated === UNKNOWN && isBehindMove) keep(scan, token.GLYPH, i, FORCED);
  else {
    keep(scan, token.RESULT, i, stated);
    // within a variation it says only what would have been
    scan.phase = scan.depth === 0 ? ENDED : MOVES;
  }
  return i + text.length;
}

/** The glyph of a move that is the only one. */
const FORCED = 7;

/** Results as files have them: of the game itself, and of international draughts, which counts two points. */
export const RESULTS: readonly ResultWord[] = [
  ['1/2-1/2', DRAW],
  ['1/2', DRAW],
  ['1-0', FIRST_WINS],
  ['0-1', SECOND_WINS],
  ['2-0', FIRST_WINS],
  ['0-2', SECOND_WINS],
  ['1-1', DRAW],
  ['0-0', FORFEIT],
  ['*', UNKNOWN],
];

/** The result that begins at a place; null where there is none. */
function resultAt(text: string, at: number): ResultWord | null {
  const ahead = plainDashes(text.slice(at, at + AHEAD));
  const isHere = ([word]: ResultWord) =>
    ahead.startsWith(word) && !/^[\dx:-]/.test(ahead.slice(word.length));
  return RESULTS.find(isHere) ?? null;
}
