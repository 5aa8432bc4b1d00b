/** What a move reports: who was taken where, who was crowned, how the match ended. */
import type { GameEvent, Outcome } from '@kifu/core';
import { capturesOn, countOf, endOf } from './path.ts';
import { pairOf } from './squares.ts';
import type { State } from './state.ts';

/** The events of a legal move, told from the state before it. */
export function eventsOf(
  state: State,
  path: number,
  isCrowned: boolean,
  outcome: Outcome | null,
): readonly GameEvent[] {
  const count = countOf(path);
  if (!isCrowned && outcome === null && count <= 1)
    return count === 0 ? NO_EVENTS : captureOn(state, capturesOn(path)[0]!);
  const seat = state.turn;
  const events = capturesOn(path).map(square => captureOn(state, square)[0]!);
  if (isCrowned) events.push({ type: 'crown', seat, at: pairOf(endOf(path)) });
  if (outcome !== null) {
    const { result, winners, reason } = outcome;
    events.push({ type: 'end', result, winners, reason });
  }
  return events;
}

/** Nothing worth telling. */
const NO_EVENTS: readonly GameEvent[] = Object.freeze([]);

/** Captures are what happens most: each exists once, by seat, kind and square, ready to be handed out. */
const CAPTURES: (readonly GameEvent[] | null)[] = new Array(2 * 2 * 32).fill(null);

function captureOn({ turn, kings }: State, square: number): readonly GameEvent[] {
  const isKing = (kings >> square) & 1;
  const index = (square << 2) | (isKing << 1) | turn;
  let events = CAPTURES[index]!;
  if (events === null) {
    const piece = isKing === 1 ? 'king' : 'man';
    const event = Object.freeze({ type: 'capture', seat: turn, piece, at: pairOf(square) });
    events = Object.freeze([event]);
    CAPTURES[index] = events;
  }
  return events;
}
