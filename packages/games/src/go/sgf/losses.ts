/** What a conversion cannot carry, each kind once with how often it occurred. */

/** A tally of losses. */
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
