/** The rules of English draughts, or American checkers (WCDF), as a Game. */
import { fail, type Game, ok, pointerStep, type Seat } from '@kifu/core';
import { initial } from './fen.ts';
import { legalPaths } from './generate.ts';
import { fromPath, type Move, moves } from './move-codec.ts';
import { play } from './play.ts';
import type { State } from './state.ts';
import { states } from './state-codec.ts';

/** The rules of checkers. */
export const game: Game<State, Move> = {
  name: 'checkers',
  code: 4,
  version: 1,
  seats: [2, 2],
  setup({ seats, options, start }) {
    if (seats[1] !== 1)
      return fail('bad-setup', 'the seats of checkers are 0 (black) and 1', {
        at: { path: '/seats' },
      });
    const [option] = Object.keys(options);
    if (option !== undefined)
      return fail('bad-setup', 'checkers has no options', {
        at: { path: `/options${pointerStep(option)}` },
      });
    if (start === null) return ok({ ...initial });
    const state = states.restore(start.canon, start.aside);
    // leaves room to count on: no match is that long, and a state that was reached can always be restored
    if (state.ok && state.value.moveCount > LATEST_START)
      return fail('bad-setup', `a match starts after ${LATEST_START} moves at the latest`, {
        at: { path: '/start' },
      });
    return state;
  },
  seated: () => BOTH,
  active: state => (state.outcome !== null ? NOBODY : state.turn === 0 ? BLACK : WHITE),
  legal: (state, seat) =>
    seat === state.turn && state.outcome === null ? legalPaths(state).map(fromPath) : [],
  play,
  outcome: state => state.outcome,
  moves,
  states,
};

const LATEST_START = 100_000;
const BOTH: readonly Seat[] = [0, 1];
const BLACK: readonly Seat[] = [0];
const WHITE: readonly Seat[] = [1];
const NOBODY: readonly Seat[] = [];
