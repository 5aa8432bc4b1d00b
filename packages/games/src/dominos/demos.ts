/** Matches that show dominos. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'Hands that were hidden while it was played; look through the eyes of either player.',
    seed: 7,
    moves: 40,
    nodes: 120,
    at: '17',
  },
];
