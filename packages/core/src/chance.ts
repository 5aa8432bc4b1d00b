/** Reproducible chance: the generator, random draws, and commit–reveal of a start seed. Move format §4. */

import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { sha256 } from '#crypto';
import type { Json } from './json.ts';
import { isInteger, isObject } from './json.ts';
import { fail, ok, type Result } from './result.ts';

/** Seeds of 256 bits are never reduced; `drawn` counts the draws made from them so far. */
export interface LongSeed {
  readonly bytes: Uint8Array;
  readonly drawn: number;
}

/** Where the next draw comes from: a state of the 31-bit generator, or 32 bytes and a counter. */
export type Seed = number | LongSeed;

const MODULUS = 2 ** 31;
const SECRET_BYTES = 32;

/** One step of the generator. The output is also the new seed; it has full period 2^31. */
export function next(seed: number): number {
  if (!isShortSeed(seed)) throw new RangeError(`a seed is a whole number from 0 to 2^31 - 1`);
  // modulo 2^31 only the low bits count, which imul gives exactly; a remainder of floats would take five times as long
  return (Math.imul(1664525, seed) + 1013904223) & 0x7fffffff;
}

/** One of n values, 0 to n − 1, and the seed afterwards. */
export function draw(seed: Seed, n: number): [value: number, seed: Seed] {
  if (!isInteger(n, 1, MODULUS)) throw new RangeError('a draw is from 1 to 2^31 values');
  const [bits, after] = next31(seed);
  // The high bits: the lowest bit of the generator alternates, so bits % n would never roll a double.
  return [Math.floor((bits * n) / MODULUS), after];
}

/** One die: 1 to `sides`. */
export function roll(seed: Seed, sides: number): [value: number, seed: Seed] {
  const [value, after] = draw(seed, sides);
  return [value + 1, after];
}

/** A new order of the items (Fisher–Yates from the end), and the seed afterwards. */
export function shuffle<T>(seed: Seed, items: readonly T[]): [items: T[], seed: Seed] {
  const mixed = items.slice();
  let now = seed;
  for (let i = mixed.length - 1; i >= 1; i--) {
    const [j, after] = draw(now, i + 1);
    [mixed[i], mixed[j]] = [mixed[j]!, mixed[i]!];
    now = after;
  }
  return [mixed, now];
}

/** Takes a seed from outside: a whole number below 2^31, or 32 bytes as 64 lower-case hex digits. */
export function parseSeed(value: unknown): Result<Seed> {
  if (isShortSeed(value)) return ok(value);
  if (typeof value === 'string' && /^[0-9a-f]{64}$/.test(value))
    return ok({ bytes: hexToBytes(value), drawn: 0 });
  return fail(
    'bad-setup',
    'seed must be an integer from 0 to 2^31 - 1 or 64 lower-case hex digits',
  );
}

/** Whether a value is a seed. */
export const isSeed = (value: unknown): value is Seed =>
  isShortSeed(value) ||
  (typeof value === 'object' &&
    value !== null &&
    'bytes' in value &&
    value.bytes instanceof Uint8Array &&
    value.bytes.length === SECRET_BYTES &&
    'drawn' in value &&
    isInteger(value.drawn, 0, 2 ** 32 - 1));

/** Numbers to choose by, from 0 to n − 1: each draw continues where the last one ended. */
export type Rng = (n: number) => number;

/** Luck that is the same for the same seed. */
export function rngFrom(first: Seed): Rng {
  let seed = first;
  return n => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
}

/** What the canonical state shows of a seed: the generator state, or 0 where the seed is secret. */
export const seedCanon = (seed: Seed): number => (typeof seed === 'number' ? seed : 0);

/** Part of a state outside its canonical form, from which `restoreSeed` returns the same seed. */
export const seedAside = (seed: Seed): Json =>
  typeof seed === 'number' ? null : { drawn: seed.drawn, seed: bytesToHex(seed.bytes) };

/** The seed of which these are `seedCanon` and `seedAside`. */
export function restoreSeed(canon: Json | undefined, aside: Json | undefined): Result<Seed> {
  if (aside === undefined || aside === null)
    return isShortSeed(canon)
      ? ok(canon)
      : fail('bad-state', 'seed must be an integer from 0 to 2^31 - 1');
  const long = isObject(aside) && typeof aside.seed === 'string' ? parseSeed(aside.seed) : null;
  if (!long?.ok || !isObject(aside) || !isInteger(aside.drawn, 0, 2 ** 32 - 1) || canon !== 0)
    return fail('bad-state', 'aside must be { drawn, seed } for a long seed');
  return ok({ ...(long.value as LongSeed), drawn: aside.drawn });
}

/** What a player publishes in advance to be bound to a secret of 32 bytes. */
export const commitment = (matchId: string, seat: number, secret: Uint8Array): Uint8Array =>
  sha256(
    concatBytes(tagged('gamerecord:commit:v1', matchId), Uint8Array.of(seat), checkSecret(secret)),
  );

/** The seed that all revealed secrets make together, in seat order: 32 bytes, and the 31 bits of them. */
export function revealSeed(
  matchId: string,
  secrets: readonly Uint8Array[],
): { readonly long: LongSeed; readonly short: number } {
  const count = Uint8Array.of(secrets.length);
  const bytes = sha256(
    concatBytes(tagged('gamerecord:seed:v1', matchId), count, ...secrets.map(checkSecret)),
  );
  return { long: { bytes, drawn: 0 }, short: top31(bytes) };
}

const isShortSeed = (value: unknown): value is number => isInteger(value, 0, MODULUS - 1);

function next31(seed: Seed): [bits: number, seed: Seed] {
  if (typeof seed === 'number') {
    const bits = next(seed);
    return [bits, bits];
  }
  const block = sha256(concatBytes(seed.bytes, u32(seed.drawn)));
  return [top31(block), { bytes: seed.bytes, drawn: seed.drawn + 1 }];
}

/** The first four bytes, big-endian, with the top bit cleared. */
const top31 = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(0) & 0x7fffffff;

function u32(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, value);
  return bytes;
}

function tagged(tag: string, matchId: string): Uint8Array {
  const id = utf8ToBytes(matchId);
  if (id.length > 0xffff) throw new RangeError('a match id has at most 65535 bytes');
  return concatBytes(utf8ToBytes(tag), Uint8Array.of(0, id.length >> 8, id.length & 0xff), id);
}

function checkSecret(secret: Uint8Array): Uint8Array {
  if (secret.length !== SECRET_BYTES) throw new RangeError('a secret has 32 bytes');
  return secret;
}
