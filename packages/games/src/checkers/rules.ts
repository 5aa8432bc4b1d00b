/** The rules of English draughts, or American checkers (WCDF), as a Game. */
import { type Game, ok, type Seat } from '@kifu/core';
import { refuseLate } from '../start.ts';
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
  setup({ start }) {
    if (start === null) return ok({ ...initial });
    const state = states.restore(start.canon, start.aside);
    return state.ok ? (refuseLate(state.value.moveCount) ?? state) : state;
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

const BOTH: readonly Seat[] = [0, 1];
const BLACK: readonly Seat[] = [0];
const WHITE: readonly Seat[] = [1];
const NOBODY: readonly Seat[] = [];
