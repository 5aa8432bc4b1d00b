/** Turns: where a match can be cut so that a seat begins to move. */
import type { ListedEntry } from '../engine/types.ts';

/**
 * The places, counted in entries, at which a turn begins. Where seats make several entries in a row (dice and the moves they allow),
 * each such row is a turn; where they alternate one by one, both together are.
 */
export function turnStarts(lines: readonly ListedEntry[]): number[] {
  const runs: { readonly from: number; readonly seat: number; readonly moves: number }[] = [];
  let from = 0;
  for (const [i, { seat, kind }] of lines.entries()) {
    if (kind !== 'move' || seat === null) continue;
    const run = runs.at(-1);
    if (run?.seat === seat) runs[runs.length - 1] = { ...run, moves: run.moves + 1 };
    else runs.push({ from, seat, moves: 1 });
    from = i + 1;
  }
  if (runs.some(({ moves }) => moves > 1)) return runs.map(run => run.from);
  return runs.filter(({ seat }) => seat === runs[0]!.seat).map(run => run.from);
}

/** The place where the next turn begins, or the one before: the end or the start where there is none. */
export function turnFrom(lines: readonly ListedEntry[], n: number, by: 1 | -1): number {
  const starts = turnStarts(lines);
  return by > 0
    ? (starts.find(start => start > n) ?? lines.length)
    : (starts.findLast(start => start < n) ?? 0);
}
