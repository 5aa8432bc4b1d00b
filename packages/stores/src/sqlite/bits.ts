/** A set of small whole numbers, a bit each. */
export class Bits {
  #bytes = new Uint8Array(1024);

  /** Adds a number; false if it is there already. */
  add(n: number): boolean {
    const at = Math.floor(n / 8);
    if (at >= this.#bytes.length) this.#grow(at);
    const bit = 1 << (n % 8);
    if ((this.#bytes[at]! & bit) !== 0) return false;
    this.#bytes[at]! |= bit;
    return true;
  }

  has(n: number): boolean {
    return ((this.#bytes[Math.floor(n / 8)] ?? 0) & (1 << (n % 8))) !== 0;
  }

  #grow(at: number): void {
    const bytes = new Uint8Array(2 * at);
    bytes.set(this.#bytes);
    this.#bytes = bytes;
  }
}
