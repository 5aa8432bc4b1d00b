/** How other programs and people write texts of games: sets of characters, line ends and blanks. */
import { type Rng, rngFrom } from '@kifu/core';

/** Picks at random, the same for the same seed. */
export interface Picker {
  (n: number): number;
  /** One of these. */
  of<T>(list: readonly T[]): T;
  /** Once in so many times; otherwise nothing. */
  rarely(n: number, make: () => string): string;
}

export function pickerFrom(seed: number): Picker {
  const luck: Rng = rngFrom(seed);
  return Object.assign((n: number) => luck(n), {
    of: <T>(list: readonly T[]): T => list[luck(list.length)]!,
    rarely: (n: number, make: () => string) => (luck(n) === 0 ? make() : ''),
  });
}

const BLANKS = [' ', ' ', ' ', '  ', '\t', '\n', '\n', ' \n '];

/** Something between two words. */
export const blank = (pick: Picker): string => pick.of(BLANKS);

/** JSON with the same members in another order. */
export function shuffleMembers(value: unknown, pick: Picker): unknown {
  if (Array.isArray(value)) return value.map(item => shuffleMembers(item, pick));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([key, item]) => [key, shuffleMembers(item, pick)]);
  return Object.fromEntries(members.sort(() => pick(3) - 1));
}

const LINE_ENDS = ['\n', '\n', '\r\n', '\r'];

type Encode = (text: string) => Uint8Array;
const ENCODINGS: readonly Encode[] = [
  text => Buffer.from(text),
  text => Buffer.from(`\ufeff${text}`),
  text => Buffer.from(`\ufeff${text}`, 'utf16le'),
  text => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  text => Buffer.from(text, 'utf16le'),
];
const LATIN1: Encode = text => Buffer.from(text, 'latin1');

/** The text as a file of some system. Latin-1 is among the sets where it has all letters, and more than one of them. */
export function encodeSomehow(text: string, pick: Picker): Uint8Array {
  const lines = text.replaceAll('\n', pick.of(LINE_ENDS));
  const isLatin = /^[\0-\u00ff]*$/.test(lines);
  return pick.of(isLatin ? [...ENCODINGS, LATIN1] : ENCODINGS)(lines);
}
