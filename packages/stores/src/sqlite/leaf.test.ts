/** Pairs are the same after they were in leaves, leaves are small, and damage is noticed. */
import { rngFrom } from '@kifu/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CorruptionError } from './errors.ts';
import { decodeLeaf, encodeLeaf } from './leaf.ts';
import { Pairs } from './pairs.ts';

type Pair = readonly [key: number, number: number];

function pairsOf(list: readonly Pair[]): Pairs {
  const pairs = new Pairs();
  for (const [key, number] of list) pairs.push(key, number);
  return pairs;
}

const listOf = ({ keys, numbers, length }: Pairs): Pair[] =>
  Array.from({ length }, (_, i) => [keys[i]!, numbers[i]!]);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const firstOf = ({ keys, numbers }: Pairs, at = 0) => ({ key: keys[at]!, number: numbers[at]! });

/** All pairs, through as many leaves as it takes. */
function throughLeaves(pairs: Pairs): { readonly list: Pair[]; readonly sizes: number[] } {
  const decoded = new Pairs();
  const sizes: number[] = [];
  for (let at = 0; at < pairs.length; ) {
    const { bytes, end } = encodeLeaf(pairs, at);
    decodeLeaf(bytes, firstOf(pairs, at), (key, number) => decoded.push(key, number));
    sizes.push(bytes.length);
    expect(end).toBeGreaterThan(at);
    at = end;
  }
  return { list: listOf(decoded), sizes };
}

test.each<[what: string, pairs: readonly Pair[], bytes: string]>([
  ['one pair', [[5, 9]], '0001 00 00 00000009'],
  // 0, 0000 (one more) · 0, 1111 0011 (1 + 7 + 8 * 3)
  [
    'numbers of one key',
    [
      [5, 9],
      [5, 10],
      [5, 42],
    ],
    '0003 00 06 00000009 03cc',
  ],
  // a remainder of 2 bits, a number of 1: 1, 0, 11, 0 · 1, 10, 00, 1
  [
    'keys',
    [
      [0, 7],
      [4, 7],
      [9, 8],
    ],
    '0003 02 01 00000007 b620',
  ],
  [
    'the largest',
    [
      [0, 0],
      [2 ** 48 - 1, 2 ** 32 - 1],
    ],
    '0002 2f 20 00000000 dfffffffffffbfffffffc0',
  ],
])('%s', (_what, list, expected) => {
  const pairs = pairsOf(list);
  const { bytes, end } = encodeLeaf(pairs, 0);
  expect(hex(bytes)).toBe(expected.replaceAll(' ', ''));
  expect(end).toBe(list.length);
  expect(throughLeaves(pairs).list).toEqual(list);
});

/** Keys that are near each other or far apart, with many numbers or few. */
const anyPairs = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.nat(3),
        fc.nat(5000),
        fc.maxSafeNat().map(n => n % 2 ** 48),
      ),
      fc.oneof(fc.nat(2000), fc.integer({ min: 0, max: 2 ** 32 - 1 })),
    ),
    { maxLength: 1500 },
  )
  .map(list => pairsOf(list).sorted());

test('any pairs are the same afterwards, and no leaf is too large for its place', () => {
  fc.assert(
    fc.property(anyPairs, pairs => {
      const { list, sizes } = throughLeaves(pairs);
      expect(list).toEqual(listOf(pairs));
      expect(Math.max(0, ...sizes)).toBeLessThanOrEqual(968);
    }),
  );
});

test('as few bits as chance lets: keys of 48 bits with one of 1,024 numbers take less than 5.6 bytes', () => {
  const random = new Pairs();
  const luck = rngFrom(1);
  for (let i = 0; i < 80_000; i++) random.push(luck(2 ** 24) * 2 ** 24 + luck(2 ** 24), i % 1024);
  const { sizes } = throughLeaves(random.sorted());
  expect(sizes.reduce((sum, size) => sum + size, 0) / 80_000).toBeLessThan(5.6);
});

test('decoding stops after the key that is looked for', () => {
  const pairs = pairsOf([
    [3, 1],
    [3, 4],
    [8, 2],
    [9, 1],
  ]);
  const { bytes } = encodeLeaf(pairs, 0);
  const upTo = (key: number) => {
    let count = 0;
    decodeLeaf(bytes, firstOf(pairs), () => count++, key);
    return count;
  };
  expect([2, 3, 7, 8, 9].map(upTo)).toEqual([0, 2, 2, 3, 4]);
});

describe('damage', () => {
  test('any bytes are decoded, or refused as damaged', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), bytes => {
        try {
          decodeLeaf(bytes, { key: 0, number: 0 }, () => {});
        } catch (cause) {
          expect(cause).toBeInstanceOf(CorruptionError);
        }
      }),
    );
  });

  test('a leaf that is cut, or has more at its end, is refused', () => {
    fc.assert(
      fc.property(
        anyPairs.filter(({ length }) => length > 1),
        fc.nat(),
        (pairs, n) => {
          const { bytes } = encodeLeaf(pairs, 0);
          const decode = (leaf: Uint8Array) => () => decodeLeaf(leaf, firstOf(pairs), () => {});
          expect(decode(bytes.subarray(0, n % bytes.length))).toThrow(CorruptionError);
          expect(decode(Buffer.concat([bytes, Uint8Array.of(n % 256)]))).toThrow(CorruptionError);
        },
      ),
    );
  });
});

test('sorted: by key and then by number, each pair once', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.tuple(
          fc.maxSafeNat().map(n => n % 2 ** 48),
          fc.nat(9),
        ),
      ),
      list => {
        const twice = [...list, ...list.toReversed()];
        const expected = new Map(twice.map(pair => [pair.join(), pair]));
        expect(listOf(pairsOf(twice).sorted())).toEqual(
          [...expected.values()].sort(([a, m], [b, n]) => a - b || m - n),
        );
      },
    ),
  );
});
