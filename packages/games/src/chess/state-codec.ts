/** The canonical form of a chess state and its aside. Move format §5. */
import {
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  ok,
  type Result,
  type StateCodec,
} from '@kifu/core';
import { type Board, LETTERS, NONE, type Side } from './board.ts';
import { formatPosition, parsePosition, writePosition } from './fen.ts';
import { makeState } from './make-state.ts';
import { lendBoard } from './planes.ts';
import { MOST_EARLIER, type State } from './state.ts';

const KEYS = ['board', 'castling', 'enPassant', 'fullMoveNumber', 'halfMoveClock', 'kings', 'turn'];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;

const ascii = (text: string): Uint8Array => Uint8Array.from(text, letter => letter.charCodeAt(0));
const latin1 = new TextDecoder('latin1');

/** How many bytes a piece takes with the comma after it: words of eight bytes, which are written at once. */
const PIECE_BYTES = 24;
const PIECE_TEXTS = Array.from(
  { length: 16 },
  (_, piece) => `{"player":${piece >> 3},"type":"${LETTERS[piece & 7] || '-'}"},`,
);
const PIECES = new DataView(ascii(PIECE_TEXTS.join('')).buffer);
const sideText = (bits: number) => `{"k":${(bits & 1) !== 0},"q":${(bits & 2) !== 0}}`;
/** What comes after the board, by the castling rights. */
const RIGHTS = Array.from({ length: 16 }, (_, bits) =>
  ascii(`],"castling":{"0":${sideText(bits)},"1":${sideText(bits >> 2)}},"enPassant":`),
);
const BOARD = ascii('{"board":[');
const NULL = ascii('null');
const NULL_WORD = new DataView(NULL.buffer).getInt32(0);
const FULL_MOVES = ascii(',"fullMoveNumber":');
const HALF_MOVES = ascii(',"halfMoveClock":');
const WHITE_KING = ascii(',"kings":{"0":');
const BLACK_KING = ascii(',"1":');
const TURN = ascii('},"turn":');
const [COMMA, OPEN, CLOSE, END] = ascii(',[]}') as unknown as [number, number, number, number];
const ZERO = 0x30;
/** Sixty-four times the longest piece, and all the rest. */
const MOST_BYTES = 2048;

/** The canonical text, keys in order. */
function text(state: State): string {
  const room = new Uint8Array(MOST_BYTES);
  return latin1.decode(room.subarray(0, write(state, room, 0)));
}

/** Writes the canonical text as bytes. */
function write(state: State, into: Uint8Array, from: number): number {
  let at = putBoard(into, put(into, from, BOARD), lendBoard(state));
  at = put(into, at, RIGHTS[state.rights]!);
  at = state.passed === NONE ? put(into, at, NULL) : putSquare(into, at, state.passed);
  at = putNumber(into, put(into, at, FULL_MOVES), state.fullMoves);
  at = putNumber(into, put(into, at, HALF_MOVES), state.halfMoves);
  at = putSquare(into, put(into, at, WHITE_KING), state.whiteKing);
  at = putSquare(into, put(into, at, BLACK_KING), state.blackKing);
  at = putNumber(into, put(into, at, TURN), state.turn);
  into[at] = END;
  return at + 1;
}

/** The eight files; all but a twentieth of the text. */
function putBoard(into: Uint8Array, from: number, board: Board): number {
  const words = new DataView(into.buffer, into.byteOffset);
  let at = from;
  for (let x = 0; x < 8; x++) {
    into[at++] = OPEN;
    for (let y = 0; y < 8; y++) {
      const piece = board[8 * y + x]!;
      if (piece === 0) {
        words.setInt32(at, NULL_WORD);
        into[at + 4] = COMMA;
        at += 5;
        continue;
      }
      for (let i = 0; i < PIECE_BYTES; i += 8)
        words.setBigInt64(at + i, PIECES.getBigInt64(PIECE_BYTES * piece + i));
      at += PIECE_BYTES;
    }
    into[at - 1] = CLOSE;
    into[at++] = COMMA;
  }
  return at - 1;
}

function put(into: Uint8Array, at: number, bytes: Uint8Array): number {
  for (let i = 0; i < bytes.length; i++) into[at + i] = bytes[i]!;
  return at + bytes.length;
}

function putNumber(into: Uint8Array, at: number, value: number): number {
  const next = value < 10 ? at : putNumber(into, at, Math.floor(value / 10));
  into[next] = ZERO + (value % 10);
  return next + 1;
}

/** A square as `[x,y]`. */
function putSquare(into: Uint8Array, at: number, square: number): number {
  into[at] = OPEN;
  into[at + 1] = ZERO + (square & 7);
  into[at + 2] = COMMA;
  into[at + 3] = ZERO + (square >> 3);
  into[at + 4] = CLOSE;
  return at + 5;
}

