/** The server's time, from answers to pings: the one with the shortest way is the best guess. */

/** Estimates the difference of two clocks. */
export interface ClockSync {
  /** What to add to the own clock, in milliseconds. */
  readonly offsetMs: number;
  /** The shortest way there and back of late; null before the first answer. */
  readonly roundTripMs: number | null;
  /** Takes in an answer: when it was asked and when it came by the own clock, and the server's time. */
  add(askedMs: number, cameMs: number, serverMs: number): void;
}

const KEPT = 8;

/** Begins with a first guess: the server's time as of a message that has just come. */
export function createClockSync(firstOffsetMs = 0): ClockSync {
  const samples: { readonly roundTripMs: number; readonly offsetMs: number }[] = [];
  const best = () => samples.reduce((a, b) => (b.roundTripMs < a.roundTripMs ? b : a), samples[0]!);
  return {
    get offsetMs() {
      return samples.length === 0 ? firstOffsetMs : best().offsetMs;
    },
    get roundTripMs() {
      return samples.length === 0 ? null : best().roundTripMs;
    },
    add(askedMs, cameMs, serverMs) {
      if (!(cameMs >= askedMs)) return;
      samples.push({
        roundTripMs: cameMs - askedMs,
        offsetMs: serverMs - (askedMs + cameMs) / 2,
      });
      if (samples.length > KEPT) samples.shift();
    },
  };
}
