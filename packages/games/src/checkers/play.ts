/** Playing one given move: tested without looking for any other, then carried out. The heart of replaying and verifying. */
import { fail, type Outcome, ok, type Played, type Result, type Seat } from '@kifu/core';
import { CROWN_ROWS, jumpers } from './bits.ts';
import { endOf as endOfMatch } from './ending.ts';
import { eventsOf } from './events.ts';
import { canJumpOn, isForward } from './generate.ts';
import { MOVE_FORM, type Move, NO_MOVE, toPath } from './move-codec.ts';
import { countOf, directionsOf, endOf, fromOf, NO_PATH } from './path.ts';
import { refuse } from './refuse.ts';
import * as tables from './squares.ts';
import { NONE, type Side } from './squares.ts';
import { countOccurred, MOST_QUIET, piecesOf, type State } from './state.ts';

// tables of this module's own are built into the machine code; imported ones would be looked up each time
const { LAND, NEXT } = tables;

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { turn } = state;
  if (state.outcome !== null)
    return fail('game-over', `the game is over (${state.outcome.reason})`);
  if (seat !== turn) return WRONG_SEATS[turn];
  const path = toPath(move);
  if (path === NO_MOVE) return fail('malformed', MOVE_FORM);
  if (path === NO_PATH) return refuse(state, move, path);
  if (countOf(path) === 0) {
    if (!isLegalStep(state, path)) return refuse(state, move, path);
    return ok(carryOut(state, path, 0));
  }
  const taken = takenOn(state, path);
  return taken === 0 ? refuse(state, move, path) : ok(carryOut(state, path, taken));
}

const WRONG_SEATS = [
  fail('wrong-seat', "it is Black's turn", { rule: 'turn' }),
  fail('wrong-seat', "it is White's turn", { rule: 'turn' }),
] as const;

function isLegalStep(state: State, path: number): boolean {
  const { turn, kings } = state;
  const own = piecesOf(state, turn);
  const foe = piecesOf(state, (1 - turn) as Side);
  const from = fromOf(path);
  const direction = directionsOf(path);
  return (
    ((own >> from) & 1) === 1 &&
    (((own | foe) >> NEXT[4 * from + direction]!) & 1) === 0 &&
    (isForward(direction, turn) || ((kings >> from) & 1) === 1) &&
    jumpers(own, foe, kings, turn) === 0
  );
}

/** The pieces that a whole chain takes, as bits; 0 where it is not a legal one. */
function takenOn(state: State, path: number): number {
  const { turn } = state;
  const own = piecesOf(state, turn);
  const foe = piecesOf(state, (1 - turn) as Side);
  const from = fromOf(path);
  if (((own >> from) & 1) === 0 || (state.chain !== NONE && state.chain !== from)) return 0;
  const isKing = ((state.kings >> from) & 1) === 1;
  // pieces jumped stay on the board to the end, which makes no difference: no jump lands on the square of a piece that can be jumped
  const free = ~(own | foe) | (1 << from);
  let at = from;
  let taken = 0;
  let directions = directionsOf(path);
  for (let left = countOf(path); left > 0; left--, directions >>= 2) {
    const way = 4 * at + (directions & 3);
    const over = 1 << NEXT[way]!;
    at = LAND[way]!;
    if ((foe & ~taken & over) === 0 || ((free >> at) & 1) === 0) return 0;
    if (isKing) {
      taken |= over;
      continue;
    }
    if (!isForward(directions & 3, turn)) return 0;
    taken |= over;
    if (((CROWN_ROWS[turn] >> at) & 1) === 1) return left === 1 ? taken : 0;
  }
  return canJumpOn(at, isKing, turn, foe & ~taken, free) ? 0 : taken;
}

/** Carries out a move that is known to be legal. */
function carryOut(state: State, path: number, taken: number): Played<State> {
  const { turn } = state;
  const from = 1 << fromOf(path);
  const to = 1 << endOf(path);
  const wasKing = (state.kings & from) !== 0;
  const isCrowned = !wasKing && (to & CROWN_ROWS[turn]) !== 0;
  const black = turn === 0 ? (state.black & ~from) | to : state.black & ~taken;
  const white = turn === 0 ? state.white & ~taken : (state.white & ~from) | to;
  const stayed = state.kings & ~taken & ~from;
  const kings = wasKing || isCrowned ? stayed | to : stayed;
  const isQuiet = wasKing && taken === 0 && state.quiet + 1 < MOST_QUIET;
  const next = {
    black,
    white,
    kings,
    turn: (1 - turn) as Side,
    moveCount: state.moveCount + 1,
    chain: NONE,
    claimed: state.claimed,
    quiet: isQuiet ? state.quiet + 1 : 0,
    // what went before a capture or a man's move cannot come again
    earlier: isQuiet ? state : null,
    occurred: 1,
    outcome: null as Outcome | null,
  };
  if (next.quiet >= 4) next.occurred = countOccurred(next, next.earlier);
  next.outcome = endOfMatch(next);
  return { state: next, events: eventsOf(state, path, isCrowned, next.outcome) };
}
