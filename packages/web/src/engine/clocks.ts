/** Clocks of a record: those of its terms, or else what its entries say that they showed, as in PGN. */
import type { Seat } from '@kifu/core';
import type { Clockwork, Points, Replay, ReplayReader } from '@kifu/record';

type Readings = Clockwork['clocks']['left'];

/** Notes what was last read of each clock; the points look at each step before it does. */
export class ClockReadings implements ReplayReader {
  readonly #points: Points;
  /** After each entry, the start first. By whose terms these clocks run is not known, so that none does. */
  readonly #read: Clockwork[] = [standing([], 0)];
  /** Whether any entry says what a clock showed. */
  #isRead = false;

  constructor(points: Points) {
    this.#points = points;
  }

  take({ n, isEnded, table }: Replay): void {
    if (n === 0 || isEnded || table?.clocks != null) return;
    const { seat, clockMs, ms } = this.#points.entries[n - 1]!;
    const { left } = this.#read[n - 1]!.clocks;
    const isReading = seat !== null && clockMs !== null;
    if (isReading) this.#isRead = true;
    this.#read.push(standing(isReading ? withReading(left, seat, clockMs) : left, ms ?? 0));
  }

  /** The clocks after a number of entries; null where nobody knows. */
  at(n: number): Clockwork | null {
    return this.#points.clockworkAt(n) ?? (this.#isRead ? (this.#read[n] ?? null) : null);
  }
}

const withReading = (left: Readings, seat: Seat, mainMs: number): Readings => [
  ...left.filter(other => other.seat !== seat),
  { seat, mainMs, periods: 0 },
];

const standing = (left: Readings, ms: number): Clockwork => ({
  clocks: {
    ...{ control: { type: 'absolute', mainMs: 0 }, left },
    ...{ running: null, sinceMs: ms, spentMs: 0, isPaused: false },
  },
  ms,
});
