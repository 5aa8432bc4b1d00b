/**
 * A leaf of a sorted run: some of its pairs in order, in few bits. Keys are beginnings of hashes, so that the steps between them are
 * about as large as chance makes them, and are written by a Rice code. Where a key has many numbers, they are steps as well.
 *
 * Two bytes say how many pairs there are, one the width of a remainder, one the width of a number, four the least number. The first
 * pair is stored next to the leaf. Each other pair is either 0 and the step of the number less one, in groups of four bits, the
 * lowest first, of which the first says that another follows; or 1 and the step of the key less one, its quotient in unary (ones
 * and a zero) and then its remainder, and the number above the least one.
 */
import { CorruptionError } from './errors.ts';
import type { Pairs } from './pairs.ts';

/** Four leaves fill a page of 4,096 bytes with the columns beside them. https://sqlite.org/fileformat2.html */
const LEAF_BYTES = 968;
const HEAD_BYTES = 8;
/** How many pairs are looked at to choose widths, and how many a leaf has at most. */
const MOST_PAIRS = 512;
/** A group is a bit that says whether more follow, and three of the value. */
const GROUP = 8;

/** A leaf, and the first pair after it. */
interface EncodedLeaf {
  readonly bytes: Uint8Array;
  readonly end: number;
}

/** Encodes as many pairs as a leaf takes. They are sorted, and no two are alike. */
export function encodeLeaf({ keys, numbers, length }: Pairs, start: number): EncodedLeaf {
  const most = Math.min(length, start + MOST_PAIRS);
  let [distinct, least, greatest] = [0, numbers[start]!, numbers[start]!];
  for (let i = start + 1; i < most; i++) {
    if (keys[i] !== keys[i - 1]) distinct++;
    if (numbers[i]! < least) least = numbers[i]!;
    if (numbers[i]! > greatest) greatest = numbers[i]!;
  }
  const step = (keys[most - 1]! - keys[start]!) / Math.max(distinct, 1);
  const keyBits = step < 1 ? 0 : Math.floor(Math.log2(step));
  const [size, numberBits] = [2 ** keyBits, bitsOf(greatest - least)];
  const output = new BitOutput(HEAD_BYTES, LEAF_BYTES);
  let end = start + 1;
  for (; end < most; end++) {
    output.mark();
    const more = keys[end]! - keys[end - 1]! - 1;
    if (more < 0) {
      output.write(0, 1);
      output.writeGroups(numbers[end]! - numbers[end - 1]! - 1);
    } else {
      const quotient = Math.floor(more / size);
      output.write(1, 1);
      output.writeOnes(quotient);
      output.writeWide(more - quotient * size, keyBits);
      output.writeWide(numbers[end]! - least, numberBits);
    }
    if (output.isFull) {
      output.undo();
      break;
    }
  }
  const bytes = output.finish();
  const view = new DataView(bytes.buffer);
  view.setUint16(0, end - start);
  view.setUint8(2, keyBits);
  view.setUint8(3, numberBits);
  view.setUint32(4, least);
  return { bytes, end };
}

/** Yields the pairs of a leaf up to a key. Throws `CorruptionError` if the bytes are not a leaf. */
export function decodeLeaf(
  bytes: Uint8Array,
  first: { readonly key: number; readonly number: number },
  take: (key: number, number: number) => void,
  upTo = Number.POSITIVE_INFINITY,
): void {
  if (bytes.length < HEAD_BYTES) throw new CorruptionError('a leaf is too short');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const count = view.getUint16(0);
  const [keyBits, numberBits, least] = [view.getUint8(2), view.getUint8(3), view.getUint32(4)];
  if (count === 0 || keyBits > 2 * MOST_BITS || numberBits > 32)
    throw new CorruptionError('a leaf has an invalid header');
  const input = new BitInput(bytes, HEAD_BYTES);
  const size = 2 ** keyBits;
  let { key, number } = first;
  if (key > upTo) return;
  take(key, number);
  for (let i = 1; i < count; i++) {
    // the bit that says which kind of pair it is, and a group, if it is that kind
    const start = input.read(5);
    if (start < 16) number += input.readGroups(start) + 1;
    else {
      input.unread(4);
      key += input.readOnes() * size + input.readWide(keyBits) + 1;
      number = least + input.readWide(numberBits);
      if (key > upTo) return;
    }
    take(key, number);
  }
  if (!input.isRead) throw new CorruptionError('a leaf has too many or too few bits');
}

