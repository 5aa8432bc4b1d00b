/** Matches that show backgammon. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'Provably fair dice: every roll comes with its proof.',
    seed: 5,
    moves: 300,
    nodes: 120,
    at: '60',
  },
];
