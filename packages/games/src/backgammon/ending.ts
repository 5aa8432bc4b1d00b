/** How a match of backgammon ends, and what it counts. Move format §7. */
import type { Outcome } from '@kifu/core';
import { CHECKERS, countAll, HOME, type Planes, POINTS, type Side } from './board.ts';

/** What each kind of win counts, by its reason. */
const POINTS_FOR = { single: 1, gammon: 2, backgammon: 3 } as const;

/** The outcome when a side has borne off all; what counts is where the loser stands. */
export function outcomeOf(winner: Side, loser: Planes): Outcome {
  const reason = reasonOf(loser);
  const points = POINTS_FOR[reason];
  return {
    result: 'win',
    winners: [winner],
    points: winner === 0 ? [points, 0] : [0, points],
    reason,
  };
}

/** The winner's home is the loser's farthest places, and the bar lies behind them. */
function reasonOf(loser: Planes): keyof typeof POINTS_FOR {
  if (countAll(loser) < CHECKERS) return 'single';
  const { n1, n2, n4, n8 } = loser;
  return (n1 | n2 | n4 | n8) >> (POINTS - HOME) === 0 ? 'gammon' : 'backgammon';
}
