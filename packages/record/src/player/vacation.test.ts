/** Vacations: what is left of a year, and when one is over. */
import { DAY_MS } from '@kifu/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Vacation, vacationAt } from './index.ts';

const day = (text: string, days = 0): number => Date.parse(`${text}T00:00:00Z`) + days * DAY_MS;
const ALLOWED = 30 * DAY_MS;
const stands = (vacations: readonly Vacation[], at: number) => {
  const { until, leftMs } = vacationAt({ vacations }, at, ALLOWED);
  return [until === null ? null : new Date(until).toISOString().slice(0, 10), leftMs / DAY_MS];
};
const JUNE = { from: day('2026-06-01'), until: day('2026-06-11') };

test.each<[what: string, vacations: Vacation[], at: number, until: string | null, left: number]>([
  ['none yet', [], day('2026-03-01'), null, 30],
  ['ten days in June', [JUNE], day('2026-07-01'), null, 20],
  ['the next year has its own', [JUNE], day('2027-01-01'), null, 30],
  ['away', [{ from: day('2026-06-01'), until: null }], day('2026-06-04'), '2026-07-01', 27],
  [
    'less than a day is a day',
    [{ from: day('2026-06-01'), until: day('2026-06-01') + 1 }],
    day('2026-06-02'),
    null,
    29,
  ],
  [
    'a second one has what the first left',
    [JUNE, { from: day('2026-07-01'), until: null }],
    day('2026-07-11'),
    '2026-07-21',
    10,
  ],
  [
    'used up, and never said to be back',
    [{ from: day('2026-06-01'), until: null }],
    day('2026-09-01'),
    null,
    0,
  ],
  [
    'used up, and not restarted by the next year',
    [{ from: day('2026-11-01'), until: null }],
    day('2027-01-02'),
    null,
    30,
  ],
  [
    'over New Year, by the days of both',
    [{ from: day('2026-12-22'), until: null }],
    day('2027-01-11'),
    '2027-01-31',
    20,
  ],
  [
    'back before that',
    [{ from: day('2026-12-22'), until: day('2027-01-11') }],
    day('2027-01-12'),
    null,
    20,
  ],
])('%s', (_what, vacations, at, until, left) => {
  expect(stands(vacations, at)).toEqual([until, left]);
});

test('days of a vacation count for the year that they lie in, from 1990 to 2300', () => {
  for (let year = 1990; year < 2300; year++) {
    const vacations = [{ from: Date.UTC(year, 0) - DAY_MS, until: Date.UTC(year, 0) }];
    const leftAt = (at: number) => vacationAt({ vacations }, at, ALLOWED).leftMs / DAY_MS;
    expect([leftAt(Date.UTC(year, 0) - 1), leftAt(Date.UTC(year, 0))]).toEqual([29, 30]);
  }
});

/** Times between which a player is away, and at the end may still be. */
const lives = fc
  .array(fc.integer({ min: 0, max: 40 * DAY_MS }), { minLength: 1, maxLength: 30 })
  .map(gaps => {
    let at = day('2026-01-01');
    const times = gaps.map(gap => (at += gap));
    return times.flatMap((from, i) => (i % 2 === 0 ? [{ from, until: times[i + 1] ?? null }] : []));
  });

test('no year has more than it may, time only uses days up, and who is away has some left', () =>
  fc.assert(
    fc.property(lives, fc.integer({ min: 0, max: 60 * DAY_MS }), (vacations, laterMs) => {
      const at = vacations.at(-1)!.from + laterMs;
      const { until, leftMs } = vacationAt({ vacations }, at, ALLOWED);
      expect(leftMs).toBeGreaterThanOrEqual(0);
      expect(leftMs).toBeLessThanOrEqual(ALLOWED);
      if (until === null) return;
      expect(vacations.at(-1)!.until).toBeNull();
      expect(until).toBeGreaterThan(at);
      expect(vacationAt({ vacations }, until - 1, ALLOWED).until).toBe(until);
      expect(vacationAt({ vacations }, until, ALLOWED).until).toBeNull();
    }),
  ));
