/** The rules of Mage Duel as a Game. */
import { type Game, ok, type Result, type Seat, type Setup } from '@kifu/core';
import { refuseOthers } from '../start.ts';
import { active, BOTH, mayFinish, rightOf, time } from './clock.ts';
import { drawTile, firstState, seeded } from './genesis.ts';
import { FINISH, type Move, moveAt, moves, SKIP } from './moves.ts';
import { OPTIONS, readRules } from './options.ts';
import { addPlacements } from './placing.ts';
import { play } from './play.ts';
import { isDrawDue, type State } from './state.ts';
import { states } from './state-codec.ts';
import { NO_TILE } from './tiles.ts';

/** Two players lay tiles on a board and fight over cities and roads. */
export const game: Game<State, Move> = {
  name: 'mage-duel',
  code: 7,
  version: 1,
  seats: [2, 2],
  options: OPTIONS,
  setup,
  seated: () => BOTH,
  active,
  legal,
  play,
  outcome: ({ end }) => end?.outcome ?? null,
  moves,
  states,
  time,
  chance: {
    due: isDrawDue,
    draw: drawTile,
    reseed: (state, seed) => ({ ...state, seed: seeded(seed) }),
  },
  match: { branch },
};

function setup({ seed, options, start }: Setup): Result<State> {
  const rules = readRules(options);
  if (!rules.ok) return rules;
  if (start === null) return ok(firstState(rules.value, seed!));
  const state = states.restore(start.canon, start.aside);
  return state.ok ? (refuseOthers(options, state.value.rules) ?? state) : state;
}

function legal(state: State, seat: Seat): Move[] {
  if ((seat !== 0 && seat !== 1) || state.end !== null || isDrawDue(state)) return [];
  const found: Move[] = [];
  if (rightOf(state, seat) !== null) {
    found.push(moveAt(SKIP));
    addPlacements(found, state, state.top === NO_TILE ? null : state.top, state.jokers[seat] > 0);
  }
  if (mayFinish(state)) found.push(moveAt(FINISH));
  return found;
}

/** A match that branches off continues from exactly this board, reopened if it had ended, with its clock at the start. */
function branch(state: State): State {
  return { ...state, now: 0, updated: 0, end: null };
}
