/** A set of digests has what was added, and nothing else. */
import { rngFrom } from '@kifu/core';
import { expect, test } from 'vitest';
import { DigestSet } from './digest-set.ts';

const digest = (luck: (n: number) => number, values: number): Uint8Array =>
  Uint8Array.from({ length: 32 }, () => luck(values));

test.each([
  ['random ones', 256, 20_000],
  ['ones that look alike', 2, 2000],
])('knows each digest once: %s', (_name, values, count) => {
  const luck = rngFrom(1);
  const set = new DigestSet();
  const known = new Set<string>();
  for (let i = 0; i < count; i++) {
    const one = digest(luck, values);
    // told apart by a few bytes only, and some are the same
    if (values === 2) one.fill(0, 11);
    expect(set.has(one)).toBe(known.has(String(one)));
    expect(set.add(one)).toBe(!known.has(String(one)));
    known.add(String(one));
    expect(set.has(one)).toBe(true);
  }
  expect(set.size).toBe(known.size);
});
