/** Seeds and draws beyond the published figures. */
import { bytesToHex } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  commitment,
  draw,
  parseSeed,
  restoreSeed,
  revealSeed,
  roll,
  type Seed,
  seedAside,
  seedCanon,
  shuffle,
} from './chance.ts';
import { unwrap } from './result.ts';

const short = fc.nat({ max: 2 ** 31 - 1 });
const long = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => ({ bytes, drawn: 0 }));
const seed: fc.Arbitrary<Seed> = fc.oneof(short, long);

test('a draw is within bounds and leaves another seed', () => {
  fc.assert(
    fc.property(seed, fc.integer({ min: 1, max: 2 ** 31 }), (from, n) => {
      const [value, after] = draw(from, n);
      expect(value).toBeGreaterThanOrEqual(0);
      expect(value).toBeLessThan(n);
      expect(after).not.toEqual(from);
      expect(draw(from, n)).toEqual([value, after]);
    }),
  );
});

test('a shuffle keeps all items and touches none of the given ones', () => {
  fc.assert(
    fc.property(seed, fc.array(fc.nat()), (from, items) => {
      const before = items.slice();
      const [mixed] = shuffle(from, items);
      expect(items).toEqual(before);
      expect(mixed.toSorted()).toEqual(items.toSorted());
    }),
  );
});

test('a seed is kept beside the canonical state and comes back the same', () => {
  fc.assert(
    fc.property(seed, fc.nat({ max: 5 }), (from, draws) => {
      let now = from;
      for (let i = 0; i < draws; i++) now = draw(now, 6)[1];
      expect(unwrap(restoreSeed(seedCanon(now), seedAside(now)))).toEqual(now);
      if (typeof now !== 'number') expect(seedCanon(now)).toBe(0); // a secret is not shown
    }),
  );
});

test('dice of either kind of seed show all faces, doubles about one in six', () => {
  for (const first of [1, { bytes: new Uint8Array(32), drawn: 0 }]) {
    let now: Seed = first;
    let doubles = 0;
    const faces = new Set<number>();
    for (let i = 0; i < 3000; i++) {
      const [a, between] = roll(now, 6);
      const [b, after] = roll(between, 6);
      now = after;
      faces.add(a);
      if (a === b) doubles++;
    }
    expect(faces.size).toBe(6);
    expect(doubles).toBeGreaterThan(400);
    expect(doubles).toBeLessThan(600);
  }
});

describe('refused', () => {
  test.each([
    -1,
    1.5,
    2 ** 31,
    2 ** 53,
    Number.NaN,
    '1',
    '0'.repeat(63),
    'G'.repeat(64),
    'A'.repeat(64),
    null,
    {},
    [],
  ])('the seed %j', value => {
    expect(parseSeed(value).ok).toBe(false);
  });

  test.each([0, -1, 1.5, 2 ** 31 + 1, Number.NaN])('a draw from %j values', n => {
    expect(() => draw(1, n)).toThrow(RangeError);
  });

  test.each<[canon: number | null, aside: unknown]>([
    [null, null],
    [1, { drawn: 0, seed: '00'.repeat(32) }],
    [0, { drawn: -1, seed: '00'.repeat(32) }],
    [0, { drawn: 0, seed: 5 }],
    [0, 'x'],
  ])('the seed of %j beside %j', (canon, aside) => {
    expect(restoreSeed(canon, aside as never).ok).toBe(false);
  });

  test('secrets that are not 32 bytes long, and matches with too long a name', () => {
    expect(() => commitment('m', 0, new Uint8Array(31))).toThrow(RangeError);
    expect(() => revealSeed('m', [new Uint8Array(33)])).toThrow(RangeError);
    expect(() => commitment('m'.repeat(70_000), 0, new Uint8Array(32))).toThrow(RangeError);
  });
});

test('a commitment is bound to match, seat and secret', () => {
  const secret = new Uint8Array(32);
  const all = [
    commitment('a', 0, secret),
    commitment('b', 0, secret),
    commitment('a', 1, secret),
    commitment('a', 0, secret.with(0, 1)),
  ];
  expect(new Set(all.map(bytesToHex)).size).toBe(4);
});
