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
  readonly #touchedBits = new Set<number>();
  #touchedGuesses: number[] = [];
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
    if (this.#touchedGuesses.length < SLOTS) this.#touchedGuesses.push(slot);
    this.#guesses[slot] = found | ((isRight ? Math.min(sureness + 1, SUREST) : 1) << 8);
    this.#before = ((before << 8) & 0xffffff) | found;
    return found;
  }

  #codeByte(coder: Coder | null, value: number): number {
    const base = (this.#before & 255) << 8;
    this.#touchedBits.add(base);
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
    for (const base of this.#touchedBits) own.set(states.subarray(base, base + 256), base);
    own.set(states.subarray(GUESSES), GUESSES);
    this.#touchedBits.clear();
    if (this.#touchedGuesses.length === SLOTS) this.#guesses.set(other.#guesses);
    else for (const slot of this.#touchedGuesses) this.#guesses[slot] = other.#guesses[slot]!;
    this.#touchedGuesses = [];
  }

  /** Another model that has learned the same. */
  clone(): QuickTexts {
    const copy = new QuickTexts();
    copy.#bits.begin(this.#bits);
    copy.#guesses.set(this.#guesses);
    return copy;
  }
}
