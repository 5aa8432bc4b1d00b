/**
 * `node scripts/sha256-wasm.ts` writes `packages/core/src/sha256-wasm.ts`: SHA-256 (FIPS 180-4) of four messages at a time. A
 * vector holds the same word of all four, one in each lane.
 *
 * `run(blocks)` hashes the messages in the four slots for messages of this many blocks. The table holds the lengths of the
 * four, then the numbers of the digests that they are to become. `run` adds the padding.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  add,
  and,
  assemble,
  type Code,
  get,
  i32,
  i64,
  isAbove,
  isNot,
  load32,
  loadSplat,
  loadVector,
  loop,
  minus,
  pickBytes,
  pickWords,
  plus,
  set,
  shiftLeft,
  shiftRight,
  shl,
  shr,
  splat,
  store8,
  store64,
  storeVector,
  tee,
  times,
  xor,
} from './wasm.ts';

/** Here node:crypto, one message at a time, is as quick. */
const MOST_BLOCKS = 8;
const SLOT_BYTES = MOST_BLOCKS * 64;

/** Where things lie in the memory, in bytes. No message has zero blocks: its slots are where the first three things are. */
const CONSTANTS = 0;
const SCHEDULE = 64 * 4;
const TABLE = SCHEDULE + 64 * 16;
const DIGESTS = (MOST_BLOCKS + 1) * 4 * SLOT_BYTES;
/** The last digest is what lanes without a message give. */
const BATCH = (65_536 - DIGESTS) / 32 - 1;

/** The locals of `run`: its argument, whole numbers, vectors. */
const blocks = 0;
const table = 1;
const slot = 2;
const length = 3;
const at = 4;
const end = 5;
const left = 6;
const t = 7;
const k = 8;
const hash = [9, 10, 11, 12, 13, 14, 15, 16];
const state = [17, 18, 19, 20, 21, 22, 23, 24];
const rows = [25, 26, 27, 28] as const;
const spare = [29, 30, 31, 32] as const;
const LOCALS = { i32: 8, v128: 24 };

/** The text of `packages/core/src/sha256-wasm.ts`. */
export function sha256Source(): string {
  const module = assemble(run(), LOCALS, roundConstants());
  return `/** SHA-256 of four messages at a time, as WebAssembly. Written by \`node scripts/sha256-wasm.ts\`, which explains it. */

/** The longest message that fits into a slot, padding counted; blocks have 64 bytes. */
export const MOST_BLOCKS = ${MOST_BLOCKS};

/** Capacity in digests, not counting one in reserve. */
export const BATCH = ${BATCH};

/** Where things are in the memory, in bytes. */
export const TABLE = ${TABLE};
export const DIGESTS = ${DIGESTS};

/** The module, ${module.length} bytes, in base64. */
export const MODULE =
  '${Buffer.from(module).toString('base64')}';
`;
}

const run = (): Code => [
  ...set(table, plus(times(get(blocks), i32(32)), i32(TABLE))),
  ...set(slot, times(get(blocks), i32(4 * SLOT_BYTES))),
  ...pad(),
  ...each(8, i => set(hash[i]!, splat(i32(rootBits(Math.sqrt(PRIMES[i]!)))))),
  ...set(left, get(blocks)),
  ...loop(
    [
      ...loadBlock(),
      ...extend(),
      ...each(8, i => set(state[i]!, get(hash[i]!))),
      ...compress(),
      ...each(8, i => set(hash[i]!, add(get(hash[i]!), get(state[i]!)))),
    ],
    tee(left, minus(get(left), i32(1))),
  ),
  ...storeDigests(),
];

/** Puts behind each message 0x80, zeros, and at the end of its last block its length in bits. */
const pad = (): Code => [
  ...set(t, i32(0)),
  ...loop(
    [
      ...set(length, load32(plus(get(table), get(t)), 0)),
      // at least nine bytes are free, so that eight can be written at once
      ...store64(tee(at, plus(get(slot), get(length))), 0, i64(0x80)),
      ...set(end, minus(plus(get(slot), times(get(blocks), i32(64))), i32(8))),
      ...set(k, get(end)),
      ...loop(store64(get(k), 0, i64(0)), isAbove(tee(k, minus(get(k), i32(8))), get(at))),
      // two bytes hold the bits of any message that fits
      ...store8(get(end), 6, shiftRight(get(length), i32(5))),
      ...store8(get(end), 7, shiftLeft(get(length), i32(3))),
      ...set(slot, plus(get(slot), i32(SLOT_BYTES))),
    ],
    isNot(tee(t, plus(get(t), i32(4))), i32(16)),
  ),
  ...set(slot, minus(get(slot), i32(4 * SLOT_BYTES))),
];

/** The next block of each message: the first 16 words of the schedule. */
const loadBlock = (): Code => [
  ...set(t, i32(0)),
  ...loop(
    [
      ...each(4, i => set(rows[i]!, swapBytes(loadVector(get(slot), i * SLOT_BYTES)))),
      ...transpose(rows),
      ...each(4, i => storeVector(get(t), SCHEDULE + 16 * i, get(rows[i]!))),
      ...set(slot, plus(get(slot), i32(16))),
    ],
    isNot(tee(t, plus(get(t), i32(4 * 16))), i32(16 * 16)),
  ),
];

