/** What writing leaves out, counted by kind. */
import type { Ending } from '@kifu/core';

/** A tally that keeps its kinds in the order in which they came up. */
export interface Losses {
  add(what: string, count?: number): void;
  list(): string[];
}

/** An empty tally. */
export function createLosses(): Losses {
  const counts = new Map<string, number>();
  return {
    add(what, count = 1) {
      if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
    },
    list: () =>
      [...counts].map(([what, count]) => (count === 1 ? what : `${what} (${count} times)`)),
  };
}

/** What no text has room for in an ending. */
export function addEndingLosses(ending: Ending | null, losses: Losses): void {
  if (ending !== null && ending.hash !== null) losses.add('a state hash');
  if (ending !== null && ending.ms !== null) losses.add('the time of the ending');
}
