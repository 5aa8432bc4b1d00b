/** Backgammon: dice, a race, and no doubling cube. */
import type { Kit } from '@kifu/core';
import { mat } from './mat/index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';
import { view } from './view.ts';

/** Backgammon, with everything that belongs to it. */
export const backgammon: Kit<State, Move> = {
  ...view,
  dialects: [mat],
};

export * from './mat/index.ts';
export { formatStep, parseStep } from './notation.ts';
export type { Move, State };
