/** Moves by the numbers of the squares: `11-15`, `22x15x8`. The standard notation of the game. */
import { anyOf, type Fail, fail, type Notation, ok, type Result } from '@kifu/core';
import { legalPaths } from './generate.ts';
import { fromPath, type Move } from './move-codec.ts';
import { formatMove, formatPath } from './names.ts';
import { endOf, fromOf, MAX_JUMPS, NO_PATH, pathOver, squaresOn } from './path.ts';
import { NONE, numberOf, squareAt, squareOf } from './squares.ts';
import type { State } from './state.ts';

export { formatMove, formatPath };

/**
 * Reads a move as people write it. Any separator will do, and squares between the first and the last may be left out as long
 * as one legal move fits. What fits none, but is a path on the board, is given as it stands: playing it tells the reason.
 */
export function parseNumbers(state: State, text: string): Result<Move> {
  const squares = parseSquares(text);
  if (squares === null) return fail('malformed', MOVE_WORDS);
  const path = findPath(state, squares);
  return path.ok ? ok(fromPath(path.value)) : path;
}

/** The path that some squares mean in a state. */
export function findPath(state: State, squares: readonly number[]): Result<number> {
  const fitting = legalPaths(state).filter(path => fits(path, squares));
  const literal = pathOver(squares);
  const [found, other] = fitting.includes(literal) ? [literal] : fitting;
  if (other !== undefined) return refuseAmbiguous(squares, fitting);
  if (found !== undefined) return ok(found);
  return literal === NO_PATH ? refuseGeometry(squares) : ok(literal);
}

/** Square numbers as a notation. */
export const numbers: Notation<State, Move> = {
  name: 'square numbers',
  format: (_, move) => formatMove(move),
  parse: parseNumbers,
};

/** What a move looks like in words. */
export const MOVE_WORDS = 'a move names squares from 1 to 32: 11-15, or 22x15x8 for jumps';

/** Longer than any move. */
const MAX_LENGTH = 60;

/** What may stand between two squares, and what people add to a move. */
const BETWEEN = /\s*[-–—x×:\s]\s*/i;
const ADDED = /\s*[!?*]+$/;
/** Some programs write no separator: both squares then have two digits. */
const CLOSED_UP = /^(\d\d|[a-h][1-8])(\d\d|[a-h][1-8])$/i;

/** The squares that a text names, two to ten; null if it is not a move in any position. */
export function parseSquares(text: string): number[] | null {
  if (text.length > MAX_LENGTH) return null;
  const bare = text.trim().replace(ADDED, '');
  const closed = CLOSED_UP.exec(bare);
  const squares = (closed?.slice(1) ?? bare.split(BETWEEN)).map(parseSquare);
  if (squares.length < 2 || squares.length > MAX_JUMPS + 1) return null;
  return squares.includes(NONE) ? null : squares;
}

/** A number, or column and row as on a chess board seen from black's side: a1 is 4, h8 is 29. */
function parseSquare(name: string): number {
  if (/^\d{1,2}$/.test(name)) return squareOf(Number(name));
  if (!/^[a-h][1-8]$/i.test(name)) return NONE;
  return squareAt('abcdefgh'.indexOf(name[0]!.toLowerCase()), Number(name[1]) - 1);
}

/** Whether a move goes from the first to the last of some squares, over those between in their order. */
function fits(path: number, squares: readonly number[]): boolean {
  if (fromOf(path) !== squares[0] || endOf(path) !== squares.at(-1)) return false;
  let next = 1;
  for (const square of squaresOn(path).slice(1, -1)) if (square === squares[next]) next++;
  return next >= squares.length - 1;
}

const refuseAmbiguous = (squares: readonly number[], paths: readonly number[]): Fail =>
  fail('illegal-move', `${nameAll(squares)} may be ${anyOf(paths.map(formatPath))}`, {
    rule: 'ambiguous',
  });

const refuseGeometry = (squares: readonly number[]): Fail =>
  fail('illegal-move', `${nameAll(squares)}: no piece goes that way now`, { rule: 'geometry' });

const nameAll = (squares: readonly number[]): string => squares.map(numberOf).join(' to ');
