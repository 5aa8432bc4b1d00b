/** Matches that show Kung Fu Chess. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'No turns: everybody moves at any time, and pieces fly and rest.',
    seed: 3,
    moves: 1000,
    bot: 'reactive',
    form: 'kfchess',
    at: '24s',
  },
  {
    name: 'four',
    title: 'Kung Fu Chess for four',
    about: 'The same on four sides.',
    seats: 4,
    options: { board: 'four_player' },
    seed: 3,
    moves: 500,
    bot: 'reactive',
    at: '20s',
  },
];
