/** Matches that show Mage Duel. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  { about: 'Cities and roads, tile by tile.', seed: 9, moves: 160, nodes: 40, at: '40' },
];
