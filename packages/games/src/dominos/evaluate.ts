/** What a position is worth: few tiles and pips in hand, and something for every number. No look at the boneyard. */
import { type Seat, scoreFromLead, scoreFromOutcome } from '@kifu/core';
import { handOf, type State, seatsOf } from './state.ts';
import { leftOf, pipsOf, rightOf } from './tiles.ts';

/** What a tile in hand costs, and each of its pips. */
const TILE = 60;
const PIP = 6;
/** What it is worth to hold any tile with a number: one more end that can be answered. */
const NUMBER = 25;
/** An advantage of this much is half a win. */
const HALF_WIN = 500;

/** The worth of a state to a seat: ±1000 when it is decided, 0 when drawn, else by its lead over the best of the others. */
export function evaluate(state: State, seat: Seat): number {
  const { outcome } = state;
  if (outcome !== null) return scoreFromOutcome(outcome, seat);
  let best = Number.NEGATIVE_INFINITY;
  for (const other of seatsOf(state))
    if (other !== seat) best = Math.max(best, easeOf(state, other));
  const ahead = easeOf(state, seat) - best;
  return scoreFromLead(ahead, HALF_WIN);
}

/** How well off a seat is by its hand alone. */
function easeOf(state: State, seat: Seat): number {
  let ease = 0;
  let numbers = 0;
  for (let rest = handOf(state, seat); rest !== 0; rest &= rest - 1) {
    const tile = state.deal.tiles[31 - Math.clz32(rest & -rest)]!;
    ease -= TILE + PIP * pipsOf(tile);
    numbers |= (1 << leftOf(tile)) | (1 << rightOf(tile));
  }
  for (; numbers !== 0; numbers &= numbers - 1) ease += NUMBER;
  return ease;
}
