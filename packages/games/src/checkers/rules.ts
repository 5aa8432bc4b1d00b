/** The rules of English draughts, or American checkers (WCDF), as a Game. */
import { type Game, ok, type Seat } from '@kifu/core';
import { refuseLate, refuseOthers } from '../start.ts';
import { drawsOf } from './ending.ts';
import { initial } from './fen.ts';
import { legalPaths } from './generate.ts';
import { fromPath, type Move, moves } from './move-codec.ts';
import { play } from './play.ts';
import type { State } from './state.ts';
import { restore, states } from './state-codec.ts';

/** The rules of checkers. */
export const game: Game<State, Move> = {
  name: 'checkers',
  code: 4,
  version: 1,
  seats: [2, 2],
  options: {
    draws: {
      enum: ['automatic', 'claimed'],
      description:
        'Whether threefold repetition and the forty-move rule end the game automatically or have to be claimed.',
      default: 'automatic',
    },
  },
  setup({ options, start }) {
    const claimed = options.draws === 'claimed';
    if (start === null) return ok({ ...initial, claimed });
    const state = restore(start.canon, start.aside, claimed);
    if (!state.ok) return state;
    const own = { draws: state.value.claimed ? 'claimed' : 'automatic' };
    return refuseLate(state.value.moveCount) ?? refuseOthers(options, own) ?? state;
  },
  seated: () => BOTH,
  active: state => (state.outcome !== null ? NO_SEATS : state.turn === 0 ? BLACK : WHITE),
  legal: (state, seat) =>
    seat === state.turn && state.outcome === null ? legalPaths(state).map(fromPath) : [],
  play,
  outcome: state => state.outcome,
  moves,
  states,
  match: {
    claims: (state, seat) => (state.outcome === null && seat === state.turn ? drawsOf(state) : []),
  },
};

const BOTH: readonly Seat[] = [0, 1];
const BLACK: readonly Seat[] = [0];
const WHITE: readonly Seat[] = [1];
const NO_SEATS: readonly Seat[] = [];
