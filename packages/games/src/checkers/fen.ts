/** The FEN of draughts programs (PDN 3.0, FEN tag): `B:W18,24,K10:B12,16,K22`. Side to move, then the pieces of each side. */
import { type Fail, fail, type Result, unwrap } from '@kifu/core';
import { type Board, squaresOf } from './bits.ts';
import { makeState } from './make-state.ts';
import { NONE, numberOf, type Side, squareAt, squareOf } from './squares.ts';
import { piecesOf, type State } from './state.ts';

const START = 'B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12';
/** Longer than any FEN that says everything once. */
const MAX_LENGTH = 400;
/** Moves are counted up to here; more is a slip of the pen. */
const MAX_DIGITS = 5;

const FORM = 'a FEN is the side to move and the pieces of each side: B:W18,24,K10:B12,16,K22';

/** Reads a FEN: in small letters too, with blanks, ranges, a dot at the end, and the counters that some programs add. */
export function parseFen(text: string): Result<State> {
  if (text.length > MAX_LENGTH)
    return fail('too-large', `a FEN has at most ${MAX_LENGTH} characters`);
  const fields = fieldsOf(text);
  const [turn, ...rest] = fields;
  const side = turn === undefined ? NONE : SIDES.indexOf(turn.text.toUpperCase());
  if (turn === undefined || side === NONE) return malformed('the side to move is B or W', turn);
  const board = { black: 0, white: 0, kings: 0 };
  const seen = new Set<string>();
  for (const field of rest) {
    const letter = field.text.charAt(0).toUpperCase();
    if (seen.has(letter)) return malformed('duplicate part', field);
    seen.add(letter);
    const wrong = COUNTERS.test(field.text) ? null : readSide(board, field);
    if (wrong !== null) return wrong;
  }
  if (!seen.has('B') && !seen.has('W')) return fail('malformed', FORM);
  const number = rest.find(({ text }) => /^F/i.test(text))?.text.slice(1);
  const moveCount = number === undefined ? 0 : 2 * Math.max(0, Number(number) - 1) + side;
  return makeState({ ...board, turn: side as Side, moveCount, chain: NONE, claimed: false });
}

const SIDES = ['B', 'W'];

/** `:H0:F1`: half-moves without a capture or a man's move, of which nothing is known here, and the number of the next move. */
const COUNTERS = new RegExp(`^[HF]\\d{1,${MAX_DIGITS}}$`, 'i');

/** Part of a FEN, without the blanks around it, and where it stands. */
interface Field {
  readonly text: string;
  readonly offset: number;
}

function fieldsOf(text: string): Field[] {
  const body = text.replace(/[.\s]*$/, '');
  return splitAt(body, 0, ':');
}

function splitAt(text: string, start: number, separator: string): Field[] {
  let offset = start;
  return text.split(separator).map(part => {
    const field = { text: part.trim(), offset: offset + part.length - part.trimStart().length };
    offset += part.length + 1;
    return field;
  });
}

const malformed = (message: string, field: Field | undefined): Fail =>
  fail('malformed', message, field === undefined ? {} : { at: { offset: field.offset } });

/** Puts the pieces of a side on the board; null if that can be done. */
function readSide(board: { -readonly [key in keyof Board]: number }, field: Field): Fail | null {
  const side = SIDES.indexOf(field.text.charAt(0).toUpperCase());
  if (side === NONE) return malformed('the pieces of a side begin with B or W', field);
  const list = field.text.slice(1);
  if (list.trim() === '') return null;
  for (const item of splitAt(list, field.offset + 1, ',')) {
    const squares = readItem(item.text);
    if (squares === null)
      return malformed('pieces are squares from 1 to 32, kings with a K: 12,K22', item);
    for (const square of squares) {
      const bit = 1 << square;
      if (((board.black | board.white) & bit) !== 0)
        return malformed(`square ${numberOf(square)} is named twice`, item);
      if (side === 0) board.black |= bit;
      else board.white |= bit;
      if (/^k/i.test(item.text)) board.kings |= bit;
    }
  }
  return null;
}

const ITEM = /^K?\s*(?:(\d{1,2})(?:\s*-\s*(\d{1,2}))?|([a-h][1-8]))$/i;

/** One square, or a range of them by number. */
function readItem(text: string): number[] | null {
  const [, first, last, name] = ITEM.exec(text) ?? [];
  if (name !== undefined) {
    const square = squareAt('abcdefgh'.indexOf(name[0]!.toLowerCase()), Number(name[1]) - 1);
    return square === NONE ? null : [square];
  }
  const [from, to] = [Number(first), Number(last ?? first)];
  if (squareOf(from) === NONE || squareOf(to) === NONE || from > to) return null;
  return Array.from({ length: to - from + 1 }, (_, i) => squareOf(from + i));
}

/** Writes a FEN: white's pieces first, as the standard's examples have it, squares in rising order. */
export function formatFen(state: State): string {
  return `${SIDES[state.turn]}:W${formatSide(state, 1)}:B${formatSide(state, 0)}`;
}

const formatSide = (state: State, side: Side): string =>
  squaresOf(piecesOf(state, side))
    .sort((a, b) => numberOf(a) - numberOf(b))
    .map(square => `${((state.kings >> square) & 1) === 1 ? 'K' : ''}${numberOf(square)}`)
    .join(',');

/** The usual start. */
export const initial: State = unwrap(parseFen(START));
