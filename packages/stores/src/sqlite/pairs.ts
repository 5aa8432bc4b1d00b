/** Pairs of a key and a number: the content of an index. A key is a prefix of a hash, the number its location. */

/** Any number of pairs, in the order in which they came. */
export class Pairs {
  keys: Float64Array;
  numbers: Float64Array;
  length = 0;

  constructor(room = 1024) {
    this.keys = new Float64Array(room);
    this.numbers = new Float64Array(room);
  }

  push(key: number, number: number): void {
    if (this.length === this.keys.length) this.#grow();
    this.keys[this.length] = key;
    this.numbers[this.length++] = number;
  }

  clear(): void {
    this.length = 0;
  }

  /** By key and then by number, each pair once. */
  sorted(): Pairs {
    const { keys, numbers, length } = this;
    const sorted = new Pairs(length);
    const order = orderOf(keys.subarray(0, length));
    for (let i = 0; i < length; i++) {
      const from = order[i]!;
      sorted.#insert(keys[from]!, numbers[from]!);
    }
    return sorted;
  }

  /** Inserts a pair in order: at the end, unless its key has the same prefix as the one before. */
  #insert(key: number, number: number): void {
    const { keys, numbers } = this;
    let at = this.length;
    while (at > 0 && (keys[at - 1]! > key || (keys[at - 1] === key && numbers[at - 1]! > number)))
      at--;
    if (at > 0 && keys[at - 1] === key && numbers[at - 1] === number) return;
    for (let i = this.length++; i > at; i--) {
      keys[i] = keys[i - 1]!;
      numbers[i] = numbers[i - 1]!;
    }
    keys[at] = key;
    numbers[at] = number;
  }

  #grow(): void {
    const { keys, numbers } = this;
    this.keys = new Float64Array(2 * this.length);
    this.numbers = new Float64Array(2 * this.length);
    this.keys.set(keys);
    this.numbers.set(numbers);
  }
}

/** Returns the order of keys of at most 52 bits; keys with the same prefix keep their order. */
export function orderOf(keys: ArrayLike<number>): Uint32Array {
  const bits = keys.length < 2 ? 0 : 32 - Math.clz32(keys.length - 1);
  const width = 2 ** bits;
  // the prefix of the key and its index in one number of 53 bits: numbers alone are sorted ten times as fast
  const order = new Float64Array(keys.length);
  for (let i = 0; i < keys.length; i++) order[i] = Math.floor((2 * keys[i]!) / width) * width + i;
  order.sort();
  const places = new Uint32Array(keys.length);
  // the lowest bits of any whole number up to 2^53
  for (let i = 0; i < keys.length; i++) places[i] = order[i]! & (width - 1);
  return places;
}
