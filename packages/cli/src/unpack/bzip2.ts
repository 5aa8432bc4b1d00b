/**
 * bzip2, read block by block. Only what encoders write: blocks that were randomised, as the first versions did, are refused, and every
 * block must be what its checksum says.
 */
import { UnpackError } from './errors.ts';

const BLOCK = 0x314159265359;
const END = 0x177245385090;
const GROUP_SYMBOLS = 50;
const MAX_LENGTH = 20;
const RUN_A = 0;
const RUN_B = 1;

/** The bytes of a file, a block at a time; one stream may follow another. */
export function* unpackBzip2(bytes: Uint8Array): Generator<Uint8Array> {
  const input = new BitReader(bytes);
  while (!input.isAtEnd) {
    if (input.read(24) !== 0x425a68) damaged('there is no beginning of a stream'); // BZh
    const level = input.read(8) - 48;
    if (level < 1 || level > 9) damaged('there is no size of blocks');
    let magic = input.read(24) * 2 ** 24 + input.read(24);
    let checksum = 0;
    for (; magic === BLOCK; magic = input.read(24) * 2 ** 24 + input.read(24)) {
      const expected = input.read32();
      const block = readBlock(input, level * 100_000);
      const found = checksumOf(block);
      if (found !== expected) damaged('the checksum of a block is wrong');
      checksum = ((checksum << 1) | (checksum >>> 31)) ^ found;
      yield block;
    }
    if (magic !== END) damaged('there is no block');
    if (input.read32() !== checksum >>> 0) damaged('the checksum of a stream is wrong');
    input.skipToByte();
  }
}

function damaged(message: string): never {
  throw new UnpackError('malformed', `this bzip2 is damaged: ${message}`);
}

function readBlock(input: BitReader, size: number): Uint8Array {
  if (input.read(1) === 1) damaged('it is of a version that nobody writes any more');
  const origin = input.read(24);
  const symbols = readSymbols(input);
  const last = symbols.length + 1; // the symbol that ends the block
  const { selectors, tables } = readTables(input, last + 1);
  const values = new Uint32Array(size);
  const counts = new Uint32Array(256);
  let count = 0;
  let run = 0;
  let weight = 1;
  for (let group = 0; ; group++) {
    const table = tables[selectors[group] ?? -1] ?? damaged('a block has no end');
    for (let i = 0; i < GROUP_SYMBOLS; i++) {
      const symbol = decode(input, table);
      if (symbol === RUN_A || symbol === RUN_B) {
        run += weight * (symbol + 1);
        weight *= 2;
        if (run > size) damaged('a run is longer than its block');
        continue;
      }
      if (run > 0) {
        const value = symbols[0]!;
        if (count + run > size) damaged('a block is longer than it may be');
        values.fill(value, count, count + run);
        counts[value]! += run;
        count += run;
        run = 0;
        weight = 1;
      }
      if (symbol === last) return undoRuns(undoSort(values, counts, count, origin), size);
      const value = symbols[symbol - 1]!;
      symbols.copyWithin(1, 0, symbol - 1);
      symbols[0] = value;
      if (count === size) damaged('a block is longer than it may be');
      values[count++] = value;
      counts[value]!++;
    }
  }
}

/** The bytes that a block has, in rising order. */
function readSymbols(input: BitReader): Uint8Array {
  const groups = input.read(16);
  const symbols: number[] = [];
  for (let high = 0; high < 16; high++) {
    if (((groups >> (15 - high)) & 1) === 0) continue;
    const bits = input.read(16);
    for (let low = 0; low < 16; low++)
      if (((bits >> (15 - low)) & 1) === 1) symbols.push(16 * high + low);
  }
  if (symbols.length === 0) damaged('a block has no bytes');
  return Uint8Array.from(symbols);
}

/** A code of Huffman: by length the first code, how many there are, and the symbols in the order of their codes. */
interface HuffmanTable {
  readonly first: Int32Array;
  readonly counts: Int32Array;
  readonly offsets: Int32Array;
  readonly symbols: Int32Array;
}

function readTables(
  input: BitReader,
  alphabet: number,
): { readonly selectors: Uint8Array; readonly tables: readonly HuffmanTable[] } {
  const many = input.read(3);
  const selected = input.read(15);
  if (many < 2 || many > 6 || selected === 0) damaged('a block has no codes');
  const order = Array.from({ length: many }, (_, i) => i);
  const selectors = new Uint8Array(selected);
  for (let i = 0; i < selected; i++) {
    let at = 0;
    while (input.read(1) === 1) if (++at >= many) damaged('unknown code');
    const [table] = order.splice(at, 1);
    order.unshift(table!);
    selectors[i] = table!;
  }
  const tables = Array.from({ length: many }, () => readTable(input, alphabet));
  return { selectors, tables };
}

