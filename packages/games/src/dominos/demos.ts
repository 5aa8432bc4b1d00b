/** Matches that show dominos. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: "Hidden hands: replay it from either player's point of view.",
    seed: 7,
    moves: 40,
    nodes: 120,
    at: '17',
  },
];
