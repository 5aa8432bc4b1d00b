/** Who may be inside at the same time: many who only add to what is known, or one who changes everything. */

/** A gate. */
export interface Gate {
  /** Goes in beside others. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Goes in alone: waits for those inside, and those who come later wait. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** Nobody is inside. */
export function createGate(): Gate {
  let last: Promise<unknown> = Promise.resolve();
  let sharing = new Set<Promise<unknown>>();
  const ignore = () => {};
  return {
    share(work) {
      const done = last.then(work, work);
      const settled = done.then(ignore, ignore);
      const these = sharing;
      these.add(settled);
      settled.then(() => these.delete(settled));
      return done;
    },
    alone(work) {
      const before = [last, ...sharing];
      sharing = new Set();
      const done = Promise.allSettled(before).then(work);
      last = done.then(ignore, ignore);
      return done;
    },
  };
}
