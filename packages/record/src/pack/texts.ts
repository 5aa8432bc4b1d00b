/**
 * Bytes that are mostly text. Each bit is predicted in three ways, from one, two and three bytes before it, and the odds are
 * added up. Frequent words of records (`vocabulary.ts`) have been learned before.
 */
import type { Coder } from './coder.ts';
import { Bits } from './contexts.ts';
import type { TextModel } from './items.ts';
import { ODDS, probabilityOf } from './powers.ts';

/** The upper twelve bits of a probability, as `ODDS` takes them, in the state of a context. */
const UPPER = 12;
const SLOTS_LOG2 = 16;
const SHIFT = 32 - SLOTS_LOG2;
/** Each guess counts for this much, in sixteenths: three that agree are surer than one. */
const SHARE = 10;
/** Spread what is multiplied by them over all 32 bits: any odd numbers will do, but these are the ones. */
const SPREAD = 0x9e3779b1;
const SPREAD_NODE = 0x85ebca6b;
/** How many contexts a byte changes: three for each bit. */
const TOUCHED = 24;
/** How many changes are remembered; after more, everything is copied. */
const MOST_TOUCHED = 1 << 15;

/** Guesses bytes. */
export class Texts implements TextModel {
  readonly #bits = new Bits(1 << SLOTS_LOG2);
  /** Which contexts have changed since it was taught. */
  readonly #touched = new Uint16Array(MOST_TOUCHED);
  #count = 0;
  /** What is being written, and the bytes before, the last one lowest. */
  #field = 0;
  #before = 0;

  begin(field: number): void {
    this.#field = field;
    this.#before = 0xffff00 | field;
  }

  code(coder: Coder | null, value: number): number {
    const bits = this.#bits;
    const { states } = bits;
    const touched = this.#touched;
    const isRoom = this.#count <= MOST_TOUCHED - TOUCHED;
    let count = isRoom ? this.#count : 0;
    // now, because reading may throw on the way; where there is no room, everything will be copied
    this.#count = isRoom ? count + TOUCHED : MOST_TOUCHED;
    const before = this.#before;
    const one = Math.imul((before & 0xff) | (this.#field << 8), SPREAD);
    const two = Math.imul((before & 0xffff) | (1 << 24), SPREAD);
    const three = Math.imul(before | (2 << 24), SPREAD);
    let node = 1;
    for (let i = 7; i >= 0; i--) {
      const step = Math.imul(node, SPREAD_NODE);
      const a = (one + step) >>> SHIFT;
      const b = (two + step) >>> SHIFT;
      const c = (three + step) >>> SHIFT;
      let bit = (value >> i) & 1;
      if (coder !== null) {
        const odds =
          ODDS[states[a]! >>> UPPER]! + ODDS[states[b]! >>> UPPER]! + ODDS[states[c]! >>> UPPER]!;
        bit = coder.bit(probabilityOf((odds * SHARE) >> 4), bit);
      }
      bits.learn(a, bit);
      bits.learn(b, bit);
      bits.learn(c, bit);
      touched[count++] = a;
      touched[count++] = b;
      touched[count++] = c;
      node = 2 * node + bit;
    }
    this.#before = ((before << 8) & 0xffffff) | (node & 255);
    return node & 255;
  }

  /** Forgets what it has learned beyond what another model knows. */
  resetTo(other: Texts): void {
    const own = this.#bits.states;
    const { states } = other.#bits;
    if (this.#count >= MOST_TOUCHED) own.set(states);
    else
      for (let i = 0; i < this.#count; i++) {
        const slot = this.#touched[i]!;
        own[slot] = states[slot]!;
      }
    this.#count = 0;
  }

  /** Another model that has learned the same. */
  clone(): Texts {
    const copy = new Texts();
    copy.#count = MOST_TOUCHED;
    copy.resetTo(this);
    return copy;
  }
}
