/** Forsyth–Edwards notation: a position as one line. */
import { type FaultLocation, fail, ok, type Result, unwrap } from '@kifu/core';
import { type Board, LETTERS, NONE } from './board.ts';
import { makeState } from './make-state.ts';
import { squareName } from './move-codec.ts';
import { boardOf, lendBoard } from './planes.ts';
import type { State } from './state.ts';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const RIGHTS = 'KQkq';
/** Letters by piece, capital for white; `?` where there is no piece. */
const PIECES = Array.from({ length: 16 }, (_, piece) => {
  const letter = LETTERS[piece & 7] || '?';
  return piece < 8 ? letter.toUpperCase() : letter;
});

/** Reads all six fields; the two counters may be missing. */
export const parseFen = (text: string): Result<State> => parsePosition(text, null, false);

/** Reads a FEN as the position that follows another, so that repetition is counted, in a match where draws are claimed or not. */
export function parsePosition(
  text: string,
  earlier: State | null,
  claimed: boolean,
): Result<State> {
  if (text.length > 200) return fail('too-large', 'a FEN has at most 200 characters');
  const words = [...text.matchAll(/[^ ]+/g)];
  const [placement, turn, rights, passed, half = '0', full = '1'] = words.map(([word]) => word);
  if (words.length < 4 || words.length > 6 || placement === undefined)
    return fail(
      'malformed',
      'a FEN has six fields: pieces, side, castling, en passant, half-moves, move number',
    );
  const at = (field: number): { at: FaultLocation } => ({ at: { offset: words[field]!.index } });
  const board = parsePlacement(placement, words[0]!.index);
  if (!board.ok) return board;
  if (turn !== 'w' && turn !== 'b') return fail('malformed', 'the side to move is w or b', at(1));
  const bits = parseRights(rights!);
  if (bits === null)
    return fail('malformed', 'castling rights are KQkq, some of them in that order, or -', at(2));
  if (!/^(?:-|[a-h][36])$/.test(passed!))
    return fail('malformed', 'the en passant square is on rank 3 or 6, or -', at(3));
  if (!/^\d{1,6}$/.test(half)) return fail('malformed', 'the half-move clock is a number', at(4));
  if (!/^\d{1,6}$/.test(full)) return fail('malformed', 'the move number is a number', at(5));
  return makeState({
    board: board.value,
    turn: turn === 'w' ? 0 : 1,
    rights: bits,
    passed: parseSquare(passed!),
    halfMoves: Number(half),
    fullMoves: Math.max(1, Number(full)), // some programs write 0
    claimed,
    earlier,
  });
}

/** Writes all six fields; the en passant square only where a capture is legal. */
export const formatFen = (state: State): string =>
  `${formatPosition(state)} ${state.halfMoves} ${state.fullMoves}`;

/** The first four fields: what makes two states the same position. */
export function formatPosition(state: State): string {
  const { turn, rights, passed, passable } = state;
  const side = turn === 0 ? 'w' : 'b';
  return `${formatPlacement(boardOf(state))} ${side} ${formatRights(rights)} ${passable ? squareName(passed) : '-'}`;
}

/** `start` is where the field stands in the text, for faults. */
function parsePlacement(text: string, start: number): Result<Board> {
  const ranks = text.split('/');
  if (ranks.length !== 8)
    return fail('malformed', 'eight ranks are separated by /', { at: { offset: start } });
  const board = new Uint8Array(64);
  let offset = start;
  for (const [i, rank] of ranks.entries()) {
    let x = 0;
    for (const [j, letter] of [...rank].entries()) {
      const at = { at: { offset: offset + j } };
      const piece = PIECES.indexOf(letter);
      if (piece > 0 && x < 8) board[8 * (7 - i) + x++] = piece;
      else if (/^[1-8]$/.test(letter)) x += Number(letter);
      else if (piece > 0) return fail('malformed', `rank ${8 - i} has more than eight squares`, at);
      else return fail('malformed', `${JSON.stringify(letter)} is not a piece`, at);
    }
    if (x !== 8)
      return fail('malformed', `rank ${8 - i} has ${x} squares, not eight`, { at: { offset } });
    offset += rank.length + 1;
  }
  return ok(board);
}

function formatPlacement(board: Board): string {
  let text = '';
  for (let y = 7; y >= 0; y--) {
    let empty = 0;
    for (let x = 0; x < 8; x++) {
      const piece = board[8 * y + x]!;
      if (piece === 0) {
        empty++;
        continue;
      }
      if (empty > 0) text += empty;
      empty = 0;
      text += pieceLetter(piece);
    }
    if (empty > 0) text += empty;
    if (y > 0) text += '/';
  }
  return text;
}

/** Writes the first four fields as bytes (ASCII) from a place on, and gives where they end. */
export function writePosition(state: State, into: Uint8Array, from: number): number {
  const { turn, rights, passed, passable } = state;
  let at = writePlacement(lendBoard(state), into, from);
  into[at++] = SPACE;
  into[at++] = turn === 0 ? 0x77 : 0x62; // w, b
  into[at++] = SPACE;
  const text = formatRights(rights);
  for (let i = 0; i < text.length; i++) into[at++] = text.charCodeAt(i);
  into[at++] = SPACE;
  if (!passable) {
    into[at] = 0x2d; // -
    return at + 1;
  }
  into[at] = 0x61 + (passed & 7); // the file, from a
  into[at + 1] = 0x31 + (passed >> 3); // the rank, from 1
  return at + 2;
}

function writePlacement(board: Board, into: Uint8Array, from: number): number {
  let at = from;
  for (let y = 7; y >= 0; y--) {
    let empty = 0;
    for (let square = 8 * y; square < 8 * y + 8; square++) {
      const piece = board[square]!;
      if (piece === 0) {
        empty++;
        continue;
      }
      if (empty > 0) into[at++] = ZERO + empty;
      empty = 0;
      into[at++] = PIECE_CODES[piece]!;
    }
    if (empty > 0) into[at++] = ZERO + empty;
    if (y > 0) into[at++] = SLASH;
  }
  return at;
}

const SPACE = 0x20;
const SLASH = 0x2f;
const ZERO = 0x30;
const PIECE_CODES = Uint8Array.from(PIECES, letter => letter.charCodeAt(0));

/** The FEN letter of a piece: capital for white. */
export const pieceLetter = (piece: number): string => PIECES[piece]!;

function parseRights(text: string): number | null {
  if (text === '-') return 0;
  if (!/^K?Q?k?q?$/.test(text) || text === '') return null;
  return [...text].reduce((bits, letter) => bits | (1 << RIGHTS.indexOf(letter)), 0);
}

const formatRights = (rights: number): string => RIGHTS_TEXTS[rights]!;

const RIGHTS_TEXTS = Array.from(
  { length: 16 },
  (_, rights) => [...RIGHTS].filter((_, i) => (rights >> i) & 1).join('') || '-',
);

/** The number of a square by its name; NONE for `-`. */
const parseSquare = (name: string): number =>
  name === '-' ? NONE : 8 * (Number(name[1]) - 1) + 'abcdefgh'.indexOf(name[0]!);

/** The usual start. */
export const initial: State = unwrap(parseFen(START));
