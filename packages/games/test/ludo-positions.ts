/** Positions of ludo, made for tests. */
import { type JsonObject, unwrap } from '@kifu/core';
import { game } from '../src/ludo/rules.ts';
import type { State } from '../src/ludo/state.ts';

/** Four tokens that wait to come out. */
export const IN_BASE = [-1, -1, -1, -1];

/** A canonical state: the positions of the tokens by seat, and what is not as at the start. */
export const canonOf = (
  positions: readonly (readonly number[])[],
  more: JsonObject = {},
): JsonObject => ({
  consecutiveSixes: more.dice === 6 ? 1 : 0,
  dice: null,
  eliminated: positions.map(() => false),
  moveCount: 0,
  playerCount: positions.length,
  seed: 1,
  tokens: positions.map(own => own.map(position => ({ inHome: position === 56, position }))),
  turn: 0,
  ...more,
});

/** The state of that canonical form. */
export const at = (positions: readonly (readonly number[])[], more: JsonObject = {}): State =>
  unwrap(game.states.restore(canonOf(positions, more)));
