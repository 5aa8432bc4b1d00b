/** Any text comes back as it was, in the same order, and its parts stay parts of it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { partsOf } from './parts.ts';
import { decodeText, encodeText } from './text.ts';

/** Mostly letters that need a code, or are used in one. */
const texts = fc.oneof(
  fc.string({ unit: fc.constantFrom('\u0000', '\u0001', '\u0002', '\u0003', '\u0004', 'a', '😀') }),
  fc.string({ unit: 'binary' }),
);
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

test.each([
  ['', ''],
  ['plain 棋譜', 'plain 棋譜'],
  ['\u0000', '\u0001\u0002\u0002'],
  ['a\u0003b', 'a\u0001\u0003\u0003b'],
])('%j is stored as %j', (text, kept) => {
  expect(encodeText(text)).toBe(kept);
});

test('a text comes back as it was, and sorts and has parts as before', () => {
  fc.assert(
    fc.property(texts, texts, texts, (a, b, c) => {
      const kept = encodeText(a);
      expect(kept).not.toContain('\u0000');
      expect(decodeText(kept)).toBe(a);
      expect(Math.sign(order(encodeText(a), encodeText(b)))).toBe(Math.sign(order(a, b)));
      expect(encodeText(a + b + c)).toContain(encodeText(b));
      expect(kept.includes(encodeText(b))).toBe(a.includes(b));
      expect(kept.startsWith(encodeText(b))).toBe(a.startsWith(b));
    }),
    { numRuns: 2000 },
  );
});

test('a text has the trigrams of each of its parts', () => {
  fc.assert(
    fc.property(texts, texts, texts, (a, b, c) => {
      const whole = partsOf(a + b + c);
      for (const part of partsOf(b)) expect(whole).toContain(part);
    }),
  );
  expect(partsOf('ab')).toEqual([]);
  expect(partsOf('abcabc')).toEqual(['abc', 'bca', 'cab']);
});
