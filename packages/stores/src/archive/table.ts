/**
 * Tables: pairs sorted by key, in blocks, with index blocks above them up to one root, as in an immutable B-tree. A
 * reference to a block contains the hash of its bytes, so that a reader need not trust the server of the file.
 */
import { isSameBytes, sha256 } from '@kifu/core';
import {
  expectList,
  type Input,
  type Output,
  readFixed,
  readUint,
  writeBytes,
  writeListHead,
  writeUint,
} from '@kifu/core/cbor';
import { CUT, readVarint, varintLength, writeVarint } from '@kifu/record/car';
import { BlockWriter, compareBytes, type Pair } from './block.ts';
import { ArchiveDamagedError } from './errors.ts';

/** Location of a block, and the start of the hash of its bytes in the file. */
export interface BlockRef {
  readonly offset: number;
  readonly length: number;
  readonly check: Uint8Array;
}

/** Location of a table. */
export interface TableRef {
  /** How many levels of index blocks are above those with pairs. */
  readonly depth: number;
  readonly root: BlockRef;
}

/** How much of a digest identifies a block: enough that no other bytes with the same 16 can be found. */
const CHECK_BYTES = 16;
/** Size from which a block is full, before compression: about what one answer over the network should have. */
const BLOCK_BYTES = 1 << 14;
/** Limit of blocks that we write, compressed or not: a pair may be as large as a summary. */
export const MAX_BLOCK_BYTES = 1 << 20;
/** Limit of the depth: a table of this depth has more pairs than there are. */
const MAX_DEPTH = 8;

/** Returns the reference to a block at this offset of the file. */
export const blockRef = (bytes: Uint8Array, offset: number): BlockRef => ({
  offset,
  length: bytes.length,
  check: sha256(bytes).slice(0, CHECK_BYTES),
});

export const isBlock = (bytes: Uint8Array, { length, check }: BlockRef): boolean =>
  bytes.length === length && isSameBytes(sha256(bytes).subarray(0, CHECK_BYTES), check);

/** As written at the end of a file. */
export function writeTableRef(output: Output, { depth, root }: TableRef): void {
  writeListHead(output, 4);
  writeUint(output, depth);
  writeUint(output, root.offset);
  writeUint(output, root.length);
  writeBytes(output, root.check);
}

export function readTableRef(input: Input): TableRef {
  expectList(input, 4);
  const [depth, offset, length] = [readUint(input), readUint(input), readUint(input)];
  return {
    depth: Math.min(depth, MAX_DEPTH),
    root: { offset, length, check: readFixed(input, CHECK_BYTES) },
  };
}

/** As written in the block above. */
function encodeRef({ offset, length, check }: BlockRef): Uint8Array {
  const bytes = new Uint8Array(varintLength(offset) + varintLength(length) + CHECK_BYTES);
  bytes.set(check, writeVarint(length, bytes, writeVarint(offset, bytes, 0)));
  return bytes;
}

function decodeRef(bytes: Uint8Array): BlockRef | null {
  const offset = readVarint(bytes, 0);
  if (offset <= CUT) return null;
  const at = varintLength(offset);
  const length = readVarint(bytes, at);
  if (length <= CUT) return null;
  const check = bytes.subarray(at + varintLength(length));
  return check.length === CHECK_BYTES ? { offset, length, check } : null;
}

/** Writes a block to a file, and returns its location. */
export type KeepBlock = (block: Uint8Array) => BlockRef;

/** Writes a table; pairs must be sorted, without duplicate keys. */
export class TableWriter {
  readonly #keep: KeepBlock;
  /** The current block of each level, and its first key. */
  readonly #levels: { readonly block: BlockWriter; first: Uint8Array }[] = [];

  constructor(keep: KeepBlock) {
    this.#keep = keep;
  }

  add(pair: Pair): void {
    this.#add(pair, 0);
  }

  #add(pair: Pair, depth: number): void {
    let level = this.#levels[depth];
    if (level === undefined) {
      level = { block: new BlockWriter(), first: pair.key };
      this.#levels.push(level);
    }
    if (level.block.length === 0) level.first = pair.key;
    level.block.add(pair);
    if (level.block.length >= BLOCK_BYTES) this.#close(depth);
  }

  #close(depth: number): void {
    const { block, first } = this.#levels[depth]!;
    const ref = this.#keep(block.take());
    this.#add({ key: first, value: encodeRef(ref) }, depth + 1);
  }

  /** Writes the remaining blocks, up to the root. */
  finish(): TableRef {
    if (this.#levels.length === 0) return { depth: 0, root: this.#keep(new Uint8Array()) };
    for (let depth = 0; ; depth++) {
      const { block } = this.#levels[depth]!;
      if (depth === this.#levels.length - 1) return { depth, root: this.#keep(block.take()) };
      if (block.length > 0) this.#close(depth);
    }
  }
}

/** Returns the pairs of a block; throws if they cannot be read, or do not match the reference. */
export type LoadPairs = (ref: BlockRef) => Promise<readonly Pair[]>;

/** Reads a table, block by block. */
export class Table {
  readonly #ref: TableRef;
  readonly #load: LoadPairs;
  /** The name of the file. */
  readonly #file: string;

  constructor(ref: TableRef, file: string, load: LoadPairs) {
    this.#file = file;
    this.#ref = ref;
    this.#load = load;
  }

  /** Yields the pairs from a key on, in order. Blocks are requested as they are reached. */
  async *from(key: Uint8Array): AsyncGenerator<Pair, undefined> {
    yield* this.#below(this.#ref.root, this.#ref.depth, key, null);
  }

  async *#below(
    ref: BlockRef,
    depth: number,
    key: Uint8Array,
    first: Uint8Array | null,
  ): AsyncGenerator<Pair, undefined> {
    const pairs = await this.#load(ref);
    // otherwise a forged table could lead a search through endless blocks
    if (first !== null && !(pairs.length > 0 && compareBytes(pairs[0]!.key, first) === 0))
      throw new ArchiveDamagedError(this.#file, 'a block has an invalid header');
    if (depth === 0) {
      for (let i = firstFrom(pairs, key); i < pairs.length; i++) yield pairs[i]!;
      return;
    }
    // the key may be in the last block that starts before it
    for (let i = Math.max(firstAfter(pairs, key) - 1, 0); i < pairs.length; i++) {
      const below = decodeRef(pairs[i]!.value);
      if (below === null) throw new ArchiveDamagedError(this.#file, 'a block has no successor');
      yield* this.#below(below, depth - 1, key, pairs[i]!.key);
    }
  }

  /** Returns the pair of a key, or the first one after it; undefined if there is none. */
  async first(key: Uint8Array): Promise<Pair | undefined> {
    return (await this.from(key).next()).value;
  }
}

/** Returns the index of the first pair whose key is not less. */
const firstFrom = (pairs: readonly Pair[], key: Uint8Array): number =>
  firstWhere(pairs, pair => compareBytes(pair.key, key) >= 0);

/** Returns the index of the first pair whose key is greater. */
const firstAfter = (pairs: readonly Pair[], key: Uint8Array): number =>
  firstWhere(pairs, pair => compareBytes(pair.key, key) > 0);

function firstWhere(pairs: readonly Pair[], is: (pair: Pair) => boolean): number {
  let [low, high] = [0, pairs.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (is(pairs[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
