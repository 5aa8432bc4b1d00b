/**
 * Bytes that are mostly text, guessed quickly: the byte that followed the last time on the same three bytes is either right, or else the
 * byte is coded bit by bit, each predicted from the byte before. `texts.ts` guesses better and takes several times as long.
 */
import type { Coder } from './coder.ts';
import { Bits } from './contexts.ts';
import type { TextModel } from './items.ts';

const SLOTS_LOG2 = 14;
const SLOTS = 1 << SLOTS_LOG2;
const SHIFT = 32 - SLOTS_LOG2;
const SPREAD = 0x9e3779b1;
/** A guess has been right this often at most; 0 where there is none. */
const SUREST = 7;
/** The contexts of guesses come after those of bytes: 256 for each byte before. */
const GUESSES = 256 * 256;

/** Guesses bytes. */
export class QuickTexts implements TextModel {
  readonly #bits = new Bits(GUESSES + SUREST + 1);
  /** By the hash of three bytes: the byte that followed, and above it how often that was right. */
  readonly #guesses = new Uint16Array(SLOTS);
  /** Which bytes before, and which guesses, have changed since it was taught; of guesses no more than there are, then any may have. */
  readonly #touchedBits = new Uint8Array(256);
  readonly #touchedGuesses = new Uint16Array(SLOTS);
  #guessCount = 0;
  #before = 0;

  begin(field: number): void {
    this.#before = 0xffff00 | field;
  }

  code(coder: Coder | null, value: number): number {
    const before = this.#before;
    const slot = Math.imul(before, SPREAD) >>> SHIFT;
    const guess = this.#guesses[slot]!;
    const sureness = guess >> 8;
    const isRight =
      sureness > 0 && this.#code(coder, GUESSES + sureness, value === (guess & 255) ? 1 : 0) === 1;
    const found = isRight ? guess & 255 : this.#codeByte(coder, value);
    if (this.#guessCount < SLOTS) this.#touchedGuesses[this.#guessCount++] = slot;
    this.#guesses[slot] = found | ((isRight ? Math.min(sureness + 1, SUREST) : 1) << 8);
    this.#before = ((before << 8) & 0xffffff) | found;
    return found;
  }

  #codeByte(coder: Coder | null, value: number): number {
    const last = this.#before & 255;
    const base = last << 8;
    this.#touchedBits[last] = 1;
    let node = 1;
    for (let i = 7; i >= 0; i--) node = 2 * node + this.#code(coder, base + node, (value >> i) & 1);
    return node & 255;
  }

  #code(coder: Coder | null, context: number, bit: number): number {
    if (coder !== null) return this.#bits.code(coder, context, bit);
    this.#bits.learn(context, bit);
    return bit;
  }

  /** Forgets what it has learned beyond what another model knows. */
  resetTo(other: QuickTexts): void {
    const own = this.#bits.states;
    const { states } = other.#bits;
    for (let base = 0; base < GUESSES; base += 256)
      if (this.#touchedBits[base >> 8] === 1) own.set(states.subarray(base, base + 256), base);
    own.set(states.subarray(GUESSES), GUESSES);
    this.#touchedBits.fill(0);
    if (this.#guessCount === SLOTS) this.#guesses.set(other.#guesses);
    else
      for (const slot of this.#touchedGuesses.subarray(0, this.#guessCount))
        this.#guesses[slot] = other.#guesses[slot]!;
    this.#guessCount = 0;
  }

  /** Another model that has learned the same. */
  clone(): QuickTexts {
    const copy = new QuickTexts();
    copy.#bits.begin(this.#bits);
    copy.#guesses.set(this.#guesses);
    return copy;
  }
}
