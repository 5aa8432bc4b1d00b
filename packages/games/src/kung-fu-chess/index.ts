/** Kung Fu Chess: chess without turns, on one board for two and one for four. */
import type { Kit } from '@kifu/core';
import { reactiveBot } from './bot.ts';
import { kfchess, kfchessV1 } from './kfchess/index.ts';
import type { Move } from './move-codec.ts';
import type { State } from './state.ts';
import { view } from './view.ts';

/** Kung Fu Chess, with everything that belongs to it. */
export const kungFuChess: Kit<State, Move> = {
  ...view,
  dialects: [kfchess, kfchessV1],
  bots: { reactive: reactiveBot },
};

export { kfchess, kfchessV1 } from './kfchess/index.ts';
export { type Place, placesAt } from './places.ts';
export type { Move, State };
