/** How a match of checkers ends automatically. */
import type { Outcome } from '@kifu/core';
import { jumpers, steppers } from './bits.ts';
import type { Side } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** Moves in a row without a capture or a man's move after which the match is drawn: forty by each side. */
const MAX_QUIET = 80;
/** The occurrence of a position that ends the match. */
const REPETITIONS = 3;

/** A win for one side. Outcomes are shared between matches, so they are frozen. */
const won = (side: Side, reason: string): Outcome =>
  Object.freeze({ result: 'win', winners: Object.freeze([side]), points: null, reason });
/** A draw. */
const drawn = (reason: string): Outcome =>
  Object.freeze({ result: 'draw', winners: Object.freeze([]), points: null, reason });

/** The other side has no move left, by the side that has won. */
const NO_MOVES = [won(0, 'noMoves'), won(1, 'noMoves')] as const;
const THREEFOLD = drawn('threefoldRepetition');
const FORTY = drawn('fortyMoves');

/** The end of a position, in the order of the rules; null while the match is in progress. */
export function endOf(state: State): Outcome | null {
  const { kings, turn } = state;
  const other = (1 - turn) as Side;
  const own = piecesOf(state, turn);
  const foe = piecesOf(state, other);
  if ((steppers(own, foe, kings, turn) | jumpers(own, foe, kings, turn)) === 0)
    return NO_MOVES[other];
  return state.claimed ? null : (drawsOf(state)[0] ?? null);
}

/** The draws that there are in a position: they end the match, or may be claimed. */
export function drawsOf({ occurred, quiet }: State): Outcome[] {
  if (occurred < REPETITIONS && quiet < MAX_QUIET) return NO_DRAWS;
  return [...(occurred >= REPETITIONS ? [THREEFOLD] : []), ...(quiet >= MAX_QUIET ? [FORTY] : [])];
}

const NO_DRAWS: Outcome[] = [];
