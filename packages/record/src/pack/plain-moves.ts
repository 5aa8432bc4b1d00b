/**
 * Moves as bytes, in plain packs: each bit is predicted from those before it in its byte. The first two bytes mostly say what moves
 * and where; later ones are mostly 0.
 */
import type { Seat } from '@kifu/core';
import type { Coder } from './coder.ts';
import { Bits } from './contexts.ts';

/** Numbered moves have at most this many bytes. */
const MOST_BYTES = 3;
/** The seats that have contexts of their own; later ones share those of the last. */
const SEATS = 2;
/** Each byte of a seat has as many contexts; the first of them, which no bit has, is for whether a later byte is 0. */
const CONTEXTS = 256;
const FIRST = new Bits(SEATS * MOST_BYTES * CONTEXTS);

/** Guesses the bytes of moves. */
export class PlainMoves {
  readonly #bits = new Bits(FIRST.states.length);

  /** Forgets everything. */
  begin(): void {
    this.#bits.begin(FIRST);
  }

  /** Writes or reads a move of `size` bytes. */
  code(coder: Coder, seat: Seat, size: number, written: Uint8Array | null): Uint8Array {
    const found = written ?? new Uint8Array(size);
    const bits = this.#bits;
    const own = Math.min(seat, SEATS - 1) * MOST_BYTES;
    for (let k = 0; k < size; k++) {
      const base = (own + k) * CONTEXTS;
      const byte = written === null ? 0 : written[k]!;
      if (k >= 2 && bits.code(coder, base, byte === 0 ? 1 : 0) === 1) continue;
      let node = 1;
      for (let i = 7; i >= 0; i--) node = 2 * node + bits.code(coder, base + node, (byte >> i) & 1);
      if (written === null) found[k] = node & 255;
    }
    return found;
  }
}
