/** Probabilities that learn: each context remembers how often its bit was 1, the last times the most. */
import { type Coder, DamagedError } from './coder.ts';

const HALF = 1 << 15;
/** Probabilities have 16 bits and stay away from certainty. */
const LEAST = 32;
/** How far a probability moves towards what happened, of 65536, by how often that was: half the way, a third, … a 64th. */
const RATES = Int32Array.from({ length: 63 }, (_, count) => Math.trunc(65536 / (count + 2)));
const SLOWEST = RATES.length - 1;
const COUNT_BITS = 8;

/** Contexts of one bit each. */
export class Bits {
  /** Of each context the probability of a 1, of 65536, and in the lowest eight bits how often it has learned. */
  readonly states: Uint32Array;

  constructor(size: number) {
    this.states = new Uint32Array(size).fill(HALF << COUNT_BITS);
  }

  /** Takes over what others have learned, of as many contexts. */
  begin({ states }: Bits): void {
    this.states.set(states);
  }

  /** Sets what a context begins with: how likely a 1 is, of 65536, and how sure that is, as if it had been seen `count` times. */
  expect(i: number, p: number, count: number): void {
    this.states[i] = (p << COUNT_BITS) | count;
  }

  /** Writes or reads a bit in a context. */
  code(coder: Coder, i: number, bit: number): number {
    const found = coder.bit(this.states[i]! >>> (COUNT_BITS + 1), bit);
    this.learn(i, found);
    return found;
  }

  learn(i: number, bit: number): void {
    const state = this.states[i]!;
    const p = state >>> COUNT_BITS;
    const count = state & 255;
    const rate = RATES[count]!;
    // both products are below 2^32: as whole numbers they are quicker, and exact
    const next =
      bit === 1
        ? Math.min(65536 - LEAST, p + (Math.imul(65536 - p, rate) >>> 16))
        : Math.max(LEAST, p - (Math.imul(p, rate) >>> 16));
    this.states[i] = (next << COUNT_BITS) | (count < SLOWEST ? count + 1 : count);
  }
}

/** Contexts of a number: 64 for how long it is in bits, and 4 for each length. */
const NUMBER_CONTEXTS = 64 + 4 * 54;
const MAX_BITS = 53;
/** How many flat bits are written at a time. */
const CHUNK = 16;

/** Contexts of one whole number from 0 to 2^53 − 1 each. */
export class Numbers {
  readonly #bits: Bits;
  readonly #first: Bits;

  constructor(size: number) {
    this.#bits = new Bits(size * NUMBER_CONTEXTS);
    this.#first = new Bits(size * NUMBER_CONTEXTS);
    for (let base = 0; base < this.#first.states.length; base += NUMBER_CONTEXTS) {
      // lengths from 32 bits on are rare, and those from 16 on not common
      this.#first.expect(base + 1, 2048, 2);
      this.#first.expect(base + 2, 8192, 2);
    }
    this.begin();
  }

  /** Forgets everything. */
  begin(): void {
    this.#bits.begin(this.#first);
  }

  /** Writes or reads a number: its length in bits, then what follows after its first 1. */
  code(coder: Coder, i: number, value: number): number {
    const base = i * NUMBER_CONTEXTS;
    const length = this.#length(coder, base, lengthOf(value));
    if (length < 2) return length;
    let left = length - 1;
    let found = 1;
    // two bits are worth learning, the others are as good as random
    for (let node = 1; left > 0 && node < 4; node = 2 * node + (found % 2)) {
      left--;
      const bit = Math.floor(value / 2 ** left) % 2;
      found = 2 * found + this.#bits.code(coder, base + 64 + 4 * length + node, bit);
    }
    while (left > 0) {
      const size = Math.min(left, CHUNK);
      left -= size;
      found = found * 2 ** size + coder.flat(size, Math.floor(value / 2 ** left) % 2 ** size);
    }
    return found;
  }

  #length(coder: Coder, base: number, length: number): number {
    let node = 1;
    for (let i = 5; i >= 0; i--)
      node = 2 * node + this.#bits.code(coder, base + node, (length >> i) & 1);
    if (node - 64 > MAX_BITS) throw new DamagedError('a number has too many bits');
    return node - 64;
  }
}

/** How many bits a number has; 0 has none. */
const lengthOf = (value: number): number =>
  value < 2 ** 32 ? 32 - Math.clz32(value) : 64 - Math.clz32(Math.floor(value / 2 ** 32));
