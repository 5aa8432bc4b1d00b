/** Clocks of a record: those of its terms, or else what its entries say that they showed, as in PGN. */
import type { Seat } from '@kifu/core';
import type { Clockwork, Timeline } from '@kifu/record';

/** Gives the clocks after a number of entries; null where nobody knows. */
export function clocksOf(line: Timeline): (n: number) => Clockwork | null {
  if (line.clockwork(0) !== null) return n => line.clockwork(n);
  const readings = readingsOf(line);
  return n => readings?.[n] ?? null;
}

/** What was last read of each clock after each entry; null where nothing ever was. By whose terms they run is not known, so none does. */
function readingsOf({ entries }: Timeline): readonly Clockwork[] | null {
  if (!entries.some(({ clockMs }) => clockMs !== null)) return null;
  let left: Clockwork['clocks']['left'] = [];
  const readings = [standing(left, 0)];
  for (const { seat, clockMs, ms } of entries) {
    if (seat !== null && clockMs !== null) left = withReading(left, seat, clockMs);
    readings.push(standing(left, ms ?? 0));
  }
  return readings;
}

const withReading = (
  left: Clockwork['clocks']['left'],
  seat: Seat,
  mainMs: number,
): Clockwork['clocks']['left'] => [
  ...left.filter(other => other.seat !== seat),
  { seat, mainMs, periods: 0 },
];

const standing = (left: Clockwork['clocks']['left'], ms: number): Clockwork => ({
  clocks: {
    ...{ control: { type: 'absolute', mainMs: 0 }, left },
    ...{ running: null, sinceMs: ms, spentMs: 0, isPaused: false },
  },
  ms,
});
