/** A map of bounded size, for what a peer may forget. */

/** Holds a limited number of values: those that were used last. */
export class LruCache<T> {
  readonly #all = new Map<string, T>();
  readonly #most: number;
  constructor(most: number) {
    this.#most = most;
  }
  get(name: string): T | undefined {
    const found = this.#all.get(name);
    if (found !== undefined) this.set(name, found);
    return found;
  }
  set(name: string, value: T): void {
    this.#all.delete(name);
    this.#all.set(name, value);
    if (this.#all.size > this.#most) this.#all.delete(this.#all.keys().next().value!);
  }
}
