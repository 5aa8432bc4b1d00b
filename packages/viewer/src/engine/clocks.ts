/** Clocks of a record: those of its terms, or else the readings in its entries, as in PGN. */
import type { Seat } from '@kifu/core';
import type { Clockwork } from '@kifu/record';
import type { Replay, ReplayReader, TimelinePoints } from '@kifu/record/replay';

type Readings = Clockwork['clocks']['left'];

/** Collects readings of clocks; the points read each step first. */
export class ClockReadings implements ReplayReader {
  readonly #points: TimelinePoints;
  /** The last reading of each clock, after each entry with one. */
  readonly #read: { readonly n: number; readonly left: Readings }[] = [];

  constructor(points: TimelinePoints) {
    this.#points = points;
  }

  take({ n, isEnded, table }: Replay): void {
    if (n === 0 || isEnded || table?.clocks != null) return;
    const { seat, clockMs } = this.#points.entries[n - 1]!;
    if (seat === null || clockMs === null) return;
    this.#read.push({ n, left: withReading(this.#read.at(-1)?.left ?? [], seat, clockMs) });
  }

  /** The clocks after a number of entries; null where there are none. Those read from entries do not run: their terms are unknown. */
  at(n: number): Clockwork | null {
    const { entries } = this.#points;
    if (this.#read.length === 0) return this.#points.clockworkAt(n);
    const left = this.#read.findLast(reading => reading.n <= n)?.left ?? [];
    return standing(left, entries[n - 1]?.ms ?? 0);
  }
}

const withReading = (left: Readings, seat: Seat, mainMs: number): Readings => [
  ...left.filter(other => other.seat !== seat),
  { seat, mainMs, periods: 0 },
];

const standing = (left: Readings, ms: number): Clockwork => ({
  clocks: {
    ...{ control: { type: 'absolute', mainMs: 0 }, left },
    ...{ running: null, drawing: [], sinceMs: ms, spentMs: 0, isPaused: false },
  },
  ms,
});
