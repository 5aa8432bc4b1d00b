/** What part of some bytes a request asks for. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readByteRange } from './byte-range.ts';

test.each<[string | undefined, number, unknown]>([
  [undefined, 10, null],
  ['bytes=0-', 10, { start: 0, end: 10 }],
  ['bytes=9-20', 10, { start: 9, end: 10 }],
  ['bytes=-20', 10, { start: 0, end: 10 }],
  ['bytes=-0', 10, 'unsatisfiable'],
  ['bytes=10-', 10, 'unsatisfiable'],
  ['bytes=-', 10, null],
  ['bytes=3-1', 10, null],
  ['bytes=0-', 0, 'unsatisfiable'],
  [`bytes=${'9'.repeat(16)}-`, 10, null],
])('the range %s of %i bytes', (range, size, part) => {
  expect(readByteRange(range, size)).toEqual(part);
});

test('any range gives a part of what there is', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.string(), fc.nat(60), fc.nat(60), (size, text, a, b) => {
      for (const range of [
        text,
        `bytes=${a}-${b}`,
        `bytes=${a}-`,
        `bytes=-${b}`,
        `bytes=${text}`,
      ]) {
        const part = readByteRange(range, size);
        if (part === null || part === 'unsatisfiable') continue;
        expect(part.start).toBeGreaterThanOrEqual(0);
        expect(part.end).toBeGreaterThan(part.start);
        expect(part.end).toBeLessThanOrEqual(size);
      }
    }),
  );
});
