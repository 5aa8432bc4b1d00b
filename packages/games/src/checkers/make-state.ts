/**
 * States from outside: checked for being possible at all, and completed with what is derived. Move format §11, but for men
 * on their last row: the vectors have one, and it never moves.
 */
import { fail, type Outcome, ok, type Result } from '@kifu/core';
import { type Board, countBits } from './bits.ts';
import { endOf } from './ending.ts';
import { canJumpOn } from './generate.ts';
import { NONE, numberOf, type Side } from './squares.ts';
import { piecesOf, type State } from './state.ts';

/** What a state is made from. */
export interface StateParts extends Board {
  readonly turn: Side;
  readonly moveCount: number;
  readonly chain: number;
  readonly claimed: boolean;
}

/** The state, or what makes it impossible. Counting starts here. */
export function makeState(given: StateParts): Result<State> {
  const wrong = findWrong(given);
  if (wrong !== null) return fail('bad-state', wrong);
  const { black, white, kings, turn, moveCount, chain, claimed } = given;
  // the same keys in the same order as after a move: to the machine all states are of one kind, and so quick to read
  const state = {
    black,
    white,
    kings,
    turn,
    moveCount,
    chain,
    claimed,
    quiet: 0,
    earlier: null,
    occurred: 1,
    outcome: null as Outcome | null,
  };
  state.outcome = endOf(state);
  return ok(state);
}

/** How many pieces a side begins with, and never exceeds. */
const MOST_PIECES = 12;

function findWrong(given: StateParts): string | null {
  const { black, white, kings, turn, chain } = given;
  if (countBits(black) > MOST_PIECES || countBits(white) > MOST_PIECES)
    return `a side has more than ${MOST_PIECES} pieces`;
  if (chain === NONE) return null;
  const own = piecesOf(given, turn);
  if (((own >> chain) & 1) === 0)
    return `a chain continues from ${numberOf(chain)}, which has no piece of the side to move`;
  const isKing = ((kings >> chain) & 1) === 1;
  const foe = piecesOf(given, (1 - turn) as Side);
  return canJumpOn(chain, isKing, turn, foe, ~(black | white))
    ? null
    : `a chain continues from ${numberOf(chain)}, where no jump is possible`;
}
