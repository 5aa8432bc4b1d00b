/** Options, and three seats of which one may drop out: Nim with one heap; take 1 to 3; the seat that takes the last one wins. */
import {
  fail,
  type Game,
  hasKeys,
  isInteger,
  isObject,
  type Outcome,
  ok,
  refuseAct,
  type Seat,
} from '@kifu/core';
import { byteMoves } from './codec.ts';

interface State {
  readonly heap: number;
  readonly turn: Seat;
  /** Seats still in; the others have left. */
  readonly seats: readonly Seat[];
  readonly last: Seat | null;
}

const HEAP = 15;

function outcome({ heap, seats, last }: State): Outcome | null {
  if (seats.length === 1)
    return { result: 'win', winners: seats, points: null, reason: 'lastStanding' };
  if (heap > 0) return null;
  return { result: 'win', winners: [last!], points: null, reason: 'lastTaken' };
}

const active = (state: State): Seat[] => (outcome(state) === null ? [state.turn] : []);
const after = (seats: readonly Seat[], seat: Seat) =>
  seats.find(other => other > seat) ?? seats[0]!;
const takes = ({ heap }: State) => [1, 2, 3].filter(n => n <= heap);

export const nim: Game<State, number> = {
  name: 'nim',
  code: 203,
  version: 1,
  seats: [2, 3],
  options: {
    heap: {
      ...{ type: 'integer', minimum: 1, maximum: HEAP },
      description: 'How many there are to take.',
      default: HEAP,
    },
  },
  setup({ seats, options, start }) {
    if (start !== null) return nim.states.restore(start.canon);
    const { heap = HEAP } = options;
    return ok({ heap: heap as number, turn: seats[0]!, seats, last: null });
  },
  seated: ({ seats }) => seats,
  active,
  legal: (state, seat) => (active(state).includes(seat) ? takes(state) : []),
  play(state, seat, move) {
    const refused = refuseAct(nim, state, seat);
    if (refused !== null) return refused;
    if (seat !== state.turn)
      return fail('wrong-seat', `seat ${state.turn} is on turn`, { rule: 'turn' });
    if (!takes(state).includes(move))
      return fail('illegal-move', 'take 1 to 3 of what is there', { rule: 'take' });
    return ok({
      state: { ...state, heap: state.heap - move, turn: after(state.seats, seat), last: seat },
      events: [],
    });
  },
  outcome,
  moves: byteMoves(3),
  states: {
    canon: ({ heap, turn, seats, last }) => ({ heap, turn, seats, last }),
    aside: () => null,
    position: ({ heap, turn, seats }) => JSON.stringify([heap, turn, seats]),
    restore(canon) {
      if (!isObject(canon) || !hasKeys(canon, ['heap', 'turn', 'seats', 'last']))
        return fail('malformed', 'no heap');
      const { heap, turn, seats, last } = canon;
      if (
        !isInteger(heap, 0, HEAP) ||
        !Array.isArray(seats) ||
        seats.length === 0 ||
        seats.length > 3
      )
        return fail('bad-state', 'heap');
      if (!seats.every((seat, i) => isInteger(seat, i === 0 ? 0 : seats[i - 1] + 1, 2)))
        return fail('bad-state', 'seats');
      if (
        !isInteger(turn, 0, 2) ||
        !seats.includes(turn) ||
        (last !== null && !isInteger(last, 0, 2))
      )
        return fail('bad-state', 'turn');
      return heap === 0 && last === null
        ? fail('bad-state', 'who took the last?')
        : ok(canon as unknown as State);
    },
  },
  match: {
    leave(state, seat) {
      const seats = state.seats.filter(other => other !== seat);
      const turn = state.turn === seat ? after(seats, seat) : state.turn;
      return { state: { ...state, seats, turn }, events: [{ type: 'left', seat }], outcome: null };
    },
  },
};
