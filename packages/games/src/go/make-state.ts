/** States that do not come from a turn: the first of a match, and those from outside. */

import type { Outcome } from '@kifu/core';
import { hashBoard, packStones } from './board.ts';
import { type Counting, type Match, NONE, type Side, type State } from './state.ts';

/** What a state without history is made from. */
export interface StateParts {
  readonly match: Match;
  /** One byte per cell. */
  readonly board: Uint8Array;
  readonly turn: Side;
  readonly ko?: number;
  readonly passes?: number;
  readonly left?: number;
  readonly blackTook?: number;
  readonly whiteTook?: number;
  readonly turns?: number;
  readonly counting?: Counting | null;
}

/** The state with which a history begins. */
export function makeState(given: StateParts): State {
  const { match, board, turn } = given;
  const [hash, count] = hashBoard(match.grid, board);
  // the same keys in the same order as after a move: to the machine all states are of one kind, and so quick to read
  return {
    match,
    stones: packStones(match.grid, board),
    hash,
    count,
    turn,
    ko: given.ko ?? NONE,
    passes: given.passes ?? 0,
    left: given.left ?? 0,
    blackTook: given.blackTook ?? 0,
    whiteTook: given.whiteTook ?? 0,
    turns: given.turns ?? 0,
    last: NONE,
    earlier: null,
    low: count,
    leap: null,
    peak: count,
    counting: given.counting ?? null,
    outcome: null as Outcome | null,
  };
}