/** Canonical JSON; beside it, the positions since the last move that cannot be undone, and that draws are claimed, if they are. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside(state) {
    const past: string[] = [];
    for (let { earlier } = state; earlier !== null; earlier = earlier.earlier)
      past.push(formatPosition(earlier));
    past.reverse();
    return state.claimed ? { draws: 'claimed', past } : past.length === 0 ? null : past;
  },
  restore: (canon, aside = null) => restore(canon, aside, false),
  position: formatPosition,
  text,
  bytes: { most: MOST_BYTES, write, writePosition },
};

/** Restores a state; `claimed` applies if the aside does not say that draws are claimed. */
export function restore(canon: Json, aside: Json, claimed: boolean): Result<State> {
  if (!isObject(aside)) return restoreFrom(canon, aside, claimed);
  const { draws, past } = hasKeys(aside, ['draws', 'past']) ? aside : {};
  if (draws !== 'claimed' || !Array.isArray(past)) return HISTORY;
  return restoreFrom(canon, past.length === 0 ? null : past, true);
}

function restoreFrom(canon: Json, past: Json, claimed: boolean): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const board = restoreBoard(canon.board);
  const rights = restoreRights(canon.castling);
  const passed = canon.enPassant === null ? NONE : restoreSquare(canon.enPassant);
  const { fullMoveNumber, halfMoveClock, kings, turn } = canon;
  const wrong = (key: string, form: string) => fail('malformed', form, { at: { path: `/${key}` } });
  if (board === null)
    return wrong('board', 'board must be eight files of eight squares: null or { player, type }');
  if (rights === null)
    return wrong('castling', 'castling must be { "0": { k, q }, "1": { k, q } }');
  if (passed === null) return wrong('enPassant', 'enPassant must be [x, y] or null');
  if (!isInteger(fullMoveNumber, 1, MAX_COUNT))
    return wrong('fullMoveNumber', 'fullMoveNumber must be an integer from 1');
  if (!isInteger(halfMoveClock, 0, MAX_COUNT))
    return wrong('halfMoveClock', 'halfMoveClock must be an integer from 0');
  if (turn !== 0 && turn !== 1) return wrong('turn', 'turn must be 0 or 1');
  const earlier = restoreHistory(past, { turn, rights, halfMoves: halfMoveClock }, claimed);
  if (!earlier.ok) return earlier;
  const state = makeState({
    board,
    turn,
    rights,
    passed,
    halfMoves: halfMoveClock,
    fullMoves: fullMoveNumber,
    claimed,
    earlier: earlier.value,
  });
  if (!state.ok) return state;
  const { whiteKing, blackKing } = state.value;
  if (
    !isObject(kings!) ||
    !hasKeys(kings, ['0', '1']) ||
    restoreSquare(kings['0']) !== whiteKing ||
    restoreSquare(kings['1']) !== blackKing
  )
    return wrong('kings', 'kings must be { "0": [x, y], "1": [x, y] }, the squares of the kings');
  return state;
}

function restoreBoard(files: Json | undefined): Board | null {
  if (!Array.isArray(files) || files.length !== 8) return null;
  const board = new Uint8Array(64);
  for (const [x, file] of files.entries()) {
    if (!Array.isArray(file) || file.length !== 8) return null;
    for (const [y, cell] of file.entries()) {
      if (cell === null) continue;
      if (!isObject(cell) || !hasKeys(cell, ['player', 'type']) || !isInteger(cell.player, 0, 1))
        return null;
      const kind = LETTERS.indexOf(cell.type as 'p');
      if (kind < 1) return null;
      board[8 * y + x] = kind | (cell.player << 3);
    }
  }
  return board;
}

function restoreRights(castling: Json | undefined): number | null {
  if (!isObject(castling) || !hasKeys(castling, ['0', '1'])) return null;
  let rights = 0;
  for (const side of [0, 1] as Side[]) {
    const own = castling[side];
    if (!isObject(own) || !hasKeys(own, ['k', 'q'])) return null;
    if (typeof own.k !== 'boolean' || typeof own.q !== 'boolean') return null;
    rights |= (Number(own.k) + 2 * Number(own.q)) << (2 * side);
  }
  return rights;
}

function restoreSquare(pair: Json | undefined): number | null {
  const [x, y] = Array.isArray(pair) && pair.length === 2 ? pair : [];
  return isInteger(x, 0, 7) && isInteger(y, 0, 7) ? 8 * y + x : null;
}

/** The chain of earlier states, from the oldest: sides in turn, the same rights, and none of them an end. */
function restoreHistory(
  aside: Json,
  now: Pick<State, 'turn' | 'rights' | 'halfMoves'>,
  claimed: boolean,
): Result<State | null> {
  if (aside === null) return ok(null);
  if (!Array.isArray(aside) || aside.length === 0 || aside.length > now.halfMoves) return HISTORY;
  if (aside.length > MOST_EARLIER) return HISTORY;
  let earlier: State | null = null;
  for (const [i, line] of aside.entries()) {
    const state: Result<State> =
      typeof line === 'string' ? parsePosition(line, earlier, claimed) : HISTORY;
    if (!state.ok) return state;
    const { turn, rights, outcome } = state.value;
    const isTurn = (turn === now.turn) === ((aside.length - i) % 2 === 0);
    if (!isTurn || rights !== now.rights || outcome !== null) return HISTORY;
    if (formatPosition(state.value) !== line) return HISTORY;
    earlier = state.value;
  }
  return ok(earlier);
}

const HISTORY = fail(
  'malformed',
  'aside must be null or the list of positions since the last irreversible move',
);
