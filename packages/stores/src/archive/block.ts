/**
 * A block of a table: pairs of a key and a value, sorted by key. A prefix that a key shares with the previous one is not repeated.
 * Each pair has four parts: the length of the shared prefix, the length of the rest, the rest, and the value with its length.
 */
import { CUT, readVarint, varintLength, writeVarint } from '@kifu/record/car';

/** Key and value. */
export interface Pair {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** Limit of keys that we write. */
export const MAX_KEY_BYTES = 1024;

/** Writes pairs, which must be sorted. */
export class BlockWriter {
  #bytes = new Uint8Array(1 << 12);
  #at = 0;
  #last: Uint8Array = new Uint8Array();

  get length(): number {
    return this.#at;
  }

  add({ key, value }: Pair): void {
    const shared = sharedLength(this.#last, key);
    const rest = key.length - shared;
    const most = this.#at + 30 + rest + value.length;
    if (most > this.#bytes.length) this.#grow(most);
    let at = writeVarint(shared, this.#bytes, this.#at);
    at = writeVarint(rest, this.#bytes, at);
    this.#bytes.set(key.subarray(shared), at);
    at = writeVarint(value.length, this.#bytes, at + rest);
    this.#bytes.set(value, at);
    this.#at = at + value.length;
    this.#last = key;
  }

  #grow(least: number): void {
    const larger = new Uint8Array(2 * least);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }

  /** Returns the block, and starts the next one. */
  take(): Uint8Array {
    const block = this.#bytes.slice(0, this.#at);
    this.#at = 0;
    this.#last = new Uint8Array();
    return block;
  }
}

function sharedLength(a: Uint8Array, b: Uint8Array): number {
  const most = Math.min(a.length, b.length);
  let i = 0;
  while (i < most && a[i] === b[i]) i++;
  return i;
}

/** Returns the pairs of a block; null if the bytes are not a block, or the pairs not in order. Values share memory with the block. */
export function readBlock(bytes: Uint8Array): readonly Pair[] | null {
  const pairs: Pair[] = [];
  let last = new Uint8Array();
  let at = 0;
  const next = (): number => {
    const value = readVarint(bytes, at);
    if (value > CUT) at += varintLength(value);
    return value;
  };
  while (at < bytes.length) {
    const shared = next();
    const rest = next();
    if (shared < 0 || rest < 0 || shared > last.length || shared + rest > MAX_KEY_BYTES)
      return null;
    const end = at + rest;
    if (end > bytes.length) return null;
    const key = new Uint8Array(shared + rest);
    key.set(last.subarray(0, shared));
    key.set(bytes.subarray(at, end), shared);
    at = end;
    const length = next();
    if (length < 0 || at + length > bytes.length) return null;
    if (pairs.length > 0 && compareBytes(last, key) >= 0) return null;
    pairs.push({ key, value: bytes.subarray(at, at + length) });
    at += length;
    last = key;
  }
  return pairs;
}

/** Compares byte by byte; negative if the first key sorts first, as a prefix does. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const shared = sharedLength(a, b);
  return (a[shared] ?? -1) - (b[shared] ?? -1);
}
