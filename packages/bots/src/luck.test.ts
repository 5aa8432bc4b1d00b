/** Luck, and seeds that have nothing to do with it. */
import { rngFrom } from '@kifu/core';
import { expect, test } from 'vitest';
import { seedFrom } from './luck.ts';

test('luck is the same from the same seed, short or long', () => {
  const long = { bytes: new Uint8Array(32).fill(7), drawn: 0 };
  for (const seed of [5, long]) {
    const [a, b] = [rngFrom(seed), rngFrom(seed)];
    for (let i = 0; i < 20; i++) expect(a(1000)).toBe(b(1000));
  }
});

test('a seed from luck does not give the numbers that the luck continues with', () => {
  const luck = rngFrom(1);
  const other = rngFrom(seedFrom(luck));
  const equal = Array.from({ length: 600 }, () => luck(6) === other(6)).filter(same => same);
  expect(equal.length).toBeGreaterThan(60);
  expect(equal.length).toBeLessThan(140);
});
