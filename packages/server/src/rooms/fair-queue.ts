/** A selection from a list in which no group crowds out the others. */

/** Returns up to a number of items, the newest (last) of each group in turn, in the order of the list. */
export function fairQueue<T>(
  all: readonly T[],
  groupOf: (one: T) => string,
  limit: number,
): readonly T[] {
  if (all.length <= limit) return all;
  const groups = Map.groupBy(all, groupOf);
  const taken = new Set<T>();
  for (let back = 1; taken.size < limit; back++)
    for (const group of groups.values()) {
      const one = group.at(-back);
      if (one !== undefined && back <= group.length && taken.size < limit) taken.add(one);
    }
  return all.filter(one => taken.has(one));
}
