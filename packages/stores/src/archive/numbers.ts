/** Ascending numbers of matches, which can be read from any point. */
import { compareBytes } from './block.ts';
import { ArchiveDamagedError } from './errors.ts';
import type { ArchiveFile } from './file.ts';
import { decodeNumbers, numberedKey, numberOf, termOf } from './terms.ts';

/** A set of matches. */
export interface IdSet {
  /** Returns the first one from a number on; null if there is none. */
  from(number: number): Promise<number | null>;
}

/** All matches of a file. */
export const allNumbers = ({ matches }: ArchiveFile): IdSet => ({
  from: async number => (number < matches ? number : null),
});

/** The matches with a term, read as the search reaches them. */
export function numbersOf(file: ArchiveFile, term: Uint8Array): IdSet {
  let known: readonly number[] = [];
  return {
    async from(number) {
      const last = known.at(-1);
      if (last === undefined || known[0]! > number || last < number) {
        const pair = await file.terms.first(numberedKey(term, number));
        if (pair === undefined || !isSame(termOf(pair.key), term)) return null;
        known = numbersIn(file, pair.key, pair.value);
      }
      return firstFrom(known, number);
    },
  };
}

/** Returns the matches with a term that has this prefix; null if there are more than `most`. */
export async function numbersBelow(
  file: ArchiveFile,
  beginning: Uint8Array,
  most: number,
): Promise<IdSet | null> {
  const found: number[] = [];
  for await (const { key, value } of file.terms.from(beginning)) {
    if (!beginning.every((byte, i) => key[i] === byte)) break;
    for (const number of numbersIn(file, key, value)) found.push(number);
    if (found.length > most) return null;
  }
  const sorted = Uint32Array.from(found).sort();
  return { from: async number => firstFrom(sorted, number) };
}

/** The matches that are in all sets. */
export const inAll = (sets: readonly IdSet[]): IdSet => ({
  async from(number) {
    let least: number | null = number;
    for (let agreed = 0, i = 0; agreed < sets.length; i = (i + 1) % sets.length) {
      const next: number | null = await sets[i]!.from(least);
      if (next === null) return null;
      agreed = next === least ? agreed + 1 : 1;
      least = next;
    }
    return least;
  },
});

function numbersIn(file: ArchiveFile, key: Uint8Array, value: Uint8Array): number[] {
  const numbers = decodeNumbers(numberOf(key), value);
  if (numbers === null || numbers.at(-1)! >= file.matches)
    throw new ArchiveDamagedError(file.name, 'a term refers to unknown matches');
  return numbers;
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => compareBytes(a, b) === 0;

function firstFrom(sorted: ArrayLike<number>, number: number): number | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return sorted[low] ?? null;
}