/** How many bits a number takes that is less than 2^32. */
const bitsOf = (number: number): number => 32 - Math.clz32(number);

/** How many bits are written or read at once: with up to seven that wait they are a whole number of 31. */
const MOST_BITS = 24;
const HIGH = 2 ** MOST_BITS;

/** Bits, the highest of each byte first. */
class BitOutput {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #limit: number;
  #at: number;
  /** How many low bits of this are not in a byte yet. */
  #bits = 0;
  #waiting = 0;
  #marked = { at: 0, bits: 0, waiting: 0 };

  /** Writes bits after a number of bytes, and up to a number. One pair more than fits can be written. */
  constructor(from: number, upTo: number) {
    this.#bytes = new Uint8Array(2 * upTo);
    this.#at = from;
    this.#limit = upTo;
  }

  get isFull(): boolean {
    return this.#at + (this.#waiting > 0 ? 1 : 0) > this.#limit;
  }

  /** Notes where it is, to return to. */
  mark(): void {
    this.#marked.at = this.#at;
    this.#marked.bits = this.#bits;
    this.#marked.waiting = this.#waiting;
  }

  undo(): void {
    ({ at: this.#at, bits: this.#bits, waiting: this.#waiting } = this.#marked);
  }

  write(value: number, width: number): void {
    this.#bits = (this.#bits << width) | value;
    this.#waiting += width;
    while (this.#waiting >= 8) {
      this.#waiting -= 8;
      this.#bytes[this.#at++] = this.#bits >> this.#waiting;
    }
  }

  /** Of more bits than can be written at once. */
  writeWide(value: number, width: number): void {
    if (width > MOST_BITS) this.write(Math.floor(value / HIGH), width - MOST_BITS);
    this.write(value & (HIGH - 1), Math.min(width, MOST_BITS));
  }

  /** Writes `count` ones, and a zero. */
  writeOnes(count: number): void {
    let rest = count;
    for (; rest >= 8; rest -= 8) this.write(0xff, 8);
    this.write((2 << rest) - 2, rest + 1);
  }

  writeGroups(value: number): void {
    for (let rest = value; ; rest = Math.floor(rest / GROUP)) {
      this.write((rest >= GROUP ? GROUP : 0) + (rest % GROUP), 4);
      if (rest < GROUP) return;
    }
  }

  /** The bytes, the last of them filled up with zeros. */
  finish(): Uint8Array<ArrayBuffer> {
    if (this.#waiting > 0) this.write(0, 8 - this.#waiting);
    return this.#bytes.slice(0, this.#at);
  }
}

class BitInput {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #waiting = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  /** Whether all is read but for less than a byte, and nothing that is not there. */
  get isRead(): boolean {
    const left = 8 * (this.#bytes.length - this.#at) + this.#waiting;
    return left >= 0 && left < 8;
  }

  read(width: number): number {
    while (this.#waiting < width) {
      this.#bits = (this.#bits << 8) | (this.#bytes[this.#at++] ?? 0);
      this.#waiting += 8;
    }
    this.#waiting -= width;
    return (this.#bits >> this.#waiting) & ((1 << width) - 1);
  }

  /** Goes back by a number of bits that were just read. */
  unread(width: number): void {
    this.#waiting += width;
  }

  readWide(width: number): number {
    if (width <= MOST_BITS) return this.read(width);
    return this.read(width - MOST_BITS) * HIGH + this.read(MOST_BITS);
  }

  /** How many ones there are up to the next zero. */
  readOnes(): number {
    let count = 0;
    while (this.read(1) === 1) count++;
    return count;
  }

  /** A value in groups, of which the first has been read. */
  readGroups(first: number): number {
    let value = first % GROUP;
    for (let group = first, unit = GROUP; group >= GROUP; unit *= GROUP) {
      group = this.read(4);
      value += (group % GROUP) * unit;
    }
    return value;
  }
}
