/** How often a node may do something: counted by the minute, forgotten with it. */

/** Counts what nodes do. */
export interface Rates {
  /** Counts one more; returns how often it was in this minute. */
  count(node: string, what: string): number;
}

const MINUTE_MS = 60_000;
/** More nodes are not distinguished: what a crowd of nodes does counts as if one did it. */
const MAX_COUNTERS = 100_000;

/** All counts are zero at first. */
export function createRates(now: () => number): Rates {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count(node, what) {
      const present = Math.floor(now() / MINUTE_MS);
      if (present !== minute) {
        minute = present;
        counts = new Map();
      }
      const name = `${node}/${what}`;
      const key = counts.has(name) || counts.size < MAX_COUNTERS ? name : what;
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
  };
}
