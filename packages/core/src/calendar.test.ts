/** Seconds and the calendar. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoment, parseMoment } from './calendar.ts';

describe('moments', () => {
  test('are written as Date writes them, and read back', () => {
    const moment = fc.integer({ min: 0, max: 253_402_300_799 });
    fc.assert(
      fc.property(moment, seconds => {
        const text = formatMoment(seconds);
        expect(text).toBe(new Date(1000 * seconds).toISOString().replace('.000', ''));
        expect(parseMoment(text)).toBe(seconds);
      }),
      { numRuns: process.env.KIFU_DEEP ? 100_000 : 1000 },
    );
  });

  test.each([
    '2025-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-01-01T24:00:00Z',
    '1969-12-31T23:59:59Z',
    '2025-01-01',
    'now',
  ])('%s is refused', text => expect(parseMoment(text)).toBeNull());
});
