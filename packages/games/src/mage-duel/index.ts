/** Mage Duel: tiles, cities, roads, and contests over them. */
import type { Kit } from '@kifu/core';
import { lookAhead } from './bot.ts';
import { mageMoves } from './mage-moves/index.ts';
import type { Move } from './moves.ts';
import type { State } from './state.ts';
import { view } from './view.ts';

/** Mage Duel, with everything that belongs to it. */
export const mageDuel: Kit<State, Move> = {
  ...view,
  dialects: [mageMoves],
  bots: { mcts: lookAhead },
};

export * from './achievements.ts';
export * from './lobby/index.ts';
export { formatMove, parseMove } from './notation.ts';
export { type Rules, STANDARD } from './options.ts';
export type { Move, State };
