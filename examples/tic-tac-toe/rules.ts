/** The rules of tic-tac-toe as a Game. */
import {
  fail,
  type Game,
  type GameEvent,
  type Outcome,
  ok,
  refuseAct,
  type Seat,
} from '@kifu/core';
import { cellName, type Move, moves } from './moves.ts';
import { CELLS, lineOf, type State, states, turnOf } from './state.ts';

const EMPTY: State = { cells: new Array(CELLS).fill(null) };

/** Three in a row win; a full board is a draw. */
export const game: Game<State, Move> = {
  name: 'tic-tac-toe',
  code: 100,
  version: 1,
  seats: [2, 2],
  setup: ({ start }) => (start === null ? ok(EMPTY) : states.restore(start.canon, start.aside)),
  seated: () => [0, 1],
  active,
  legal: (state, seat) => (active(state).includes(seat) ? freeCells(state) : []),
  play(state, seat, move) {
    const refused = refuseAct(game, state, seat);
    if (refused !== null) return refused;
    const turn = turnOf(state);
    if (seat !== turn) return fail('wrong-seat', `seat ${turn} is to move`, { rule: 'turn' });
    if (!freeCells(state).includes(move))
      return fail('illegal-move', `${cellName(move)} is taken`, { rule: 'taken' });
    const next = { cells: state.cells.with(move, turn) };
    const line = lineOf(next, turn);
    const events: GameEvent[] = line === null ? [] : [{ type: 'line', seat, cells: line }];
    return ok({ state: next, events });
  },
  outcome,
  moves,
  states,
};

function active(state: State): Seat[] {
  return outcome(state) === null ? [turnOf(state)] : [];
}

function outcome(state: State): Outcome | null {
  const winner = ([0, 1] as const).find(seat => lineOf(state, seat) !== null);
  if (winner !== undefined)
    return { result: 'win', winners: [winner], points: null, reason: 'line' };
  if (freeCells(state).length > 0) return null;
  return { result: 'draw', winners: [], points: null, reason: 'full' };
}

/** In ascending order, which is also the order in hex. */
function freeCells({ cells }: State): Move[] {
  return [...cells.keys()].filter(cell => cells[cell] === null);
}
