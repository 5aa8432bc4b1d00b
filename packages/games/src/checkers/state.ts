/** A position of checkers with what the rules remember of the way to it. */
import type { Outcome } from '@kifu/core';
import type { Board } from './bits.ts';
import type { Side } from './squares.ts';

/** Immutable, and made of plain numbers only: no holder of a state can write to it. */
export interface State extends Board {
  readonly turn: Side;
  readonly moveCount: number;
  /** The square of a piece in the middle of its chain, or NONE; never set by a move, only by a position from outside. */
  readonly chain: number;
  /** Whether draws must be claimed: then only the board ends the match automatically. */
  readonly claimed: boolean;
  /** Moves since the last capture or man's move, of those that are known: as many as there are earlier states. */
  readonly quiet: number;
  /** The state before, unless what led here can never be undone: repetition is looked for along this chain. */
  readonly earlier: State | null;
  /** How often this position has occurred, this time included. */
  readonly occurred: number;
  readonly outcome: Outcome | null;
}

/**
 * After this many steps of kings, counting restarts: only where draws are claimed can there be more than eighty, and without a
 * bound a record of a hundred thousand would take hours to play.
 */
export const MOST_QUIET = 1000;

/** The pieces of a side. */
export const piecesOf = ({ black, white }: Board, side: Side): number =>
  side === 0 ? black : white;

/** Whether two boards are the same. */
export const isSameBoard = (a: Board, b: Board): boolean =>
  a.black === b.black && a.white === b.white && a.kings === b.kings;

/** How often a board has occurred when it follows `earlier`. Sides alternate along the chain, so every second state counts. */
export function countOccurred(board: Board, earlier: State | null): number {
  for (let past = earlier?.earlier ?? null; past !== null; past = past.earlier?.earlier ?? null)
    if (isSameBoard(past, board)) return past.occurred + 1;
  return 1;
}
