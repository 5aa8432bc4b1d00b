/** Playing one given move: tested without listing the others, then carried out. The heart of replaying and verifying. */
import {
  type Fail,
  fail,
  type GameEvent,
  type Outcome,
  ok,
  type Played,
  type Result,
  type Seat,
} from '@kifu/core';
import { BAR, type Side, sourcesOf, viewed } from './board.ts';
import { outcomeOf } from './ending.ts';
import { MOVE_FORM, type Move, NO_MOVE, toPacked } from './move-codec.ts';
import { refuse } from './refusals.ts';
import { diceLeft, isDouble, type State } from './state.ts';
import { blockedFor, canUseBoth, otherDie, ownPlaces, placesAfter } from './steps.ts';

/** No events: the same list for every quiet move. */
const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

/** Plays a move, or says which rule forbids it. */
export function play(state: State, seat: Seat, move: Move): Result<Played<State>> {
  const { turn, outcome } = state;
  if (outcome !== null) return fail('game-over', `the game is over (${outcome.reason})`);
  if (seat !== turn) return WRONG_SEATS[turn];
  const packed = toPacked(move);
  if (packed === NO_MOVE) return fail('malformed', MOVE_FORM);
  if (state.dice === 0) return fail('draw-due', 'roll the dice first', { rule: 'roll' });
  const die = packed & 7;
  const from = packed >> 8;
  const to = (packed >> 3) & 31;
  const place = from === BAR ? BAR : viewed(turn, from);
  const own = ownPlaces(state);
  const blocked = blockedFor(state);
  const isStep =
    isLeft(state, die) &&
    ((sourcesOf(own, blocked, die) >> place) & 1) !== 0 &&
    to === (place < die ? BAR : viewed(turn, place - die));
  if (!isStep) return refuse(state, packed);
  const after = placesAfter(state, own, place, die);
  const other = otherDie(state, die);
  const next = other !== 0 ? other : isDouble(state.dice) && state.left > 1 ? die : 0;
  const goesOn = next !== 0 && sourcesOf(after, blocked, next) !== 0;
  if (other !== 0 && !goesOn) {
    // nothing is left for the other die: good only where no step leaves anything for it
    if (canUseBoth(state, own, blocked, die)) return refuse(state, packed, 'bothDice');
    if (die < other && sourcesOf(own, blocked, other) !== 0)
      return refuse(state, packed, 'largerDie');
  }
  return ok(follow(state, place, die, after, goesOn));
}

const WRONG_SEATS: readonly [Fail, Fail] = [
  fail('wrong-seat', "it is White's turn", { rule: 'turn' }),
  fail('wrong-seat', "it is Black's turn", { rule: 'turn' }),
];

/** Whether a die is left to play. */
function isLeft({ dice, left }: State, die: number): boolean {
  if (die === dice >> 3) return (left & 1) !== 0 || isDouble(dice);
  return die === (dice & 7) && (left & 2) !== 0;
}

/** Carries out a step that is legal; `after` are the own places then. */
function follow(
  state: State,
  place: number,
  die: number,
  after: number,
  goesOn: boolean,
): Played<State> {
  let { o1, o2, o4, o8, f1, f2, f4, f8 } = state;
  const { turn, dice, moveCount, seed, given, stakes } = state;
  // one fewer where it stood: a plane that was 0 borrows from the next
  let carry = 1 << place;
  o1 ^= carry;
  carry &= o1;
  o2 ^= carry;
  carry &= o2;
  o4 ^= carry;
  carry &= o4;
  o8 ^= carry;
  let hits = false;
  if (place >= die) {
    // one more where it lands: a plane that was 1 carries over
    carry = 1 << (place - die);
    o1 ^= carry;
    carry &= ~o1;
    o2 ^= carry;
    carry &= ~o2;
    o4 ^= carry;
    carry &= ~o4;
    o8 ^= carry;
    // no checker may land on two of the other side, so that at most one stands there
    const met = 1 << (23 - place + die);
    if ((f1 & met) !== 0) {
      hits = true;
      f1 ^= met;
      carry = 1 << BAR;
      f1 ^= carry;
      carry &= ~f1;
      f2 ^= carry;
      carry &= ~f2;
      f4 ^= carry;
      carry &= ~f4;
      f8 ^= carry;
    }
  }
  const outcome = after === 0 ? outcomeOf(turn, { n1: f1, n2: f2, n4: f4, n8: f8 }, stakes) : null;
  const left = isDouble(dice) ? state.left - 1 : state.left ^ (die === dice >> 3 ? 1 : 2);
  const unused = goesOn || left === 0 ? NO_DICE : diceLeft({ dice, left });
  const events = eventsOf(turn, place, die, hits, unused, outcome);
  const next: State = goesOn
    ? {
        o1,
        o2,
        o4,
        o8,
        f1,
        f2,
        f4,
        f8,
        turn,
        dice,
        left,
        moveCount: moveCount + 1,
        seed,
        given,
        stakes,
        outcome,
      }
    : {
        o1: f1,
        o2: f2,
        o4: f4,
        o8: f8,
        f1: o1,
        f2: o2,
        f4: o4,
        f8: o8,
        turn: turn === 0 ? 1 : 0,
        dice: 0,
        left: 0,
        moveCount: moveCount + 1,
        seed,
        given,
        stakes,
        outcome,
      };
  return { state: next, events };
}

const NO_DICE: readonly number[] = Object.freeze([]);

function eventsOf(
  turn: Side,
  place: number,
  die: number,
  hits: boolean,
  unused: readonly number[],
  outcome: Outcome | null,
): readonly GameEvent[] {
  if (place !== BAR && place >= die && !hits && unused.length === 0) return NO_EVENTS;
  const events: GameEvent[] = [];
  const at = viewed(turn, place - die);
  if (place === BAR) events.push({ type: 'enter', seat: turn, at });
  if (hits) events.push({ type: 'hit', seat: turn, at });
  if (place < die) events.push({ type: 'bearOff', seat: turn, from: viewed(turn, place) });
  if (outcome !== null) {
    const { result, winners, points, reason } = outcome;
    events.push({ type: 'end', result, winners, points, reason });
  } else if (unused.length > 0) events.push({ type: 'stuck', seat: turn, dice: unused });
  return events;
}
