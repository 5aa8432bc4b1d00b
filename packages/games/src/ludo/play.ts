/** Playing one move: the rule that forbids it, or the state after it. Move format §8. */
import {
  capital,
  type Fail,
  fail,
  type GameEvent,
  type Outcome,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import * as board from './board.ts';
import { isOn, landing, placeOf, placeOn, squareOf, withToken } from './board.ts';
import { knownMove, MOVE_FORM, type Move } from './move-codec.ts';
import { seatName, tokenName } from './names.ts';
import {
  dieOf,
  outcomeOf,
  passedOn,
  rollingAgain,
  type State,
  seatCountOf,
  tokensOf,
  turnOf,
  wonBy,
} from './state.ts';

// constants of this module's own are built into the machine code; imported ones would be looked up each time
const { ALL_HOME, BASE, HOME, PREY, SIX, TOKENS } = board;

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const turn = turnOf(state);
  const die = dieOf(state);
  const outcome = outcomeOf(state);
  if (outcome !== null) return fail('game-over', `the game is over (${outcome.reason})`);
  if (seat !== turn)
    return fail('wrong-seat', `it is ${capital(seatName(turn))}'s turn`, { rule: 'turn' });
  if (die === 0) return fail('draw-due', `${capital(seatName(turn))} must roll first`);
  const known = knownMove(move);
  if (known === null) return fail('malformed', MOVE_FORM);
  const { steps, tokenIndex } = known;
  const tokens = tokensOf(state, turn);
  const from = placeOf(tokens, tokenIndex);
  const to = landing(tokens, tokenIndex, die);
  if (to === BASE || steps !== (from === BASE ? 0 : die)) return refuse(tokens, known, die);
  const next = follow(state, withToken(tokens, tokenIndex, to), to);
  return ok({ state: next, events: eventsOf(state, next, tokenIndex, from, to) });
}

/** Why a move that is not legal is not. */
function refuse(tokens: number, { steps, tokenIndex }: Move, die: number): Fail {
  const place = placeOf(tokens, tokenIndex);
  const illegal = (rule: string, why: string) => fail('illegal-move', why, { rule });
  const name = tokenName(tokenIndex);
  if (place === HOME) return illegal('isHome', `${name} is already home`);
  if (place === BASE && steps !== 0)
    return illegal('inBase', `${name} is in base: it leaves with steps 0`);
  if (place === BASE && die !== SIX)
    return illegal('needsSix', `${name} needs a six to leave base (rolled ${die})`);
  if (place === BASE) return illegal('ownToken', 'your own token is on the start square');
  if (steps === 0) return illegal('isOut', `${name} is already out of base`);
  if (steps !== die) return illegal('notRolled', `rolled ${die}, not ${steps}`);
  if (place + die > HOME)
    return illegal('pastHome', `${name} is ${HOME - place} from home (rolled ${die})`);
  return illegal('ownToken', `your own token is on that square`);
}

/** The state after the tokens of the seat on turn have become these, by a step to `to`. */
function follow(state: State, tokens: number, to: number): State {
  const turn = turnOf(state);
  const prey = (turn * 64 + to) * TOKENS;
  return {
    red: turn === 0 ? tokens : without(state.red, PREY[prey]!),
    green: turn === 1 ? tokens : without(state.green, PREY[prey + 1]!),
    yellow: turn === 2 ? tokens : without(state.yellow, PREY[prey + 2]!),
    blue: turn === 3 ? tokens : without(state.blue, PREY[prey + 3]!),
    table:
      tokens === ALL_HOME
        ? wonBy(state, turn)
        : dieOf(state) === SIX
          ? rollingAgain(state)
          : passedOn(state),
    moveCount: state.moveCount + 1,
    seed: state.seed,
  };
}

/** The tokens after the one on a place has gone back to base; BASE is no place to be taken from. */
function without(tokens: number, place: number): number {
  if (place === BASE || !isOn(tokens, place)) return tokens;
  return withToken(tokens, tokenOn(tokens, place), BASE);
}

function tokenOn(tokens: number, place: number): number {
  let token = 0;
  while (placeOf(tokens, token) !== place) token++;
  return token;
}

/** What most moves report. */
const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

/** What a token reports that comes out or gets home, by seat · 4 + token: nothing is captured on those squares. */
const ENTERED = eachToken((seat, token) => ({ type: 'enter', seat, token }));
const GOT_HOME = eachToken((seat, token) => ({ type: 'home', seat, token }));

function eachToken(
  eventOf: (seat: Seat, token: number) => GameEvent,
): readonly (readonly GameEvent[])[] {
  return Array.from({ length: 4 * TOKENS }, (_, i) =>
    Object.freeze([Object.freeze(eventOf(i >> 2, i & 3))]),
  );
}

function eventsOf(
  before: State,
  after: State,
  token: number,
  from: number,
  to: number,
): readonly GameEvent[] {
  const turn = turnOf(before);
  if (from === BASE) return ENTERED[turn * TOKENS + token]!;
  if (to !== HOME) return hasCaptured(before, after) ? captures(before, after, to) : NO_EVENTS;
  const home = GOT_HOME[turn * TOKENS + token]!;
  const outcome = outcomeOf(after);
  return outcome === null ? home : [...home, endEvent(outcome)];
}

/** The event of an end, after those of what led to it. */
export const endEvent = ({ result, winners, reason }: Outcome): GameEvent => ({
  type: 'end',
  result,
  winners,
  reason,
});

/** Whether the tokens of any other seat have changed. */
function hasCaptured(before: State, after: State): boolean {
  const turn = turnOf(before);
  return (
    (turn !== 0 && before.red !== after.red) ||
    (turn !== 1 && before.green !== after.green) ||
    (turn !== 2 && before.yellow !== after.yellow) ||
    (turn !== 3 && before.blue !== after.blue)
  );
}

function captures(before: State, after: State, to: number): readonly GameEvent[] {
  const seat = turnOf(before);
  const at = squareOf(seat, to);
  const events: GameEvent[] = [];
  for (let of = 0; of < seatCountOf(before); of++) {
    const tokens = tokensOf(before, of);
    if (of !== seat && tokens !== tokensOf(after, of))
      events.push({ type: 'capture', seat, of, token: tokenOn(tokens, placeOn(at, of)), at });
  }
  return events;
}
