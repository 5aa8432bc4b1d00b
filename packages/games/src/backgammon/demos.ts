/** Matches that show backgammon. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'Dice made by both players together: the proof shows the numbers of every roll.',
    seed: 5,
    moves: 300,
    nodes: 120,
    at: '60',
  },
];
