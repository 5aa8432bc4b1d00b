/** The rules of backgammon as a Game. Move format §7. */
import { type Game, ok, type Seat } from '@kifu/core';
import { refuseLate } from '../start.ts';
import { draw, MAX_GIVEN, open, parseGiven, reseed } from './dice.ts';
import { MAX_STAKE, parseStakes, USUAL_STAKES } from './ending.ts';
import { fromPacked, type Move, moves } from './move-codec.ts';
import { play } from './play.ts';
import type { State } from './state.ts';
import { states } from './state-codec.ts';
import { legalPacked } from './steps.ts';

/** The rules of backgammon, without the doubling cube. */
export const game: Game<State, Move> = {
  name: 'backgammon',
  code: 3,
  version: 1,
  seats: [2, 2],
  options: {
    dice: {
      type: 'array',
      items: {
        type: 'array',
        items: { type: 'integer', minimum: 1, maximum: 6 },
        minItems: 2,
        maxItems: 2,
      },
      minItems: 0,
      maxItems: MAX_GIVEN,
      description: 'Dice rolled elsewhere, used before the seeded ones.',
      default: [],
    },
    stakes: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: MAX_STAKE },
      minItems: 3,
      maxItems: 3,
      description: 'Points for a single game, a gammon and a backgammon.',
      default: [...USUAL_STAKES],
    },
  },
  setup({ seed, options, start }) {
    if (start === null) {
      const given = parseGiven(options.dice ?? []);
      const stakes = parseStakes(options.stakes) ?? USUAL_STAKES;
      return given.ok ? ok(open(seed!, given.value, stakes)) : given;
    }
    // a start brings its own luck: neither the seed nor the dice of the setup are needed
    const state = states.restore(start.canon, start.aside);
    return state.ok ? (refuseLate(state.value.moveCount) ?? state) : state;
  },
  seated: () => BOTH,
  active: ({ dice, turn }) => (dice === 0 ? NO_SEATS : turn === 0 ? WHITE : BLACK),
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
const NO_SEATS: readonly Seat[] = [];
