/**
 * Dice with a real choice, which luck does not hide: Pig to 30. Roll on (0) or hold (1); each throw goes into the pot,
 * a 1 empties it and ends the turn, holding keeps it.
 */
import {
  fail,
  type Game,
  hasKeys,
  isInteger,
  isObject,
  type Outcome,
  ok,
  refuseAct,
  restoreSeed,
  roll,
  type Seat,
  type Seed,
  seedAside,
  seedCanon,
} from '@kifu/core';
import { byteMoves } from '../../core/test/toys/codec.ts';

interface State {
  readonly scores: readonly number[];
  readonly pot: number;
  readonly turn: 0 | 1;
  readonly rolling: boolean;
  readonly seed: Seed;
}

const GOAL = 30;
const ROLL = 0;

function outcome({ scores }: State): Outcome | null {
  const winner = scores.findIndex(score => score >= GOAL);
  return winner < 0 ? null : { result: 'win', winners: [winner], points: scores, reason: 'score' };
}

const active = (state: State): Seat[] =>
  state.rolling || outcome(state) !== null ? [] : [state.turn];
const choices = ({ pot }: State) => (pot === 0 ? [ROLL] : [ROLL, 1]);
const other = (turn: 0 | 1) => (turn === 0 ? 1 : 0);

export const pig: Game<State, number> = {
  name: 'pig',
  code: 210,
  version: 1,
  seats: [2, 2],
  setup({ seats, seed, options, start }) {
    if (seats[1] !== 1 || Object.keys(options).length > 0)
      return fail('bad-setup', 'seats 0 and 1, no options');
    if (start !== null) return pig.states.restore(start.canon, start.aside);
    return ok({ scores: [0, 0], pot: 0, turn: 0, rolling: false, seed: seed! });
  },
  seated: () => [0, 1],
  active,
  legal: (state, seat) => (active(state).includes(seat) ? choices(state) : []),
  play(state, seat, move) {
    const refused = refuseAct(pig, state, seat);
    if (refused !== null) return refused;
    if (!active(state).includes(seat)) return fail('wrong-seat', 'the other seat is on turn');
    if (!choices(state).includes(move)) return fail('illegal-move', 'there is nothing to hold');
    if (move === ROLL) return ok({ state: { ...state, rolling: true }, events: [] });
    const scores = state.scores.map((score, i) => (i === seat ? score + state.pot : score));
    return ok({ state: { ...state, scores, pot: 0, turn: other(state.turn) }, events: [] });
  },
  outcome,
  moves: byteMoves(1),
  states: {
    canon: ({ seed, ...state }) => ({ ...state, seed: seedCanon(seed) }),
    aside: ({ seed }) => seedAside(seed),
    position: ({ scores, pot, turn, rolling }) => JSON.stringify([scores, pot, turn, rolling]),
    restore(canon, aside) {
      if (!isObject(canon) || !hasKeys(canon, ['scores', 'pot', 'turn', 'rolling', 'seed']))
        return fail('malformed', 'no game of pig');
      const { scores, pot, turn, rolling } = canon;
      if (!Array.isArray(scores) || scores.length !== 2 || !scores.every(n => isInteger(n, 0, 999)))
        return fail('bad-state', 'scores');
      if (!isInteger(pot, 0, 999) || (turn !== 0 && turn !== 1) || typeof rolling !== 'boolean')
        return fail('bad-state', 'turn');
      const seed = restoreSeed(canon.seed, aside);
      return seed.ok ? ok({ scores, pot, turn, rolling, seed: seed.value }) : seed;
    },
  },
  chance: {
    due: state => state.rolling && outcome(state) === null,
    draw(state) {
      const [die, seed] = roll(state.seed, 6);
      const next: Pick<State, 'pot' | 'turn'> =
        die === 1
          ? { pot: 0, turn: other(state.turn) }
          : { pot: state.pot + die, turn: state.turn };
      return {
        state: { ...state, ...next, rolling: false, seed },
        events: [{ type: 'rolled', seat: state.turn, die }],
      };
    },
    reseed: (state, seed) => ({ ...state, seed }),
  },
};
