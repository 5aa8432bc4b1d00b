/** Matches that show ludo. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'Four players and one provably fair die.',
    seats: 4,
    seed: 6,
    moves: 900,
    nodes: 40,
    at: '300',
  },
];
