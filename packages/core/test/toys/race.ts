/**
 * Dice with a forced pass. Two seats walk two runners each along a track of 12; a throw must be walked exactly, and
 * no runner may stop on another of its own seat. A throw that fits no runner passes the turn inside the draw.
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
import { byteMoves } from './codec.ts';

interface State {
  readonly runners: readonly [readonly number[], readonly number[]];
  readonly turn: 0 | 1;
  readonly die: number | null;
  readonly seed: Seed;
}

const HOME = 12;

const fits = ({ runners, turn }: State, die: number) =>
  [0, 1].filter(i => {
    const to = runners[turn][i]! + die;
    return to <= HOME && (to === HOME || !runners[turn].includes(to));
  });

function outcome({ runners }: State): Outcome | null {
  const winner = runners.findIndex(own => own.every(place => place === HOME));
  return winner < 0 ? null : { result: 'win', winners: [winner], points: null, reason: 'home' };
}

const active = (state: State): Seat[] =>
  state.die === null || outcome(state) !== null ? [] : [state.turn];

export const race: Game<State, number> = {
  name: 'race',
  code: 200,
  version: 1,
  seats: [2, 2],
  setup({ seed, start }) {
    if (start !== null) return race.states.restore(start.canon, start.aside);
    return ok({
      runners: [
        [0, 0],
        [0, 0],
      ],
      turn: 0,
      die: null,
      seed: seed!,
    });
  },
  seated: () => [0, 1],
  active,
  legal: (state, seat) => (active(state).includes(seat) ? fits(state, state.die!) : []),
  play(state, seat, move) {
    const refused = refuseAct(race, state, seat);
    if (refused !== null) return refused;
    if (!active(state).includes(seat))
      return fail('wrong-seat', 'it is not your throw', { rule: 'turn' });
    if (!fits(state, state.die!).includes(move))
      return fail('illegal-move', 'the runner cannot walk that', { rule: 'exact' });
    const own = state.runners[seat as 0 | 1].map((place, i) =>
      i === move ? place + state.die! : place,
    );
    const runners = (seat === 0
      ? [own, state.runners[1]]
      : [state.runners[0], own]) as unknown as State['runners'];
    return ok({
      state: { ...state, runners, die: null, turn: state.turn === 0 ? 1 : 0 },
      events: [],
    });
  },
  outcome,
  moves: byteMoves(1),
  states: {
    canon: ({ runners, turn, die, seed }) => ({ runners, turn, die, seed: seedCanon(seed) }),
    aside: ({ seed }) => seedAside(seed),
    position: ({ runners, turn, die }) => JSON.stringify([runners, turn, die]),
    restore(canon, aside) {
      if (!isObject(canon) || !hasKeys(canon, ['runners', 'turn', 'die', 'seed']))
        return fail('malformed', 'no race');
      const { runners, turn, die } = canon;
      const isTeam = (team: unknown) =>
        Array.isArray(team) && team.length === 2 && team.every(place => isInteger(place, 0, HOME));
      if (!Array.isArray(runners) || runners.length !== 2 || !runners.every(isTeam))
        return fail('bad-state', 'runners');
      if (turn !== 0 && turn !== 1) return fail('bad-state', 'turn');
      if (die !== null && !isInteger(die, 1, 6)) return fail('bad-state', 'die');
      const seed = restoreSeed(canon.seed, aside);
      if (!seed.ok) return seed;
      const state: State = {
        runners: runners as unknown as State['runners'],
        turn,
        die,
        seed: seed.value,
      };
      return die !== null && fits(state, die).length === 0
        ? fail('bad-state', 'the throw fits nothing')
        : ok(state);
    },
  },
  chance: {
    due: state => state.die === null && outcome(state) === null,
    draw(state) {
      const [die, seed] = roll(state.seed, 6);
      const stuck = fits(state, die).length === 0;
      const next: State = stuck
        ? { ...state, seed, turn: state.turn === 0 ? 1 : 0 }
        : { ...state, seed, die };
      return { state: next, events: [{ type: 'rolled', seat: state.turn, die, passed: stuck }] };
    },
    reseed: (state, seed) => ({ ...state, seed }),
  },
};