/** The other 48 words. What the next steps need at once stays in locals: through the memory it would come late. */
function extend(): Code {
  const word = (i: number) => loadVector(get(t), SCHEDULE + 16 * i);
  const sigma = (x: number, a: number, b: number, c: number) =>
    xor(xor(rotate(x, a), rotate(x, b)), shr(get(x), i32(c)));
  const step = (i: number): Code => {
    const [first, second] = [rows[i % 2]!, rows[(i + 1) % 2]!];
    const last = rows[2 + (i % 2)]!;
    const early = add(get(first), [...set(second, word(i + 1)), ...sigma(second, 7, 18, 3)]);
    const late = add(word(i + 9), sigma(last, 17, 19, 10));
    return storeVector(get(t), SCHEDULE + 16 * (i + 16), tee(last, add(early, late)));
  };
  return [
    ...set(t, i32(0)),
    ...set(rows[0], word(0)),
    ...set(rows[2], word(14)),
    ...set(rows[3], word(15)),
    ...loop(each(2, step), isNot(tee(t, plus(get(t), i32(2 * 16))), i32(48 * 16))),
  ];
}

/** The 64 rounds, eight in each turn of the loop: then every word of the state is back in its local. */
function compress(): Code {
  const sum = (x: number, a: number, b: number, c: number) =>
    xor(xor(rotate(x, a), rotate(x, b)), rotate(x, c));
  const round = (i: number): Code => {
    const [a, b, , d, e, f, g, h] = [...state.slice(8 - i), ...state.slice(0, 8 - i)] as Eight;
    // a ^ b is b ^ c of the next round
    const [ab, bc] = [rows[i % 2]!, rows[(i + 1) % 2]!];
    const word = add(loadVector(get(t), SCHEDULE + 16 * i), loadSplat(get(k), CONSTANTS + 4 * i));
    const choice = xor(get(g), and(get(e), xor(get(f), get(g))));
    const majority = xor(get(b), and(tee(ab, xor(get(a), get(b))), get(bc)));
    return [
      ...set(h, add(add(add(get(h), word), choice), sum(e, 6, 11, 25))),
      ...set(d, add(get(d), get(h))),
      ...set(h, add(add(get(h), majority), sum(a, 2, 13, 22))),
    ];
  };
  return [
    ...set(t, i32(0)),
    ...set(rows[1], xor(get(state[1]!), get(state[2]!))),
    ...loop(
      [...set(k, shiftRight(get(t), i32(2))), ...each(8, round)],
      isNot(tee(t, plus(get(t), i32(8 * 16))), i32(64 * 16)),
    ),
  ];
}
type Eight = [number, number, number, number, number, number, number, number];

const storeDigests = (): Code => [
  ...transpose(hash.slice(0, 4)),
  ...transpose(hash.slice(4)),
  ...each(4, i => [
    ...set(at, times(load32(get(table), 4 * (4 + i)), i32(32))),
    ...storeVector(get(at), DIGESTS, swapBytes(get(hash[i]!))),
    ...storeVector(get(at), DIGESTS + 16, swapBytes(get(hash[4 + i]!))),
  ]),
];

const each = (count: number, code: (i: number) => Code): Code =>
  Array.from({ length: count }, (_, i) => code(i)).flat();

const rotate = (x: number, bits: number): Code =>
  xor(shr(get(x), i32(bits)), shl(get(x), i32(32 - bits)));

/** Words are big-endian in SHA-256, little-endian here. */
const swapBytes = (vector: Code): Code =>
  pickBytes(vector, [3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12]);

/** Makes columns of rows, in place. */
function transpose(rows: readonly number[]): Code {
  const pick = (to: number, x: number, y: number, words: Code) =>
    set(to, pickWords(get(x), get(y), words));
  const [a, b, c, d] = rows as [number, number, number, number];
  const [p, q, r, s] = spare;
  return [
    ...pick(p, a, b, [0, 4, 1, 5]),
    ...pick(q, c, d, [0, 4, 1, 5]),
    ...pick(r, a, b, [2, 6, 3, 7]),
    ...pick(s, c, d, [2, 6, 3, 7]),
    ...pick(a, p, q, [0, 1, 4, 5]),
    ...pick(b, p, q, [2, 3, 6, 7]),
    ...pick(c, r, s, [0, 1, 4, 5]),
    ...pick(d, r, s, [2, 3, 6, 7]),
  ];
}

/** The first 64 primes: their roots give all constants. */
const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  n => n > 1 && !Array.from({ length: n }, (_, i) => i).some(i => i > 1 && n % i === 0),
);

/** The first 32 bits behind the point. */
const rootBits = (root: number): number => Math.floor((root % 1) * 2 ** 32) | 0;

const roundConstants = (): Code => [
  ...new Uint8Array(Int32Array.from(PRIMES, n => rootBits(Math.cbrt(n))).buffer),
];

if (import.meta.main)
  writeFileSync(join(import.meta.dirname, '../packages/core/src/sha256-wasm.ts'), sha256Source());
