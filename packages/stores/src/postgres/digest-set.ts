/** A set of many millions of digests: about 40 bytes each, while a set of texts takes 100 and more. */

const DIGEST_BYTES = 32;
const FIRST_ROOM = 1024;
/** How full the table gets before it grows. */
const LOAD = 0.5;

/** A set that only grows. */
export class DigestSet {
  #digests = new Uint8Array(FIRST_ROOM * LOAD * DIGEST_BYTES);
  /** Index of a digest, from 1; 0 is free. Digests are as good as random, so four bytes of each are their hash. */
  #places = new Uint32Array(FIRST_ROOM);
  #size = 0;
  /** Which four, at random: an attacker cannot create digests that all collide there. */
  readonly #from = Math.floor(Math.random() * (DIGEST_BYTES - 3));

  get size(): number {
    return this.#size;
  }

  has(digest: Uint8Array): boolean {
    return this.#places[this.#find(digest)] !== 0;
  }

  /** Whether it is new. */
  add(digest: Uint8Array): boolean {
    const at = this.#find(digest);
    if (this.#places[at] !== 0) return false;
    this.#digests.set(digest, this.#size * DIGEST_BYTES);
    this.#places[at] = ++this.#size;
    if (this.#size >= this.#places.length * LOAD) this.#grow();
    return true;
  }

  /** Returns the slot of a digest in the table, or the free one for it. */
  #find(digest: Uint8Array): number {
    const mask = this.#places.length - 1;
    for (let at = hashOf(digest, this.#from) & mask; ; at = (at + 1) & mask) {
      const place = this.#places[at]!;
      if (place === 0 || this.#isAt(digest, (place - 1) * DIGEST_BYTES)) return at;
    }
  }

  #isAt(digest: Uint8Array, offset: number): boolean {
    for (let i = 0; i < DIGEST_BYTES; i++)
      if (this.#digests[offset + i] !== digest[i]) return false;
    return true;
  }

  #grow(): void {
    const digests = new Uint8Array(2 * this.#digests.length);
    digests.set(this.#digests);
    this.#digests = digests;
    this.#places = new Uint32Array(2 * this.#places.length);
    const mask = this.#places.length - 1;
    for (let place = 1; place <= this.#size; place++) {
      let at = hashOf(digests, (place - 1) * DIGEST_BYTES + this.#from) & mask;
      while (this.#places[at] !== 0) at = (at + 1) & mask;
      this.#places[at] = place;
    }
  }
}

const hashOf = (bytes: Uint8Array, at: number): number =>
  bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
