/** A chess position with what the rules remember of the way to it. */
import type { Outcome } from '@kifu/core';
import type { Board, Side } from './board.ts';
import * as tables from './board.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { HIGH, LINE, LOW } = tables;

/** Immutable, and made of plain numbers only: nothing can write to a state that somebody holds. */
export interface State {
  /** The eight ranks from white's side, four bits a square, the a-file lowest. */
  readonly rank1: number;
  readonly rank2: number;
  readonly rank3: number;
  readonly rank4: number;
  readonly rank5: number;
  readonly rank6: number;
  readonly rank7: number;
  readonly rank8: number;
  /** A bit for each occupied square: ranks 1 to 4, and 5 to 8. */
  readonly low: number;
  readonly high: number;
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
  /** The state before, unless what led here can never be undone: repetition is looked for along this chain. */
  readonly earlier: State | null;
  /** How often this position has occurred, this time included. */
  readonly occurred: number;
  readonly outcome: Outcome | null;
}

/** The part of a state that is the board. */
export type Ranks = Pick<State, `rank${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}` | 'low' | 'high'>;

/** The square of a side's king. */
export const kingOf = (state: State, side: Side): number =>
  side === 0 ? state.whiteKing : state.blackKing;

/** The board of a state, as a copy. */
export const boardOf = (state: Ranks): Board => show(state).slice();

/** The ranks of a board. */
export const packRanks = (board: Board): Ranks => ({
  low: occupied(board, LOW),
  high: occupied(board, HIGH),
  rank1: packRank(board, 0),
  rank2: packRank(board, 1),
  rank3: packRank(board, 2),
  rank4: packRank(board, 3),
  rank5: packRank(board, 4),
  rank6: packRank(board, 5),
  rank7: packRank(board, 6),
  rank8: packRank(board, 7),
});

const occupied = (board: Board, bitOf: Int32Array) =>
  board.reduce((bits, piece, square) => (piece === 0 ? bits : bits | bitOf[square]!), 0);

const packRank = (board: Board, rank: number) =>
  board
    .subarray(8 * rank, 8 * rank + 8)
    .reduce((bits, piece, file) => bits | (piece << (4 * file)), 0);

/**
 * The board that the rules work on, and the ranks that it shows. A match that is played on from state to state finds it
 * as it needs it; for any other state, the ranks that differ are unpacked. Nobody outside `rules.ts` may see it.
 */
const working: Board = new Uint8Array(64);
const shown = new Int32Array(8);

/** The working board, showing this state. Good until the next call; give it back unchanged or call `changeShown`. */
export function show(state: Ranks): Board {
  if (shown[0] !== state.rank1) unpackRank(state.rank1, 0);
  if (shown[1] !== state.rank2) unpackRank(state.rank2, 1);
  if (shown[2] !== state.rank3) unpackRank(state.rank3, 2);
  if (shown[3] !== state.rank4) unpackRank(state.rank4, 3);
  if (shown[4] !== state.rank5) unpackRank(state.rank5, 4);
  if (shown[5] !== state.rank6) unpackRank(state.rank6, 5);
  if (shown[6] !== state.rank7) unpackRank(state.rank7, 6);
  if (shown[7] !== state.rank8) unpackRank(state.rank8, 7);
  return working;
}

/** Says which bits of a rank a move on the working board has changed. */
export function changeShown(rank: number, bits: number): void {
  shown[rank]! ^= bits;
}

function unpackRank(rank: number, y: number): void {
  shown[y] = rank;
  for (let x = 0; x < 8; x++) working[8 * y + x] = (rank >>> (4 * x)) & 15;
}

/** How often a position has occurred when it follows `earlier`: one more than at its last occurrence. */
export function countOccurred(position: Position, earlier: State | null): number {
  if (position.passable || earlier === null) return 1;
  for (let past = earlier.earlier; past !== null; past = past.earlier.earlier) {
    if (isSame(past, position)) return past.occurred + 1;
    if (past.earlier === null) break;
  }
  return 1;
}

/** What makes a position. */
export type Position = Ranks & Pick<State, 'turn' | 'rights' | 'passable'>;

const isSame = (a: Position, b: Position) =>
  a.rank1 === b.rank1 &&
  a.rank2 === b.rank2 &&
  a.rank3 === b.rank3 &&
  a.rank4 === b.rank4 &&
  a.rank5 === b.rank5 &&
  a.rank6 === b.rank6 &&
  a.rank7 === b.rank7 &&
  a.rank8 === b.rank8 &&
  a.turn === b.turn &&
  a.rights === b.rights &&
  !a.passable;

/** For each king's square and rank, the top bit of every square that a line joins to the king. */
const KING_LINES = new Int32Array(512);
for (let king = 0; king < 64; king++)
  for (let square = 0; square < 64; square++)
    if (LINE[king * 64 + square] !== 0)
      KING_LINES[king * 8 + (square >> 3)]! |= 8 << (4 * (square & 7));

/** The top bit of each square of a rank that is 0: all eight squares at once. */
const zeros = (rank: number) => ~(((rank & 0x77777777) + 0x77777777) | rank) & (0x88888888 | 0);

/** Whether some pawn of a side has a free square ahead and, being on no line with its king, cannot be pinned. */
export function hasFreePawn(state: Ranks, side: Side, king: number): boolean {
  const pawn = side === 0 ? 0x11111111 : 0x99999999 | 0;
  const lower = zeros(state.rank3);
  const upper = zeros(state.rank6);
  const lines = king * 8;
  const nearest =
    side === 0
      ? zeros(state.rank2 ^ pawn) & lower & ~KING_LINES[lines + 1]!
      : zeros(state.rank7 ^ pawn) & upper & ~KING_LINES[lines + 6]!;
  if (nearest !== 0) return true;
  const middle = zeros(state.rank4);
  const centre = zeros(state.rank5);
  const others =
    side === 0
      ? (zeros(state.rank3 ^ pawn) & middle & ~KING_LINES[lines + 2]!) |
        (zeros(state.rank4 ^ pawn) & centre & ~KING_LINES[lines + 3]!) |
        (zeros(state.rank5 ^ pawn) & upper & ~KING_LINES[lines + 4]!) |
        (zeros(state.rank6 ^ pawn) & zeros(state.rank7) & ~KING_LINES[lines + 5]!)
      : (zeros(state.rank6 ^ pawn) & centre & ~KING_LINES[lines + 5]!) |
        (zeros(state.rank5 ^ pawn) & middle & ~KING_LINES[lines + 4]!) |
        (zeros(state.rank4 ^ pawn) & lower & ~KING_LINES[lines + 3]!) |
        (zeros(state.rank3 ^ pawn) & zeros(state.rank2) & ~KING_LINES[lines + 2]!);
  return others !== 0;
}
