/** Seconds and the calendar. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatMoment, parseDate, parseMoment } from './calendar.ts';

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

describe('dates', () => {
  test('are read as by the built-in parser, from a year to a moment in a zone', () => {
    const date = fc.date({
      min: new Date('0000-01-01T00:00:00Z'),
      max: new Date('9999-12-31T00:00:00Z'),
      noInvalidDate: true,
    });
    const ends = [4, 7, 10, 16, 19, 23];
    const zones = ['Z', '+00:00', '+05:30', '-11:45', '+23:59'];
    fc.assert(
      fc.property(
        date,
        fc.constantFrom(...ends),
        fc.constantFrom(...zones),
        (moment, end, zone) => {
          const text = moment.toISOString().slice(0, end) + (end > 10 ? zone : '');
          expect(parseDate(text), text).toBe(Date.parse(text));
        },
      ),
      { numRuns: process.env.KIFU_DEEP ? 100_000 : 1000 },
    );
  });

  test.each<[text: string, ms: number]>([
    ['1970', 0],
    ['1970-01-01T00:00', 0],
    ['1970-01-01T00:00:00.0129999', 12],
    ['1970-01-01T01:00:00.5+01:00', 500],
    ['1969-12-31T23:59:59Z', -1000],
    ['2024-02-29', 1_709_164_800_000],
  ])('%s is %d milliseconds from 1970', (text, ms) => expect(parseDate(text)).toBe(ms));

  test.each([
    '',
    'yesterday',
    '26',
    '2026-1',
    '2026-13',
    '2026-00',
    '2026-02-30',
    '2025-02-29',
    '2026-03-00',
    '2026-03-01T12',
    '2026-03-01T24:00Z',
    '2026-03-01T12:60Z',
    '2026-03-01T12:00:60Z',
    '2026-03-01T12:00+24:00',
    '2026-03-01T12:00+01:60',
    '2026-03-01 12:00',
    '2026Z',
    '2026-03-01\n',
  ])('%j is refused', text => expect(parseDate(text)).toBeNull());
});
