/** The laws of chess (FIDE) as a Game. */
import {
  type Game,
  LEAVE_REASONS,
  type LeaveReason,
  type Outcome,
  ok,
  type Seat,
} from '@kifu/core';
import { refuseLate, refuseOthers } from '../start.ts';
import type { Side } from './board.ts';
import { canMate, claimsOf, drawn, won } from './ending.ts';
import { initial } from './fen.ts';
import { MAX_MOVES } from './generate.ts';
import { legal, listNumbers } from './legal.ts';
import { type Move, moves } from './move-codec.ts';
import { boardOf } from './planes.ts';
import { NO_EVENTS, play } from './play.ts';
import type { State } from './state.ts';
import { restore, states } from './state-codec.ts';

/** The rules of chess. */
export const game: Game<State, Move> = {
  name: 'chess',
  code: 1,
  version: 1,
  seats: [2, 2],
  options: {
    draws: {
      enum: ['automatic', 'claimed'],
      description:
        'Whether dead positions, fivefold repetition and the seventy-five-move rule end the game automatically or have to be claimed.',
      default: 'automatic',
    },
  },
  setup({ options, start }) {
    const claimed = options.draws === 'claimed';
    if (start === null) return ok(claimed === initial.claimed ? initial : { ...initial, claimed });
    const state = restore(start.canon, start.aside, claimed);
    if (!state.ok) return state;
    const own = { draws: state.value.claimed ? 'claimed' : 'automatic' };
    return refuseLate(state.value.fullMoves) ?? refuseOthers(options, own) ?? state;
  },
  seated: () => BOTH,
  active: state => (state.outcome !== null ? NO_SEATS : state.turn === 0 ? WHITE : BLACK),
  legal,
  play,
  outcome: state => state.outcome,
  numbered: { sizeBytes: 3, most: MAX_MOVES, list: listNumbers },
  moves,
  states,
  match: { claims, leave },
};

const BOTH: readonly Seat[] = [0, 1];
const WHITE: readonly Seat[] = [0];
const BLACK: readonly Seat[] = [1];
const NO_SEATS: readonly Seat[] = [];

function claims(state: State, seat: Seat): Outcome[] {
  return state.outcome !== null || seat !== state.turn ? [] : claimsOf(state);
}

/** Who leaves loses, unless the other could not mate by any sequence of moves: then it is a draw. FIDE 5.1.2, 6.9. */
function leave(state: State, seat: Seat, how: LeaveReason) {
  const other = (1 - seat) as Side;
  const reason = LEAVE_REASONS[how];
  return {
    state,
    events: NO_EVENTS,
    outcome: canMate(boardOf(state), other) ? won(other, reason) : drawn(reason),
  };
}
