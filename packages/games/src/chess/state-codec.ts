/** The canonical form of a chess state and what stands beside it. Move format §5. */
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
import { formatPosition, parsePosition } from './fen.ts';
import { makeState } from './make-state.ts';
import { boardOf } from './planes.ts';
import type { State } from './state.ts';

const KEYS = ['board', 'castling', 'enPassant', 'fullMoveNumber', 'halfMoveClock', 'kings', 'turn'];
/** More moves than any match can have; keeps counters from strangers within reason. */
const MAX_COUNT = 1_000_000;

/** Canonical JSON; beside it, the positions since the last move that cannot be undone. */
export const states: StateCodec<State> = {
  canon: state => JSON.parse(text(state)) as Json,
  aside(state) {
    const past: string[] = [];
    for (let { earlier } = state; earlier !== null; earlier = earlier.earlier)
      past.push(formatPosition(earlier));
    return past.length === 0 ? null : past.reverse();
  },
  restore,
  position: formatPosition,
  text,
};

const PIECE_TEXT = Array.from({ length: 16 }, (_, piece) =>
  piece === 0 ? 'null' : `{"player":${piece >> 3},"type":"${LETTERS[piece & 7]}"}`,
);
const pairText = (square: number) => `[${square & 7},${square >> 3}]`;

/** Texts of files by their pieces, four bits each: from one state to the next most files stay as they are. */
const FILE_TEXTS = new Map<number, string>();
const MAX_FILE_TEXTS = 1 << 12;

function fileText(board: Board, x: number): string {
  let key = 0;
  for (let y = 0; y < 8; y++) key = (key << 4) | board[8 * y + x]!;
  const known = FILE_TEXTS.get(key);
  if (known !== undefined) return known;
  const pieces = Array.from({ length: 8 }, (_, y) => PIECE_TEXT[board[8 * y + x]!]);
  const text = `[${pieces.join(',')}]`;
  if (FILE_TEXTS.size >= MAX_FILE_TEXTS) FILE_TEXTS.clear();
  FILE_TEXTS.set(key, text);
  return text;
}

/** The canonical text, keys in order. */
function text(state: State): string {
  const { turn, rights, passed, halfMoves, fullMoves, whiteKing, blackKing } = state;
  const board = boardOf(state);
  let files = fileText(board, 0);
  for (let x = 1; x < 8; x++) files += `,${fileText(board, x)}`;
  const side = (bits: number) => `{"k":${(bits & 1) !== 0},"q":${(bits & 2) !== 0}}`;
  return (
    `{"board":[${files}],"castling":{"0":${side(rights)},"1":${side(rights >> 2)}},` +
    `"enPassant":${passed === NONE ? 'null' : pairText(passed)},"fullMoveNumber":${fullMoves},"halfMoveClock":${halfMoves},` +
    `"kings":{"0":${pairText(whiteKing)},"1":${pairText(blackKing)}},"turn":${turn}}`
  );
}

function restore(canon: Json, aside?: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a chess state has the keys ${KEYS.join(', ')}`);
  const board = restoreBoard(canon.board);
  const rights = restoreRights(canon.castling);
  const passed = canon.enPassant === null ? NONE : restoreSquare(canon.enPassant);
  const { fullMoveNumber, halfMoveClock, kings, turn } = canon;
  const wrong = (key: string, form: string) => fail('malformed', form, { at: { path: `/${key}` } });
  if (board === null)
    return wrong('board', 'a board is eight files of eight squares: null or { player, type }');
  if (rights === null) return wrong('castling', 'castling is { "0": { k, q }, "1": { k, q } }');
  if (passed === null) return wrong('enPassant', 'enPassant is [x, y] or null');
  if (!isInteger(fullMoveNumber, 1, MAX_COUNT))
    return wrong('fullMoveNumber', 'a move number is a whole number from 1');
  if (!isInteger(halfMoveClock, 0, MAX_COUNT))
    return wrong('halfMoveClock', 'a half-move clock is a whole number from 0');
  if (turn !== 0 && turn !== 1) return wrong('turn', 'turn is 0 or 1');
  const earlier = restoreHistory(aside ?? null, { turn, rights, halfMoves: halfMoveClock });
  if (!earlier.ok) return earlier;
  const state = makeState({
    board,
    turn,
    rights,
    passed,
    halfMoves: halfMoveClock,
    fullMoves: fullMoveNumber,
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
    return wrong('kings', 'kings is { "0": [x, y], "1": [x, y] }, where the kings stand');
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
): Result<State | null> {
  if (aside === null) return ok(null);
  const form = fail(
    'malformed',
    'beside a chess state stands the list of positions since the last irreversible move, or null',
  );
  if (!Array.isArray(aside) || aside.length === 0 || aside.length > now.halfMoves) return form;
  let earlier: State | null = null;
  for (const [i, line] of aside.entries()) {
    const state: Result<State> = typeof line === 'string' ? parsePosition(line, earlier) : form;
    if (!state.ok) return state;
    const { turn, rights, outcome } = state.value;
    const isTurn = (turn === now.turn) === ((aside.length - i) % 2 === 0);
    if (!isTurn || rights !== now.rights || outcome !== null) return form;
    if (formatPosition(state.value) !== line) return form;
    earlier = state.value;
  }
  return ok(earlier);
}
