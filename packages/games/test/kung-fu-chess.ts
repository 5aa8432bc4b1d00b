/** Positions of Kung Fu Chess to test with. */
import {
  type GameEvent,
  type Json,
  type JsonObject,
  type Result,
  start,
  step,
  unwrap,
} from '@kifu/core';
import { squares } from '../src/kung-fu-chess/notation.ts';
import { game } from '../src/kung-fu-chess/rules.ts';
import type { State } from '../src/kung-fu-chess/state.ts';

/** Fast, and with round numbers: a square takes 6 ticks, a rest 60. */
export const LIGHTNING = { speed: 'lightning' };

/** The usual start. */
export const begin = (options: JsonObject = LIGHTNING, seats: readonly number[] = [0, 1]): State =>
  unwrap(start(game, { options, seats })).state;

/** Only these pieces, by id, each on a square by name; those that are not at home have moved. */
export function place(
  pieces: { readonly [id: string]: string },
  options: JsonObject = LIGHTNING,
  seats: readonly number[] = [0, 1],
): State {
  const first = begin(options, seats);
  const { ground } = first.setting;
  const { canon, restore } = game.states;
  const placed = ground.men.map(({ id, home }) => {
    const name = pieces[id];
    if (name === undefined) return null;
    const row = ground.size - Number(name.slice(1));
    const column = name.charCodeAt(0) - 97;
    return [row, column, ((row << 4) | column) === home ? 0 : 1];
  });
  return unwrap(restore({ ...(canon(first) as JsonObject), pieces: placed } as Json));
}

/** Orders a move, written as two squares. */
export const order = (state: State, seat: number, text: string): Result<State> => {
  const move = squares.parse(state, text);
  if (!move.ok) return move;
  const played = game.play(state, seat, move.value);
  return played.ok ? { ok: true, value: played.value.state } : played;
};

/** Orders moves of a seat, one after the other, all at the present tick. */
export const orders = (state: State, seat: number, ...texts: string[]): State =>
  texts.reduce((now, text) => unwrap(order(now, seat, text)), state);

/** The state some ticks later, and what happened. */
export function later(state: State, ticks: number): { state: State; events: readonly GameEvent[] } {
  const { state: then, parts } = unwrap(step(game, state, { do: 'time', at: state.tick + ticks }));
  return { state: then, events: parts.flatMap(({ events }) => events) };
}

/** What happens if no player gives a command for so many ticks, in short: `12 capture P:1:6:4 by Q:2:0:3`. */
export const happenings = (state: State, ticks: number): string[] =>
  later(state, ticks).events.map(({ type, tick, piece, by, seat, reason }) => {
    const what = piece ?? (type === 'end' ? reason : seat);
    return `${tick} ${type} ${what}${type === 'capture' ? ` by ${by}` : ''}`;
  });
