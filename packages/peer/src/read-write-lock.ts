/** A lock for works: many that only add to what is known run at the same time, one that changes everything runs alone. */

/** Lets works in, many at once or one alone. */
export interface ReadWriteLock {
  /** Runs work beside other shared works. */
  share<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work alone: it waits for those inside, and later ones wait for it. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

/** A gate with no work inside. */
export function createReadWriteLock(): ReadWriteLock {
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
