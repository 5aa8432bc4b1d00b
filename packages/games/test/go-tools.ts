/** Short ways to make and play positions of go, for tests. */
import { type JsonObject, type Result, type StepResult, start, step, unwrap } from '@kifu/core';
import { coordinates } from '../src/go/notation.ts';
import { game } from '../src/go/rules.ts';
import { findRuleset } from '../src/go/ruleset.ts';
import type { State } from '../src/go/state.ts';

/** The canonical form of a position given as rows; everything else is as at the start, unless told. */
export const canonOf = (
  board: readonly string[],
  rules = 'Chinese',
  more: JsonObject = {},
): JsonObject => ({
  board,
  counting: null,
  handicap: 0,
  ko: null,
  komiHalves: 0,
  left: 0,
  passes: 0,
  prisoners: [0, 0],
  rules: findRuleset(rules)!.rules,
  turn: 0,
  turns: 0,
  ...more,
});

/** A position given as rows. */
export const positionOf = (
  board: readonly string[],
  rules = 'Chinese',
  more: JsonObject = {},
): State => unwrap(game.states.restore(canonOf(board, rules, more)));

/** The first state of a match. */
export const begin = (options: JsonObject = {}): State => unwrap(start(game, { options })).state;

/** Does one thing, `D4` or `pass`, for the first active seat; a word may name the seat first: `white agree`. */
export function tryMove(state: State, text: string): Result<StepResult<State>> {
  const [, side, rest] = /^(?:(black|white) )?(.*)$/.exec(text)!;
  const seat = side === undefined ? (game.active(state)[0] ?? 0) : side === 'black' ? 0 : 1;
  const move = unwrap(coordinates.parse(state, rest!));
  return step(game, state, { do: 'move', seat, move });
}

/** Plays moves that are separated by commas. */
export function playMoves(state: State, moves: string): State {
  let now = state;
  for (const text of moves.split(', ')) now = unwrap(tryMove(now, text)).state;
  return now;
}

/** What the last of the moves reported. */
export function eventsOf(state: State, moves: string) {
  const all = moves.split(', ');
  const before = all.length === 1 ? state : playMoves(state, all.slice(0, -1).join(', '));
  return unwrap(tryMove(before, all.at(-1)!)).parts.flatMap(({ events }) => events);
}
