/** Search terms of an archive, each with the numbers of its matches. */
import { factTexts } from '@kifu/core';
import { CUT, readVarint, varintLength, writeVarint } from '@kifu/record/car';
import type { ToList } from '@kifu/record/store';
import { hasStart, wordsOf } from '@kifu/record/store';

/** Kinds of terms. The letter starts the key. */
export const KIND = {
  eco: 'c',
  time: 'd',
  game: 'g',
  name: 'n',
  opening: 'o',
  position: 'p',
  result: 'r',
  word: 'w',
} as const;

/** How many first moves are terms: the first, the first two, and so on. */
const OPENING_MOVES = 4;
/** How many bytes of a position are its key: two of a thousand million collide. */
export const POSITION_KEY_BYTES = 6;
/** The time of every 64th match is a term. */
export const TIME_EVERY = 64;

const utf8 = new TextEncoder();

/** Returns the key of a term. */
export const termKey = (kind: string, text: string): Uint8Array => utf8.encode(kind + text);

export function positionTerm(position: Uint8Array): Uint8Array {
  const key = new Uint8Array(1 + POSITION_KEY_BYTES);
  key[0] = KIND.position.charCodeAt(0);
  key.set(position.subarray(0, POSITION_KEY_BYTES), 1);
  return key;
}

/** Encodes a time so that later ones sort first, and no time sorts last. In seconds since 1970. */
export function timeTerm(second: number): Uint8Array {
  const late = hasStart(second) ? MIDDLE - second : 2 * MIDDLE - 1;
  const key = new Uint8Array(1 + TIME_BYTES);
  key[0] = KIND.time.charCodeAt(0);
  for (let i = TIME_BYTES, rest = late; i > 0; i--, rest = Math.floor(rest / 256))
    key[i] = rest % 256;
  return key;
}

const TIME_BYTES = 6;
const MIDDLE = 2 ** 47;

/** Returns a term with the number of a match, the start of a pair's key. The separator, a zero byte, does not occur in terms. */
export function numberedKey(term: Uint8Array, number: number): Uint8Array {
  const key = new Uint8Array(term.length + 1 + NUMBER_BYTES);
  key.set(term);
  new DataView(key.buffer).setUint32(term.length + 1, number);
  return key;
}

const NUMBER_BYTES = 4;

/** Returns the number of a match as a key. */
export function numberKey(number: number): Uint8Array {
  const key = new Uint8Array(NUMBER_BYTES);
  new DataView(key.buffer).setUint32(0, number);
  return key;
}

/** Returns the number at the end of a key; −1 if it is too short. */
export const numberOf = (key: Uint8Array): number =>
  key.length < NUMBER_BYTES
    ? -1
    : new DataView(key.buffer, key.byteOffset + key.length - NUMBER_BYTES).getUint32(0);

/** Returns the term at the start of a key. */
export const termOf = (key: Uint8Array): Uint8Array =>
  key.subarray(0, key.length - NUMBER_BYTES - 1);

/** How many numbers one pair contains. */
export const MOST_NUMBERS = 256;

/** Encodes ascending numbers, without the last one, which is in the key, as steps back from it. */
export function encodeNumbers(numbers: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(5 * numbers.length);
  let at = 0;
  for (let i = numbers.length - 1; i > 0; i--)
    at = writeVarint(numbers[i]! - numbers[i - 1]!, bytes, at);
  return bytes.slice(0, at);
}

/** Decodes numbers; null if the bytes are invalid. */
export function decodeNumbers(last: number, bytes: Uint8Array): number[] | null {
  if (last < 0) return null;
  const numbers = [last];
  for (let at = 0, number = last; at < bytes.length; ) {
    const step = readVarint(bytes, at);
    number -= step;
    if (step <= CUT || number < 0 || numbers.length === MOST_NUMBERS) return null;
    numbers.push(number);
    at += varintLength(step);
  }
  return numbers.reverse();
}

/** Returns all terms of a match except its positions and its time. */
export function* termsOf(listing: ToList): Generator<string> {
  const { game, outcome, players, opening, facts, comments = [] } = listing;
  yield KIND.game + game;
  yield KIND.result + (outcome?.result ?? 'open');
  if (facts.eco !== null) yield KIND.eco + facts.eco;
  for (let i = 1; i <= Math.min(opening.length, OPENING_MOVES); i++)
    yield KIND.opening + openingText(game, opening.slice(0, i));
  for (const word of wordsOf(players)) yield KIND.name + word;
  for (const word of wordsOf([...players, ...factTexts(facts), ...comments]))
    yield KIND.word + word;
}

/** Returns the term of the first moves of a query. */
export const openingTerm = (game: string, moves: readonly string[]): Uint8Array =>
  termKey(KIND.opening, openingText(game, moves.slice(0, OPENING_MOVES)));

const openingText = (game: string, moves: readonly string[]): string =>
  [game, ...moves].join(' ').replaceAll('\0', ' ');
