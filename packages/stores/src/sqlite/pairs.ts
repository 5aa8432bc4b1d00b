/** Pairs of a key and a number: what an index of a file holds. A key is a beginning of a hash, the number says where it was met. */

/** This many are sorted at once, in the cache of a processor. */
const SORTED_AT_ONCE = 1 << 14;
/** About this many pairs are in a bucket. */
const BUCKET = 1 << 10;

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
    const sorted = new Pairs(Math.max(length, 1));
    if (length <= SORTED_AT_ONCE) sorted.#addSorted(keys.subarray(0, length), numbers);
    else for (const bucket of this.#buckets()) sorted.#addSorted(bucket.keys, bucket.numbers);
    return sorted;
  }

  #addSorted(keys: Float64Array, numbers: Float64Array): void {
    const order = orderOf(keys);
    for (let i = 0; i < order.length; i++) {
      const from = order[i]!;
      this.#insert(keys[from]!, numbers[from]!);
    }
  }

  /** The pairs in buckets by how their keys begin, the least keys first: hashes fill them alike, and each is sorted in the cache. */
  *#buckets(): Generator<Pick<Pairs, 'keys' | 'numbers'>> {
    const { length } = this;
    let greatest = 0;
    for (let i = 0; i < length; i++) greatest = Math.max(greatest, this.keys[i]!);
    const count = Math.ceil(length / BUCKET);
    const scale = count / (greatest + 1);
    const bucketOf = (key: number) => Math.min(Math.floor(key * scale), count - 1);
    /** Where each bucket begins; while it is filled, where its next pair goes. */
    const starts = new Uint32Array(count + 1);
    for (let i = 0; i < length; i++) starts[bucketOf(this.keys[i]!) + 1]!++;
    for (let i = 1; i <= count; i++) starts[i]! += starts[i - 1]!;
    const next = starts.slice();
    const [keys, numbers] = [new Float64Array(length), new Float64Array(length)];
    for (let i = 0; i < length; i++) {
      const at = next[bucketOf(this.keys[i]!)]!++;
      keys[at] = this.keys[i]!;
      numbers[at] = this.numbers[i]!;
    }
    for (let i = 0; i < count; i++) {
      const [from, to] = [starts[i]!, starts[i + 1]!];
      yield { keys: keys.subarray(from, to), numbers: numbers.subarray(from, to) };
    }
  }

  /** Puts a pair where it belongs: at the end, unless its key begins like that of the pair before. */
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

/** Where keys of at most 52 bits stand, in their order but for those that begin alike, which stay as they came. */
export function orderOf(keys: ArrayLike<number>): Uint32Array {
  const bits = keys.length < 2 ? 0 : 32 - Math.clz32(keys.length - 1);
  const width = 2 ** bits;
  // the beginning of the key and where it stands in one number of 53 bits: numbers alone are sorted ten times as fast
  const order = new Float64Array(keys.length);
  for (let i = 0; i < keys.length; i++) order[i] = Math.floor((2 * keys[i]!) / width) * width + i;
  order.sort();
  const places = new Uint32Array(keys.length);
  // the lowest bits of any whole number up to 2^53
  for (let i = 0; i < keys.length; i++) places[i] = order[i]! & (width - 1);
  return places;
}
