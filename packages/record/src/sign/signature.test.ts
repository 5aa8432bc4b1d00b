/** Signing and checking on every platform; what is to be checked comes from strangers. */
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { platforms, signaturesOn } from '../../test/ed25519-platforms.ts';
import { WEAK_KEYS } from '../../test/weak-keys.ts';
import { publicKeyOf } from './signature.ts';

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const bytes64 = fc.uint8Array({ minLength: 64, maxLength: 64 });
const message = fc.uint8Array({ maxLength: 300 });

afterEach(() => vi.unstubAllGlobals());

describe.each(Object.keys(platforms) as (keyof typeof platforms)[])('%s', async platform => {
  const { isSignedBy, publicKeyOf, sign } = await signaturesOn(platforms[platform]);

  test('a signature is good, and with one bit flipped in key, message or signature it is not', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, message, fc.nat(), async (secret, message, bit) => {
        const key = await publicKeyOf(secret);
        const signature = await sign(secret, message);
        expect([key.length, signature.length]).toEqual([32, 64]);
        expect(await isSignedBy(key, message, signature)).toBe(true);

        const parts = [key, message, signature].map(part => part.slice());
        flip(parts, bit);
        expect(await isSignedBy(parts[0]!, parts[1]!, parts[2]!)).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  test('every platform gives the same signature, as a plain Uint8Array', async () => {
    await fc.assert(
      fc.asyncProperty(bytes32, message, async (secret, message) => {
        const own = [await publicKeyOf(secret), await sign(secret, message)];
        for (const bytes of own) expect(Object.getPrototypeOf(bytes)).toBe(Uint8Array.prototype);
        const { web } = platforms;
        expect(own).toEqual([await web.publicKeyOf(secret), await web.sign(secret, message)]);
      }),
      { numRuns: 20 },
    );
  });

  test('garbage of any length is refused, and never throws', async () => {
    const any = fc.uint8Array({ maxLength: 100 });
    // with a small last byte, s is below L: more than its size must be looked at
    const lowS = bytes64.map(bytes => bytes.with(63, bytes[63]! & 0x0f));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(bytes32, any),
        message,
        fc.oneof(lowS, bytes64, any),
        async (...garbage) => {
          expect(await isSignedBy(...garbage)).toBe(false);
        },
      ),
    );
  });

  test('views into larger buffers are read where they lie', async () => {
    const secret = new Uint8Array(40).fill(7).subarray(3, 35);
    const message = new Uint8Array(9).fill(8).subarray(2, 5);
    const signature = await sign(secret, message);
    const within = new Uint8Array(200).fill(9);
    within.set(signature, 50);
    const key = await publicKeyOf(secret);
    expect(await isSignedBy(key, message, within.subarray(50, 114))).toBe(true);
  });

  test('checks many at once, of more keys than it caches', async () => {
    const secrets = Array.from({ length: 300 }, (_, i) =>
      new Uint8Array(32).fill(i & 0xff).fill(i >> 8, 16),
    );
    const text = new Uint8Array(8);
    const keys = await Promise.all(secrets.map(publicKeyOf));
    const signatures = await Promise.all(secrets.map(secret => sign(secret, text)));
    const good = await Promise.all(keys.map((key, i) => isSignedBy(key, text, signatures[i]!)));
    expect(good.every(Boolean)).toBe(true);
    expect(await isSignedBy(keys[1]!, text, signatures[2]!)).toBe(false);
  });

  test.each([0, 31, 33, 64])('a secret of %i bytes is a mistake', async length => {
    await expect(publicKeyOf(new Uint8Array(length))).rejects.toThrow(RangeError);
    await expect(sign(new Uint8Array(length), new Uint8Array(1))).rejects.toThrow(RangeError);
  });
});

test.each([
  ['no crypto', undefined],
  ['no subtle, as in a page without TLS', {}],
])('checks without the platform in a browser with %s', async (_what, crypto) => {
  const { isSignedBy, publicKeyOf, sign } = await signaturesOn(platforms.web);
  const secret = new Uint8Array(32).fill(1);
  const key = await publicKeyOf(secret);
  const signature = await sign(secret, secret);
  vi.stubGlobal('crypto', crypto);
  expect(await isSignedBy(key, secret, signature)).toBe(true);
  expect(await isSignedBy(key, key, signature)).toBe(false);
});

test.each([
  ['L - 1', 'ecd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', true],
  ['L', 'edd3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', false],
  ['L + 1', 'eed3f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', false],
  ['a byte more', 'ecd4f55c1a631258d69cf7a2def9de1400000000000000000000000000000010', false],
  ['2^252 - 1', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0f', true],
  ['2^256 - 1', 'ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff', false],
])('s = %s is looked at before a platform that would take anything', async (_s, hex, good) => {
  const credulous = { ...platforms.web, verify: async () => true };
  const { isSignedBy } = await signaturesOn(credulous);
  const point = new Uint8Array(32).fill(7);
  const signature = concatBytes(point, hexToBytes(hex));
  expect(await isSignedBy(point, new Uint8Array(1), signature)).toBe(good);
});

describe('a key or an R', async () => {
  const credulous = { ...platforms.web, verify: async () => true };
  const { isSignedBy, isWeakKey } = await signaturesOn(credulous);
  const text = new Uint8Array(1);
  const ordinary = await publicKeyOf(new Uint8Array(32).fill(1));

  test.each(WEAK_KEYS)(
    '%s (%s) is refused before a platform that would take anything',
    async hex => {
      const weak = hexToBytes(hex);
      expect(isWeakKey(hex)).toBe(true);
      const rest = new Uint8Array(32);
      expect(await isSignedBy(weak, text, concatBytes(ordinary, rest))).toBe(false);
      expect(await isSignedBy(ordinary, text, concatBytes(weak, rest))).toBe(false);
      expect(await isSignedBy(ordinary, text, concatBytes(ordinary, rest))).toBe(true);
    },
  );

  test('from p on is refused, with and without the sign of x; below it is not', () => {
    for (const sign of [0x7f, 0xff])
      for (let low = 0xe0; low <= 0xff; low++) {
        const hex = bytesToHex(Uint8Array.of(low, ...new Uint8Array(30).fill(0xff), sign));
        expect(isWeakKey(hex), hex).toBe(low >= 0xec);
      }
  });
});

/** Flips one bit of the parts, counted through all of them. */
function flip(parts: readonly Uint8Array[], bit: number): void {
  const sizeBits = 8 * parts.reduce((sum, part) => sum + part.length, 0);
  let at = Math.floor((bit % sizeBits) / 8);
  for (const part of parts) {
    if (at < part.length && at >= 0) part[at]! ^= 1 << (bit % 8);
    at -= part.length;
  }
}
