/** What was played next in some matches, counted. */
import type { ListedMatch } from '../server.ts';

/** A move that was played next. */
export interface NextMove {
  readonly move: string;
  readonly count: number;
  /** Won by the first seat, drawn, won by another. */
  readonly results: readonly [number, number, number];
}

/** The move of a match; null where nothing was played any more. */
export interface Continued extends Pick<ListedMatch, 'outcome'> {
  readonly move: string | null;
}

/** The moves with their results, the most frequent first. */
export function nextMoves(found: readonly Continued[]): readonly NextMove[] {
  const counted = new Map<string, { count: number; results: [number, number, number] }>();
  for (const { move, outcome } of found) {
    if (move === null) continue;
    const { count, results } = counted.get(move) ?? { count: 0, results: [0, 0, 0] };
    if (outcome?.result === 'draw') results[1]++;
    else if (outcome?.result === 'win') results[outcome.winners.includes(0) ? 0 : 2]++;
    counted.set(move, { count: count + 1, results });
  }
  return [...counted]
    .map(([move, { count, results }]) => ({ move, count, results }))
    .sort((a, b) => b.count - a.count);
}
