/** Rolls: from the seed, or given with the setup. The only steps that use up chance. Move format §1 and §7. */
import { fail, type Json, ok, type Played, type Result, roll, type Seed } from '@kifu/core';
import type { Stakes } from './ending.ts';
import { type GivenRolls, isDouble, packDice, START, type State, wholeOf } from './state.ts';
import { blockedFor, canMove, ownPlaces } from './steps.ts';

/** What rolls come from. */
type Source = Pick<State, 'seed' | 'given'>;

/** More than any match has, and fewer than the draws that `step` lets follow one another: all of them may pass. */
export const MAX_GIVEN = 5000;

/** Rolls for the seat on turn. A roll that moves nothing passes the turn at once. */
export function draw(state: State): Played<State> {
  const { dice, seed, given } = rollFrom(state);
  const { turn } = state;
  const rolled = { type: 'rolled', seat: turn, dice: [dice >> 3, dice & 7] };
  if (canMove(ownPlaces(state), blockedFor(state), dice))
    return {
      state: { ...state, dice, left: wholeOf(dice), seed, given },
      events: [rolled],
    };
  return {
    state: passed(state, { seed, given }),
    events: [rolled, { type: 'passed', seat: turn }],
  };
}

/** The start, with the dice already on the table: the first is seat 0's, the second seat 1's, the higher begins with both. */
export function open(seed: Seed, given: GivenRolls | null, stakes: Stakes): State {
  let rolled = rollFrom({ seed, given });
  while (isDouble(rolled.dice)) rolled = rollFrom(rolled);
  const { n1, n2, n4, n8 } = START;
  return {
    o1: n1,
    o2: n2,
    o4: n4,
    o8: n8,
    f1: n1,
    f2: n2,
    f4: n4,
    f8: n8,
    turn: rolled.dice >> 3 > (rolled.dice & 7) ? 0 : 1,
    dice: rolled.dice,
    left: wholeOf(rolled.dice),
    moveCount: 0,
    seed: rolled.seed,
    given: rolled.given,
    stakes,
    outcome: null,
  };
}

/** With fresh entropy; given dice are forgotten, so that a bot that looks ahead does not see them coming. */
export const reseed = (state: State, seed: Seed): State => ({ ...state, seed, given: null });

/** The next roll: the given ones come first and leave the seed as it is. */
function rollFrom({ seed, given }: Source): Source & { readonly dice: number } {
  if (given !== null) return { dice: given.dice, seed, given: given.next };
  const [first, then] = roll(seed, 6);
  const [second, after] = roll(then, 6);
  return { dice: packDice(first, second), seed: after, given };
}

const passed = (state: State, { seed, given }: Source): State => ({
  o1: state.f1,
  o2: state.f2,
  o4: state.f4,
  o8: state.f8,
  f1: state.o1,
  f2: state.o2,
  f4: state.o4,
  f8: state.o8,
  turn: state.turn === 0 ? 1 : 0,
  dice: 0,
  left: 0,
  moveCount: state.moveCount,
  seed,
  given,
  stakes: state.stakes,
  outcome: state.outcome,
});

/** Reads rolls from outside: `[[3, 1], [6, 6], …]`. */
export function parseGiven(value: Json | undefined): Result<GivenRolls | null> {
  if (!Array.isArray(value) || value.length > MAX_GIVEN)
    return fail('malformed', `given dice are a list of at most ${MAX_GIVEN} rolls`);
  let given: GivenRolls | null = null;
  for (let i = value.length - 1; i >= 0; i--) {
    const dice = parseRoll(value[i]);
    if (dice === null)
      return fail('malformed', 'a roll is two dice, each from 1 to 6', { at: { path: `/${i}` } });
    given = { dice, next: given };
  }
  return ok(given);
}

/** Reads one roll; null if the value is not one. */
export function parseRoll(value: Json | undefined): number | null {
  const [first, second] = Array.isArray(value) && value.length === 2 ? value : [];
  return isDie(first) && isDie(second) ? packDice(first, second) : null;
}

const isDie = (value: Json | undefined): value is number =>
  value === 1 || value === 2 || value === 3 || value === 4 || value === 5 || value === 6;

/** Rolls as `parseGiven` reads them. */
export function formatGiven(given: GivenRolls | null): number[][] {
  const rolls: number[][] = [];
  for (let rest = given; rest !== null; rest = rest.next)
    rolls.push([rest.dice >> 3, rest.dice & 7]);
  return rolls;
}
