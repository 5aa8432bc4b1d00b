/** Turns of backgammon with their equity, as the lines of an analysis. */
import type { AnalysisLimits, SearchResult } from '@kifu/core';
import type { TurnPlan } from './turn-plan.ts';

export interface RankedTurn extends TurnPlan {
  /** In points, to the seat that plays it. */
  equity: number;
}

/** The best turns, one for each first step: that is what a seat decides now. */
export function rankedResult(
  turns: readonly RankedTurn[],
  seat: 0 | 1,
  { lines = 1 }: AnalysisLimits,
  depth: number,
): SearchResult {
  const firsts = new Map<string, RankedTurn>();
  for (const turn of turns) {
    const key = JSON.stringify(turn.steps[0]);
    if (!firsts.has(key)) firsts.set(key, turn);
  }
  return {
    lines: [...firsts.values()].slice(0, lines).map(({ steps, equity }) => {
      const first = seat === 0 ? equity : -equity;
      const chance = Math.min(1, Math.max(0, (1 + first) / 2));
      const score = Math.round(100 * first) || 0; // never −0
      return { moves: steps, chances: [chance, 1 - chance], evaluation: { score } };
    }),
    depth,
    nodes: turns.length,
  };
}
