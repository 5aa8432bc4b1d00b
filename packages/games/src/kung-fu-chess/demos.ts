/** Matches that show Kung Fu Chess. */
import type { Demo } from '@kifu/core';

/** What the command and the site show. */
export const demos: readonly Demo[] = [
  {
    about: 'Real-time chess: no turns, everyone moves at once.',
    seed: 3,
    moves: 1000,
    bot: 'reactive',
    form: 'kfchess',
    at: '24s',
  },
  {
    name: 'four',
    title: 'Kung Fu Chess for four',
    about: 'Real-time chess for four players.',
    seats: 4,
    options: { board: 'four_player' },
    seed: 3,
    moves: 500,
    bot: 'reactive',
    at: '20s',
  },
];