function readTable(input: BitReader, alphabet: number): HuffmanTable {
  const lengths = new Uint8Array(alphabet);
  let length = input.read(5);
  for (let i = 0; i < alphabet; i++) {
    for (;;) {
      if (length < 1 || length > MAX_LENGTH) damaged('a code is too long');
      if (input.read(1) === 0) break;
      length += input.read(1) === 0 ? 1 : -1;
    }
    lengths[i] = length;
  }
  const counts = new Int32Array(MAX_LENGTH + 1);
  for (const one of lengths) counts[one]!++;
  const first = new Int32Array(MAX_LENGTH + 1);
  const offsets = new Int32Array(MAX_LENGTH + 1);
  let [code, offset] = [0, 0];
  for (let bits = 1; bits <= MAX_LENGTH; bits++) {
    code <<= 1;
    first[bits] = code;
    offsets[bits] = offset;
    code += counts[bits]!;
    offset += counts[bits]!;
    if (code > 2 ** bits) damaged('there are more codes than there can be');
  }
  const symbols = new Int32Array(alphabet);
  const next = offsets.slice();
  for (const [symbol, bits] of lengths.entries()) symbols[next[bits]!++] = symbol;
  return { first, counts, offsets, symbols };
}

function decode(input: BitReader, { first, counts, offsets, symbols }: HuffmanTable): number {
  let code = 0;
  for (let bits = 1; bits <= MAX_LENGTH; bits++) {
    code = (code << 1) | input.read(1);
    const index = code - first[bits]!;
    if (index < counts[bits]!) return symbols[offsets[bits]! + index]!;
  }
  return damaged('unknown code');
}

/** Undoes the transform of Burrows and Wheeler. The list is used up: its upper bits become the way through it. */
function undoSort(
  values: Uint32Array,
  counts: Uint32Array,
  count: number,
  origin: number,
): Uint8Array {
  if (origin >= count) damaged('a block begins outside of itself');
  const starts = new Uint32Array(256);
  for (let i = 1; i < 256; i++) starts[i] = starts[i - 1]! + counts[i - 1]!;
  for (let i = 0; i < count; i++) {
    const value = values[i]! & 0xff;
    values[starts[value]!++]! |= i << 8;
  }
  const sorted = new Uint8Array(count);
  let at = values[origin]! >>> 8;
  for (let i = 0; i < count; i++) {
    const value = values[at]!;
    sorted[i] = value & 0xff;
    at = value >>> 8;
  }
  return sorted;
}

/** Four equal bytes are followed by how many more there are. A block grows by no more than that. */
function undoRuns(bytes: Uint8Array, size: number): Uint8Array {
  let output = new Uint8Array(size + 256);
  let [length, same] = [0, 0];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    const more = same === 4 ? byte : 0;
    if (length + more + 1 > output.length) {
      const longer = new Uint8Array(2 * (output.length + more));
      longer.set(output);
      output = longer;
    }
    if (same === 4) {
      output.fill(bytes[i - 1]!, length, length + more);
      length += more;
      same = 0;
      continue;
    }
    same = same > 0 && byte === output[length - 1] ? same + 1 : 1;
    output[length++] = byte;
  }
  return output.subarray(0, length);
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, i) => {
  let value = i << 24;
  for (let bit = 0; bit < 8; bit++) value = value < 0 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value;
});

function checksumOf(bytes: Uint8Array): number {
  let value = -1;
  for (const byte of bytes) value = (value << 8) ^ CHECKSUMS[(value >>> 24) ^ byte]!;
  return ~value >>> 0;
}

/** Bits from the highest of each byte on. */
class BitReader {
  readonly #bytes: Uint8Array;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length && this.#count === 0;
  }

  /** Up to 24 bits. */
  read(count: number): number {
    while (this.#count < count) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) throw new UnpackError('malformed', 'this bzip2 is cut off');
      this.#bits = ((this.#bits & 0xffffff) << 8) | byte;
      this.#count += 8;
    }
    this.#count -= count;
    return (this.#bits >>> this.#count) & (2 ** count - 1);
  }

  read32(): number {
    return this.read(16) * 2 ** 16 + this.read(16);
  }

  skipToByte(): void {
    this.#count -= this.#count % 8;
  }
}
