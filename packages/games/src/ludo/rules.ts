/** The rules of ludo as a Game. Move format §8. */
import {
  fail,
  type Game,
  type LeaveReason,
  type LeaveResult,
  ok,
  type Result,
  type Seat,
  type Setup,
} from '@kifu/core';
import { refuseLate } from '../start.ts';
import { ALL_BASE, BASE, HOME, landing, placeOf, TOKENS, withToken } from './board.ts';
import { type Move, moveOf, moves } from './move-codec.ts';
import { endEvent, play } from './play.ts';
import { rollDie, rollForFirst } from './roll.ts';
import {
  dieOf,
  isRollDue,
  lastStanding,
  NOT_ENDED,
  nextSeat,
  outcomeOf,
  packTable,
  SEATS_OF,
  type State,
  seatCountOf,
  seatedOf,
  sixesOf,
  tokensOf,
  turnOf,
} from './state.ts';
import { states } from './state-codec.ts';

/** The rules of ludo. */
export const game: Game<State, Move> = {
  name: 'ludo',
  code: 5,
  version: 1,
  seats: [2, 4],
  setup,
  seated: state => SEATS_OF[seatedOf(state)]!,
  active: state =>
    dieOf(state) === 0 || outcomeOf(state) !== null ? NO_SEATS : SEATS_OF[1 << turnOf(state)]!,
  legal,
  play,
  outcome: outcomeOf,
  moves,
  states,
  chance: { due: isRollDue, draw: rollDie, reseed: (state, seed) => ({ ...state, seed }) },
  match: { leave },
};

const NO_SEATS: readonly Seat[] = SEATS_OF[0]!;

function setup({ seats, seed, start }: Setup): Result<State> {
  if (start === null) {
    const rolled = rollForFirst(seats, seed!);
    return ok({
      red: ALL_BASE,
      green: ALL_BASE,
      yellow: ALL_BASE,
      blue: ALL_BASE,
      table: packTable({
        turn: rolled.first,
        die: 0,
        sixes: 0,
        seated: bitsOf(seats),
        seatCount: seats.at(-1)! + 1,
        ending: NOT_ENDED,
      }),
      moveCount: 0,
      seed: rolled.seed,
    });
  }
  const state = states.restore(start.canon, start.aside);
  if (!state.ok) return state;
  const seated = seatedOf(state.value);
  // who has left before the start position may still be named
  if ((seated & ~bitsOf(seats)) !== 0 || seats.at(-1)! >= seatCountOf(state.value))
    return fail('bad-setup', `the start position has the seats ${SEATS_OF[seated]!.join(', ')}`, {
      at: { path: '/seats' },
    });
  return refuseLate(state.value.moveCount) ?? state;
}

const bitsOf = (seats: readonly Seat[]): number =>
  seats.reduce((bits, seat) => bits | (1 << seat), 0);

/** In the order of the tokens, which is that of the hex forms. */
function legal(state: State, seat: Seat): Move[] {
  const turn = turnOf(state);
  const die = dieOf(state);
  if (seat !== turn || die === 0 || outcomeOf(state) !== null) return [];
  const tokens = tokensOf(state, turn);
  const found: Move[] = [];
  for (let token = 0; token < TOKENS; token++)
    if (landing(tokens, token, die) !== BASE)
      found.push(moveOf(token, placeOf(tokens, token) === BASE ? 0 : die));
  return found;
}

/** The tokens of a seat that leaves go back to base, except those at home; the others continue. */
function leave(state: State, seat: Seat, how: LeaveReason): LeaveResult<State> {
  const seated = seatedOf(state) & ~(1 << seat);
  const [first, ...others] = SEATS_OF[seated]!;
  const isOnTurn = seat === turnOf(state);
  const next: State = {
    ...state,
    red: seat === 0 ? homeOnly(state.red) : state.red,
    green: seat === 1 ? homeOnly(state.green) : state.green,
    yellow: seat === 2 ? homeOnly(state.yellow) : state.yellow,
    blue: seat === 3 ? homeOnly(state.blue) : state.blue,
    table: packTable({
      ...(isOnTurn
        ? { turn: nextSeat(seated, seat), die: 0, sixes: 0 }
        : { turn: turnOf(state), die: dieOf(state), sixes: sixesOf(state) }),
      seated,
      seatCount: seatCountOf(state),
      ending: others.length === 0 ? lastStanding(first!) : NOT_ENDED,
    }),
  };
  const left = { type: 'left', seat, how };
  const outcome = outcomeOf(next);
  return {
    state: next,
    events: outcome === null ? [left] : [left, endEvent(outcome)],
    outcome: null, // the state has it
  };
}

function homeOnly(tokens: number): number {
  let kept = tokens;
  for (let token = 0; token < TOKENS; token++)
    if (placeOf(tokens, token) !== HOME) kept = withToken(kept, token, BASE);
  return kept;
}
