/** How a match of backgammon ends, and what it counts. Move format §7. */
import { isInteger, type Json, type Outcome } from '@kifu/core';
import { CHECKERS, countAll, HOME, type Planes, POINTS, type Side } from './board.ts';

/** Kinds of wins: the reasons of outcomes. */
const KINDS = ['single', 'gammon', 'backgammon'] as const;

/** What each kind of win counts, in the order of `KINDS`. */
export type Stakes = readonly [single: number, gammon: number, backgammon: number];

/** Stakes of a game without a doubling cube. */
export const USUAL_STAKES: Stakes = [1, 2, 3];

/** More than any cube was ever turned to. */
export const MAX_STAKE = 9_999_999;

/** Which of the stakes a reason names; −1 for none. */
export const kindOf = (reason: string): number => (KINDS as readonly string[]).indexOf(reason);

/** The outcome when a side has borne off all; what counts is where the loser stands. */
export function outcomeOf(winner: Side, loser: Planes, stakes: Stakes): Outcome {
  const reason = reasonOf(loser);
  const points = stakes[kindOf(reason)]!;
  return {
    result: 'win',
    winners: [winner],
    points: winner === 0 ? [points, 0] : [0, points],
    reason,
  };
}

/** Reads stakes; null where the value is none. */
export const parseStakes = (value: Json | undefined): Stakes | null =>
  Array.isArray(value) &&
  value.length === KINDS.length &&
  value.every(stake => isInteger(stake, 1, MAX_STAKE))
    ? (value as unknown as Stakes)
    : null;

/** Whether these are the stakes of a game without a cube. */
export const isUsualStakes = (stakes: Stakes): boolean =>
  stakes.every((stake, kind) => stake === USUAL_STAKES[kind]);

/** The winner's home is the loser's farthest places, and the bar lies behind them. */
function reasonOf(loser: Planes): (typeof KINDS)[number] {
  if (countAll(loser) < CHECKERS) return 'single';
  const { n1, n2, n4, n8 } = loser;
  return (n1 | n2 | n4 | n8) >> (POINTS - HOME) === 0 ? 'gammon' : 'backgammon';
}
