/**
 * The range coder of packs: numbers are narrowed down to an interval, the smaller the less likely they were. Whole numbers of
 * 32 bits only, so that every machine finds the same interval. Writer and reader have one interface: the writer gets what
 * happens and gives it back, the reader finds it out, so that one description of a format serves both.
 */
import { type Fail, fail } from '@kifu/core';

/** An interval narrower than this takes in another byte. */
const LEAST = 1 << 23;
const WHOLE = 0x7fffffff;
/** How many bytes after the last may be asked for: the reader looks that far ahead. They count as zeros. */
const AHEAD = 4;

/** Writes or reads; see each method for what the argument is, which the reader does not look at. */
export interface Coder {
  /** How many bytes have been read; null for a writer. */
  readonly offset: number | null;
  /** One bit that is 1 with a probability of p ÷ 32768; p is from 1 to 32767. */
  bit(p: number, bit: number): number;
  /** A number below 2^bits, all alike likely; bits are at most 16. */
  flat(bits: number, value: number): number;
  /** Which of `count` choices, by their weights, which are above 0 and have this sum, at most 2^17. */
  pick(weights: Int32Array, count: number, sum: number, index: number): number;
}

/** The bytes are not a pack, or not a complete one. Never leaves this package: `damaged` makes a fault of it. */
export class DamagedError extends Error {}

/** The fault of a pack that cannot be read, or of a record that cannot be packed; any other error is thrown on. */
export function damaged(cause: unknown, { offset }: Pick<Coder, 'offset'>): Fail {
  if (!(cause instanceof DamagedError)) throw cause;
  return offset === null
    ? fail('too-large', `the record cannot be packed: ${cause.message}`)
    : fail('malformed', `damaged pack: ${cause.message}`, { at: { offset } });
}

/** Writes. */
export class Writer implements Coder {
  readonly offset = null;
  #bytes = new Uint8Array(256);
  #length = 0;
  /** Where the interval begins, in 32 bits, and how wide it is. */
  #low = 0;
  #range = WHOLE;

  bit(p: number, bit: number): number {
    const bound = (this.#range >>> 15) * p;
    if (bit === 1) this.#narrow(0, bound);
    else this.#narrow(bound, this.#range - bound);
    return bit;
  }

  flat(bits: number, value: number): number {
    const unit = this.#range >>> bits;
    this.#narrow(unit * value, unit);
    return value;
  }

  pick(weights: Int32Array, _count: number, sum: number, index: number): number {
    const unit = Math.trunc(this.#range / sum);
    let before = 0;
    for (let i = 0; i < index; i++) before += weights[i]!;
    this.#narrow(unit * before, unit * weights[index]!);
    return index;
  }

  /** All bytes: of the numbers in the interval, the one that takes the fewest. */
  finish(): Uint8Array {
    this.#add(shortestIn(this.#low, this.#range) - this.#low);
    const length = this.#length + lengthOf(this.#low);
    for (let i = 0; i < AHEAD; i++) this.#shift();
    return this.#bytes.slice(0, length);
  }

  #narrow(from: number, range: number): void {
    this.#add(from);
    this.#range = range;
    while (this.#range < LEAST) {
      this.#shift();
      this.#range *= 256;
    }
  }

  /** Moves the beginning of the interval on, and carries into the bytes that are written. */
  #add(from: number): void {
    this.#low += from;
    if (this.#low < 2 ** 32) return;
    this.#low -= 2 ** 32;
    let i = this.#length - 1;
    while (this.#bytes[i] === 0xff) this.#bytes[i--] = 0;
    this.#bytes[i]!++;
  }

  #shift(): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(2 * this.#length);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = this.#low >>> 24;
    this.#low = (this.#low << 8) >>> 0;
  }
}

/** Reads what a `Writer` has written; throws `DamagedError` at bytes that no `Writer` gives. */
export class Reader implements Coder {
  readonly #bytes: Uint8Array;
  /** How far it has read; may lie a little after the end. */
  #at: number;
  /** Where the number lies in the interval, and how wide that is: both stay below 2^31. */
  #code = 0;
  #range = WHOLE;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    for (let i = 0; i < AHEAD; i++) this.#code = (this.#code << 8) | this.#next();
    if (this.#code < 0 || this.#code >= WHOLE) throw new DamagedError('no pack begins like that');
  }

  get offset(): number {
    return Math.min(this.#at, this.#bytes.length);
  }

  bit(p: number): number {
    const range = this.#range;
    const bound = (range >>> 15) * p;
    if (this.#code < bound) {
      this.#range = bound;
      if (bound < LEAST) this.#fill();
      return 1;
    }
    this.#code -= bound;
    this.#range = range - bound;
    if (this.#range < LEAST) this.#fill();
    return 0;
  }

  flat(bits: number): number {
    const unit = this.#range >>> bits;
    const value = Math.trunc(this.#code / unit);
    if (value >>> bits !== 0) throw new DamagedError('a number lies outside of its range');
    this.#code -= unit * value;
    this.#range = unit;
    this.#fill();
    return value;
  }

  pick(weights: Int32Array, count: number, sum: number): number {
    const unit = Math.trunc(this.#range / sum);
    const code = this.#code;
    let end = unit * weights[0]!;
    let i = 0;
    while (end <= code) {
      if (++i === count) throw new DamagedError('a choice lies outside of its range');
      end += unit * weights[i]!;
    }
    const range = unit * weights[i]!;
    this.#code = code - (end - range);
    this.#range = range;
    if (range < LEAST) this.#fill();
    return i;
  }

  /** Throws unless the bytes end just as a `Writer` ends them. */
  finish(): void {
    const from = this.#at - AHEAD;
    const taken = last32(this.#bytes, from);
    const low = (taken - this.#code + 2 ** 32) % 2 ** 32;
    const end = shortestIn(low, this.#range) % 2 ** 32;
    if (from + lengthOf(end) < this.#bytes.length)
      throw new DamagedError('bytes follow after the end');
    if (end !== taken) throw new DamagedError('it does not end as a pack ends');
  }

  #fill(): void {
    while (this.#range < LEAST) {
      this.#code = (this.#code << 8) | this.#next();
      this.#range <<= 8;
    }
  }

  #next(): number {
    if (this.#at >= this.#bytes.length + AHEAD) throw new DamagedError('the bytes end too soon');
    return this.#bytes[this.#at++] ?? 0;
  }
}

/** The number in an interval that has the most zeros at its end; of several the least. */
function shortestIn(low: number, range: number): number {
  let size = 2 ** 32;
  while (Math.ceil(low / size) * size >= low + range) size /= 2;
  return Math.ceil(low / size) * size;
}

/** How many bytes a number of 32 bits has without the zeros at its end. */
function lengthOf(value: number): number {
  let length = AHEAD;
  while (length > 0 && (value / 256 ** (AHEAD - length)) % 256 === 0) length--;
  return length;
}

/** The 32 bits from a place on; what lies after the end is zeros. */
function last32(bytes: Uint8Array, from: number): number {
  let value = 0;
  for (let i = from; i < from + AHEAD; i++) value = value * 256 + (bytes[i] ?? 0);
  return value;
}
