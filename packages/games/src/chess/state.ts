/** A chess position with what the rules remember of the way to it. */
import type { Outcome } from '@kifu/core';
import type { Side } from './board.ts';
import { isSameBoard, type Planes } from './planes.ts';

/** Immutable, and made of plain numbers only: no holder of a state can write to it. */
export interface State extends Planes {
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
  /** Whether draws other than stalemate must be claimed: nothing but the board ends the match automatically. */
  readonly claimed: boolean;
  /** The state before, unless what led here can never be undone: repetition is looked for along this chain. */
  readonly earlier: State | null;
  /** How often this position has occurred, this time included. */
  readonly occurred: number;
  readonly outcome: Outcome | null;
}

/**
 * After this many half-moves without a capture or a pawn move, repetition is not checked: only where draws are claimed can
 * there be more than 150, and without a bound a record of a hundred thousand would take hours to play.
 */
export const MOST_EARLIER = 1000;

/** The square of a side's king. */
export const kingOf = (state: State, side: Side): number =>
  side === 0 ? state.whiteKing : state.blackKing;

/**
 * How often a position has occurred when it follows `earlier`: one more than at its last occurrence. Along the chain
 * sides alternate and rights stay the same, so that only boards need comparing.
 */
export function countOccurred(
  position: Planes & Pick<State, 'passable'>,
  earlier: State | null,
): number {
  if (position.passable || earlier === null) return 1;
  for (let past = earlier.earlier; past !== null; past = past.earlier.earlier) {
    if (!past.passable && isSameBoard(past, position)) return past.occurred + 1;
    if (past.earlier === null) break;
  }
  return 1;
}
