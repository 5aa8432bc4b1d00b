/** What a state is worth: how far the tokens have come, and which of them stand where they can be captured. No search. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { BASE, placeOf, placeOn, RING_END, SAFE_SQUARES, SIX, squareOf, TOKENS } from './board.ts';
import { outcomeOf, SEATS_OF, type State, seatedOf, tokensOf } from './state.ts';

/** What it is worth to be out of base, in steps: a six takes six rolls on average. */
const OUT = 15;
/** What it is worth to be where nothing can be captured: in the home column, or home. */
const SHELTER = 8;
/** Lead in sixths of a step that counts as half a win: 80 steps. */
const HALF_WIN = 480;

/** The worth of a state to a seat: ±1000 when it is decided, otherwise by its lead over the best of the others. */
export function evaluate(state: State, seat: Seat): number {
  const outcome = outcomeOf(state);
  if (outcome !== null) return scoreFromOutcome(outcome, seat);
  const others = SEATS_OF[seatedOf(state) & ~(1 << seat)]!;
  const lead = progressOf(state, seat) - Math.max(...others.map(of => progressOf(state, of)));
  // a further step always counts, but less for a seat that is far ahead, and nothing reaches 1000
  return scoreFromLead(lead, HALF_WIN);
}

/** How far a seat has come, in sixths of a step; a token that can be captured counts for less. */
function progressOf(state: State, seat: Seat): number {
  const tokens = tokensOf(state, seat);
  let sum = 0;
  for (let token = 0; token < TOKENS; token++) {
    const place = placeOf(tokens, token);
    if (place === BASE) continue;
    const way = OUT + place;
    if (place > RING_END) sum += SIX * (way + SHELTER);
    else sum += way * (SIX - threatsTo(state, seat, squareOf(seat, place)));
  }
  return sum;
}

/** How many tokens of others can land on a square with one roll: each does so with one number of six. */
function threatsTo(state: State, seat: Seat, square: number): number {
  if (SAFE_SQUARES.includes(square)) return 0;
  let threats = 0;
  for (const other of SEATS_OF[seatedOf(state) & ~(1 << seat)]!) {
    const target = placeOn(square, other);
    for (let token = 0; token < TOKENS; token++) {
      const place = placeOf(tokensOf(state, other), token);
      if (place !== BASE && place < target && place >= target - SIX) threats++;
    }
  }
  return threats;
}
