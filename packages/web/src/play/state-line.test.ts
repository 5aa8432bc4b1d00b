/** The line that says how a match stands. */
import { chess } from '@kifu/games/chess';
import type { Match } from '@kifu/record/match';
import { expect, test } from 'vitest';
import { stateLine } from './state-line.ts';

/** A match of a page that has lost its connection, in which the clock of a seat runs, or none. */
const lost = (running: number | null, isTimed = true) =>
  ({
    seats: [0],
    connection: { isConnected: false },
    replay: { outcome: null, game: chess.game, table: { clocks: isTimed ? { running } : null } },
  }) as unknown as Match;

test.each<[running: number | null, isTimed: boolean, detail: string]>([
  [0, true, 'Your clock is still running. Your moves are sent once you’re back online.'],
  [1, true, 'Your moves are sent once you’re back online.'],
  [null, false, 'Your moves are sent once you’re back online.'],
])('without a connection, clock of seat %s running, timed: %s', (running, isTimed, detail) => {
  const line = stateLine(chess, lost(running, isTimed), { news: '', moves: () => 0 });
  expect([line.words, line.detail]).toEqual(['Connection lost. Reconnecting…', detail]);
});
