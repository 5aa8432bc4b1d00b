/** How a round ends, and what it is worth. Move format §9. */
import type { Outcome, Seat } from '@kifu/core';
import { handOf, isBlocked, type Places, type Position, seatsOf } from './state.ts';
import { pipsOf, type Tile } from './tiles.ts';

/** The end of a position: a hand is empty, or no seat can play and nothing is left to draw; null while it is in progress. */
export const endOf = (state: Position): Outcome | null =>
  emptyHand(state) !== null || isBlocked(state) ? outcomeOf(state, pipsInHands(state)) : null;

/** The pips that each seat still holds. */
export const pipsInHands = (state: Position): number[] =>
  seatsOf(state).map(seat => pipsIn(state.deal.tiles, handOf(state, seat)));

function pipsIn(tiles: readonly Tile[], hand: Places): number {
  let pips = 0;
  for (let rest = hand; rest !== 0; rest &= rest - 1)
    pips += pipsOf(tiles[31 - Math.clz32(rest & -rest)]!);
  return pips;
}

/** Who has won, in a position that is known to be an end. */
export function outcomeOf(state: Position, pips: readonly number[]): Outcome {
  const empty = emptyHand(state);
  return empty === null ? blocked(pips) : won(empty, pips, sum(pips), 'emptyHand');
}

function emptyHand(state: Position): Seat | null {
  for (let seat = 0; seat < state.deal.seats; seat++) if (handOf(state, seat) === 0) return seat;
  return null;
}

/** The lowest seat gets the pips of the others less its own; where two are lowest no seat gets any. */
function blocked(pips: readonly number[]): Outcome {
  const lowest = Math.min(...pips);
  const winner = pips.indexOf(lowest);
  return pips.lastIndexOf(lowest) === winner
    ? won(winner, pips, sum(pips) - 2 * lowest, 'blocked')
    : { result: 'draw', winners: [], points: pips.map(() => 0), reason: 'blocked' };
}

/** All points go to the winner. */
function won(winner: Seat, pips: readonly number[], most: number, reason: string): Outcome {
  const points = pips.map(() => 0);
  points[winner] = most;
  return { result: 'win', winners: [winner], points, reason };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0);
