/** A chess position with what the rules remember of the way to it. */
import type { Outcome } from '@kifu/core';
import { type Board, canPass, NONE, type Side } from './board.ts';

/** Immutable: nothing writes to a board once its state is made. */
export interface State {
  readonly board: Board;
  readonly turn: Side;
  /** Castling rights as bits. */
  readonly rights: number;
  /** The square passed over by a pawn that has just moved two squares, or NONE. */
  readonly passed: number;
  /** Whether a pawn can be taken there. Only then does the square make it another position. */
  readonly passable: boolean;
  readonly halfMoves: number;
  readonly fullMoves: number;
  readonly whiteKing: number;
  readonly blackKing: number;
  /** Whether the side to move is in check. */
  readonly check: boolean;
  /** Differs for most positions that differ, so that few need a closer look. */
  readonly hash: number;
  /** The state before, unless what led here can never be undone: repetition is looked for along this chain. */
  readonly earlier: State | null;
  /** How often this position has occurred, this time included. */
  readonly occurred: number;
  readonly outcome: Outcome | null;
}

/** The square of a side's king. */
export const kingOf = (state: State, side: Side): number =>
  side === 0 ? state.whiteKing : state.blackKing;

/** Any numbers will do, as long as they are the same everywhere: from the generator of the move format. */
const KEYS = new Int32Array(16 * 64);
for (let i = 0, seed = 1; i < KEYS.length; i++) {
  seed = (Math.imul(1664525, seed) + 1013904223) | 0;
  KEYS[i] = seed ^ (seed >>> 15);
}

/** What a piece on a square adds to the hash. */
export const keyOf = (piece: number, square: number): number => KEYS[piece * 64 + square]!;

/** The hash of a whole board. */
export function hashBoard(board: Board): number {
  let hash = 0;
  for (let square = 0; square < 64; square++)
    if (board[square] !== 0) hash ^= keyOf(board[square]!, square);
  return hash;
}

/** How often a position has occurred when it follows `earlier`: one more than at its last occurrence. */
export function countOccurred(
  board: Board,
  turn: Side,
  rights: number,
  passable: boolean,
  hash: number,
  earlier: State | null,
): number {
  if (passable) return 1;
  for (let past = earlier?.earlier; past != null; past = past.earlier?.earlier)
    if (
      past.hash === hash &&
      past.rights === rights &&
      past.turn === turn &&
      !past.passable &&
      isEqual(past.board, board)
    )
      return past.occurred + 1;
  return 1;
}

function isEqual(a: Board, b: Board): boolean {
  for (let i = 0; i < 64; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** Whether a pawn can be taken on the square passed over. */
export const isPassable = (board: Board, turn: Side, passed: number, king: number): boolean =>
  passed !== NONE && canPass(board, turn, passed, king);
