/** Matches that show checkers. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  { about: 'Captures are mandatory.', seed: 5, moves: 400, nodes: 300, at: '40' },
];
