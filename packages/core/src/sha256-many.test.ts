/** Digests of many messages against node:crypto, with vectors and without. */
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { sha256Source } from '../../../scripts/sha256-wasm.ts';
import { sha256Many } from './sha256-many.ts';
import { BATCH } from './sha256-wasm.ts';

const hexOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const wanted = (messages: readonly Uint8Array[]) =>
  messages.map(message => hash('sha256', message)).join('');

/** Bytes that differ from place to place and from message to message. */
const message = (length: number, salt = 0) =>
  Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8) * 31 + length * 7 + salt * 13) & 255);
const messages = (count: number, length: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => message(length(i), i));

/** Above this a message is hashed by itself. */
const LONGEST_IN_A_LANE = 503;

const BATCHES: readonly [name: string, batch: readonly Uint8Array[]][] = [
  ['none', []],
  ['one, empty', messages(1, () => 0)],
  ['five, empty', messages(5, () => 0)],
  ['every length to 600', messages(601, i => i)],
  ['every length to 300, four of each', messages(4 * 301, i => i >> 2)],
  ['every length to 300, longest first', messages(301, i => 300 - i)],
  ['1000 of one block', messages(1000, () => 55)],
  ['1000 of two blocks', messages(1000, () => 61)],
  ['as many as fit', messages(BATCH, () => 20)],
  ['one more than fit', messages(BATCH + 1, () => 20)],
  ['many more than fit, of all kinds', messages(2 * BATCH + 77, i => (i * i) % 700)],
  ['the longest in a lane, and longer', messages(20, i => LONGEST_IN_A_LANE - 10 + i)],
  [
    '1 MiB among short ones',
    [...messages(6, () => 50), message(2 ** 20), ...messages(3, () => 60)],
  ],
];

test.each(BATCHES)('hashes %s', (_name, batch) => {
  const digests = sha256Many(batch);
  expect(digests).toHaveLength(32 * batch.length);
  expect(hexOf(digests)).toBe(wanted(batch));
});

test.each([1, 2, 3, 4, 5, 6, 7, 45])('%i of each number of blocks', count => {
  const batch = Array.from({ length: 10 }, (_, blocks) =>
    messages(count, i => 64 * blocks + i),
  ).flat();
  expect(hexOf(sha256Many(batch))).toBe(wanted(batch));
});

test('any messages, in their order', () => {
  const some = fc.array(fc.uint8Array({ maxLength: 80 }), { maxLength: 60, size: 'max' });
  const long = fc.array(fc.uint8Array({ maxLength: 1200, size: 'max' }), { maxLength: 12 });
  fc.assert(
    fc.property(some, long, (short, long) => {
      const batch = [...short, ...long];
      expect(hexOf(sha256Many(batch))).toBe(wanted(batch));
      expect(hexOf(sha256Many(batch.toReversed()))).toBe(wanted(batch.toReversed()));
    }),
  );
});

test('parts of a larger array, at any offset, and Buffers', () => {
  const whole = message(5000);
  const parts = Array.from({ length: 70 }, (_, i) =>
    whole.subarray(i * 61 + 1, i * 61 + 1 + i * 8),
  );
  expect(hexOf(sha256Many(parts))).toBe(wanted(parts));
  const buffers = parts.map(part => Buffer.from(part));
  expect(hexOf(sha256Many(buffers))).toBe(wanted(parts));
});

test('messages stay as they were, and digests are not overwritten later', () => {
  const batch = messages(9, i => 50 + i);
  const first = sha256Many(batch);
  const second = sha256Many(messages(9, i => 70 + i));
  expect(batch).toEqual(messages(9, i => 50 + i));
  expect(hexOf(first)).toBe(wanted(batch));
  expect(second.buffer).not.toBe(first.buffer);
});

test('a batch that broke off leaves nothing behind', () => {
  expect(() => sha256Many([message(20), message(80), null as never])).toThrow(TypeError);
  const batch = messages(7, i => 18 * i);
  expect(hexOf(sha256Many(batch))).toBe(wanted(batch));
});

describe('uses WebAssembly where it can', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.doUnmock('#crypto');
    vi.resetModules();
  });

  const fresh = async () => {
    vi.resetModules();
    return (await import('./sha256-many.ts')).sha256Many;
  };
  const batch = messages(50, i => i * 12);

  test.each([
    ['there is no WebAssembly', undefined],
    [
      'WebAssembly has no vectors, or a page forbids it',
      {
        Module: class {
          constructor() {
            throw new Error('cannot be compiled');
          }
        },
      },
    ],
  ])('%s: one by one', async (_name, stub) => {
    vi.stubGlobal('WebAssembly', stub);
    const many = await fresh();
    expect(hexOf(many(batch))).toBe(wanted(batch));
    expect(many([])).toEqual(new Uint8Array(0));
  });

  test('with vectors: short messages need no other SHA-256', async () => {
    vi.doMock('#crypto', () => ({
      sha256: () => {
        throw new Error('one by one');
      },
    }));
    const many = await fresh();
    const short = messages(44, i => 56 * (i % 2));
    expect(hexOf(many(short))).toBe(wanted(short));
    expect(() => many([message(LONGEST_IN_A_LANE + 1)])).toThrow('one by one');
  });
});

test('the module is what its source gives', () => {
  const committed = readFileSync(join(import.meta.dirname, 'sha256-wasm.ts'), 'utf8');
  expect(sha256Source()).toBe(committed);
});
