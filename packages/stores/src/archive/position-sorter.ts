/**
 * Sorts pairs of a position and a match number, more than fit into memory: each goes into a heap by its first byte, large heaps
 * are written to disk, and then the heaps are sorted one by one.
 */
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eachPosition } from '@kifu/record/store';
import { POSITION_KEY_BYTES } from './terms.ts';

/** 256 heaps of 32 KiB. */
const HEAP_PAIRS = 4096;
const HEAPS = 256;
/** Pair in 64 bits: five bytes of the position, three of the number. */
const NUMBER_BITS = 24n;

/** Position as a key, with the matches that reached it, in order. */
export interface SortedPosition {
  readonly position: Uint8Array;
  readonly numbers: readonly number[];
}

export class PositionSorter {
  readonly #folder = mkdtempSync(join(tmpdir(), 'kifu-positions-'));
  readonly #heaps = Array.from({ length: HEAPS }, () => new BigUint64Array(HEAP_PAIRS));
  readonly #lengths = new Uint32Array(HEAPS);

  /** Adds the positions of a match. */
  add(positions: Uint8Array, number: number): void {
    for (const position of eachPosition(positions)) {
      const first = position[0]!;
      let key = 0n;
      for (let i = 1; i < POSITION_KEY_BYTES; i++) key = (key << 8n) | BigInt(position[i]!);
      this.#heaps[first]![this.#lengths[first]!++] = (key << NUMBER_BITS) | BigInt(number);
      if (this.#lengths[first] === HEAP_PAIRS) this.#spill(first);
    }
  }

  #spill(first: number): void {
    appendFileSync(
      this.#path(first),
      new Uint8Array(this.#heaps[first]!.buffer, 0, 8 * this.#lengths[first]!),
    );
    this.#lengths[first] = 0;
  }

  #path(first: number): string {
    return join(this.#folder, String(first));
  }

  /** Yields all pairs in order; a match counts once per position. */
  *sorted(): Generator<SortedPosition> {
    for (let first = 0; first < HEAPS; first++) {
      const pairs = this.#take(first).sort();
      for (let i = 0; i < pairs.length; ) {
        const key = pairs[i]! >> NUMBER_BITS;
        const numbers: number[] = [];
        for (; i < pairs.length && pairs[i]! >> NUMBER_BITS === key; i++)
          if (i === 0 || pairs[i] !== pairs[i - 1])
            numbers.push(Number(BigInt.asUintN(Number(NUMBER_BITS), pairs[i]!)));
        yield { position: positionOf(first, key), numbers };
      }
    }
  }

  #take(first: number): BigUint64Array {
    const path = this.#path(first);
    if (!existsSync(path)) return this.#heaps[first]!.slice(0, this.#lengths[first]);
    this.#spill(first);
    const bytes = readFileSync(path);
    return new BigUint64Array(
      bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
    );
  }

  /** Deletes the files on disk. */
  close(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function positionOf(first: number, key: bigint): Uint8Array {
  const position = new Uint8Array(POSITION_KEY_BYTES);
  position[0] = first;
  for (let i = POSITION_KEY_BYTES - 1, rest = key; i > 0; i--, rest >>= 8n)
    position[i] = Number(rest & 255n);
  return position;
}
