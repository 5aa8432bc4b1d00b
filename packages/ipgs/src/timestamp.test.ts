/** Moments to the nanosecond. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTimestamp, fromMs, parseTimestamp, toDate } from './timestamp.ts';

test.each<[text: string, ns: bigint, canonical: string]>([
  ['1970-01-01T00:00:00Z', 0n, '1970-01-01T00:00:00Z'],
  ['2024-03-01T10:05:30.5Z', 1_709_287_530_500_000_000n, '2024-03-01T10:05:30.5Z'],
  ['2024-03-01T10:05:30.500Z', 1_709_287_530_500_000_000n, '2024-03-01T10:05:30.5Z'],
  ['2024-03-01T10:05:30.000000001Z', 1_709_287_530_000_000_001n, '2024-03-01T10:05:30.000000001Z'],
  ['2024-02-29T23:59:59.0Z', 1_709_251_199_000_000_000n, '2024-02-29T23:59:59Z'],
  ['1969-12-31T23:59:59.5Z', -500_000_000n, '1969-12-31T23:59:59.5Z'],
])('reads %s and writes it canonically', (text, ns, canonical) => {
  expect(parseTimestamp(text)).toEqual({ ok: true, value: ns });
  expect(formatTimestamp(ns)).toBe(canonical);
});

test.each([
  ...['', '2024-03-01', '2024-03-01T10:05:30', '2024-03-01T10:05:30+00:00', '2024-03-01 10:05:30Z'],
  ...[
    '2024-03-01t10:05:30Z',
    '2024-03-01T10:05:30z',
    '2024-03-01T10:05:60Z',
    '2023-02-29T00:00:00Z',
  ],
  ...['2024-03-01T24:00:00Z', '2024-03-01T10:05:30.Z', '2024-03-01T10:05:30.0000000001Z'],
  ...[
    ' 2024-03-01T10:05:30Z',
    '2024-03-01T10:05:30Z\n',
    '+02024-03-01T10:05:30Z',
    '２024-03-01T10:05:30Z',
  ],
])('refuses the timestamp %j', text => {
  expect(parseTimestamp(text)).toMatchObject({ ok: false, fault: { rule: 'timestamp' } });
});

test('reads back every timestamp that it writes; milliseconds become a date', () => {
  const most = 253_402_300_799_999_999_999n; // the last nanosecond of the year 9999
  fc.assert(
    fc.property(fc.bigInt({ min: -62_167_219_200_000_000_000n, max: most }), at => {
      expect(parseTimestamp(formatTimestamp(at))).toEqual({ ok: true, value: at });
    }),
  );
  expect(toDate(fromMs(1_709_287_530_500.7)).getTime()).toBe(1_709_287_530_500);
});
