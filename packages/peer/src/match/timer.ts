/** Time as a match needs it: a stopwatch, and waking up. */

/** A stopwatch that never goes back while the program runs, and an alarm. */
export interface Timer {
  /** Milliseconds; across starts of the program as well as the wall clock knows. */
  now(): number;
  /** Calls after so many milliseconds; gives back how to call it off. */
  after(ms: number, work: () => void): () => void;
}

/** The time of this program. */
export const ownTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
