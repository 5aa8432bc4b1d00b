/** Matches that show go. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'A 9×9 game, counted by both sides after two passes.',
    options: { width: 9, height: 9 },
    seed: 8,
    moves: 120,
    nodes: 300,
    at: '60',
  },
];
