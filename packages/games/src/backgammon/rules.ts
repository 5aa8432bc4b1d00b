/** The rules of backgammon as a Game. Move format §7. */
import {
  fail,
  type Game,
  type JsonObject,
  ok,
  pointerStep,
  type Result,
  type Seat,
} from '@kifu/core';
import { draw, open, parseGiven, reseed } from './dice.ts';
import { fromPacked, type Move, moves } from './move-codec.ts';
import { play } from './play.ts';
import type { Given, State } from './state.ts';
import { states } from './state-codec.ts';
import { legalPacked } from './steps.ts';

/** The rules of backgammon, without the doubling cube. */
export const game: Game<State, Move> = {
  name: 'backgammon',
  code: 3,
  version: 1,
  seats: [2, 2],
  setup({ seats, seed, options, start }) {
    if (seats[1] !== 1)
      return fail('bad-setup', 'the seats of backgammon are 0 (white) and 1', {
        at: { path: '/seats' },
      });
    const given = readOptions(options);
    if (!given.ok) return given;
    if (start === null) return ok(open(seed!, given.value));
    // a start brings its own luck: neither the seed nor the dice of the setup are needed
    const state = states.restore(start.canon, start.aside);
    if (state.ok && state.value.moveCount > LATEST_START)
      return fail('bad-setup', `a match starts after ${LATEST_START} moves at the latest`, {
        at: { path: '/start' },
      });
    return state;
  },
  seated: () => BOTH,
  active: ({ dice, turn }) => (dice === 0 ? NOBODY : turn === 0 ? WHITE : BLACK),
  legal: (state, seat) => (seat === state.turn ? legalPacked(state).map(fromPacked) : []),
  play,
  outcome: state => state.outcome,
  moves,
  states,
  chance: { due: ({ dice, outcome }) => dice === 0 && outcome === null, draw, reseed },
};

const BOTH: readonly Seat[] = [0, 1];
const WHITE: readonly Seat[] = [0];
const BLACK: readonly Seat[] = [1];
const NOBODY: readonly Seat[] = [];

/** Leaves room to count on: no match is that long, and a state that was reached can always be restored. */
const LATEST_START = 100_000;

/** The one option: `dice`, rolls that were made elsewhere. */
function readOptions(options: JsonObject): Result<Given | null> {
  const { dice, ...others } = options;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    return fail('bad-setup', 'the one option of backgammon is dice', {
      at: { path: `/options${pointerStep(unknown)}` },
    });
  if (dice === undefined) return ok(null);
  const given = parseGiven(dice);
  if (given.ok) return given;
  const { message, at } = given.fault;
  return fail('bad-setup', message, { at: { path: `/options/dice${at?.path ?? ''}` } });
}
