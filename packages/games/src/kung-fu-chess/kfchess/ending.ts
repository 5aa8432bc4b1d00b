/** How replays say that a match ended. Rule sheet §11 and §13. */
import type { Outcome } from '@kifu/core';

/** How a file tells an outcome. */
export interface StatedOutcome {
  /** The player who won, 0 for a draw, null where there is no winner. */
  readonly winner: number | null;
  readonly reason: string | null;
}

/** Reasons that the rules give, as files have them: any draw is just that. */
const WRITTEN: { readonly [reason: string]: string } = {
  king_captured: 'king_captured',
  kings_captured: 'draw',
  inactivity: 'draw',
};

/** Outcomes that only the rules bring about. */
export const isByRules = (reason: string | null): boolean =>
  reason === 'king_captured' || reason === 'draw';

/** An outcome as a file tells it. */
export const tellOutcome = ({ result, winners, reason }: Outcome): StatedOutcome => ({
  winner: result === 'win' ? winners[0]! + 1 : result === 'draw' ? 0 : null,
  reason: result === 'void' ? 'invalid' : (WRITTEN[reason] ?? reason),
});

/** The outcome that a file states where the rules have not ended the match; null where it states none. */
export function statedOutcome({ winner, reason }: StatedOutcome): Outcome | null {
  if (reason === 'invalid') return { result: 'void', winners: [], points: null, reason };
  if (winner === null || isByRules(reason)) return null;
  const base = { points: null, reason: reason ?? 'unknown' };
  return winner === 0
    ? { ...base, result: 'draw', winners: [] }
    : { ...base, result: 'win', winners: [winner - 1] };
}
