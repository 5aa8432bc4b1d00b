/** What was played after the first moves of matches, counted. */
import type { Listed } from '../server.ts';

/** A move that was played next. */
export interface NextMove {
  readonly move: string;
  readonly count: number;
  /** Won by the first seat, drawn, won by another. */
  readonly results: readonly [number, number, number];
}

/** What was played after so many moves, the most frequent first. */
export function nextMoves(found: readonly Listed[], played: number): readonly NextMove[] {
  const counted = new Map<string, { count: number; results: [number, number, number] }>();
  for (const { opening, outcome } of found) {
    const move = opening[played];
    if (move === undefined) continue;
    const { count, results } = counted.get(move) ?? { count: 0, results: [0, 0, 0] };
    if (outcome?.result === 'draw') results[1]++;
    else if (outcome?.result === 'win') results[outcome.winners.includes(0) ? 0 : 2]++;
    counted.set(move, { count: count + 1, results });
  }
  return [...counted]
    .map(([move, { count, results }]) => ({ move, count, results }))
    .sort((a, b) => b.count - a.count);
}
