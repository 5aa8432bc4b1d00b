/**
 * Bytes, compared, and as text: hex digits, base64 (how bytes travel in JSON), and the bases of content ids, which are base32 (RFC 4648, lower
 * case, unpadded) and base58 (Bitcoin's letters). Works where there is no Buffer.
 */
import { fail, ok, type Result } from './result.ts';

export { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Base58 takes time that grows with the square of the length; a content id has 48 letters at most. */
const MAX_BASE58 = 128;

/** Writes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  if (bytes.length <= PIECE) return btoa(String.fromCharCode(...bytes));
  let text = '';
  for (let i = 0; i < bytes.length; i += PIECE) text += encodeBase64(bytes.subarray(i, i + PIECE));
  return text;
}

/** Bytes for one call of `String.fromCharCode`: safe on every stack; a multiple of three, so that no padding comes between. */
const PIECE = 0x6000;

/** Reads base64; the one spelling only that `encodeBase64` writes. */
export function decodeBase64(text: string): Result<Uint8Array> {
  try {
    const letters = atob(text);
    const bytes = new Uint8Array(letters.length);
    for (let i = 0; i < letters.length; i++) bytes[i] = letters.charCodeAt(i);
    return encodeBase64(bytes) === text ? ok(bytes) : NO_BASE64;
  } catch {
    return NO_BASE64;
  }
}

const NO_BASE64 = fail('malformed', 'invalid base64');

/** Writes bytes in base32 as letters (ASCII) from a place on: five bytes are eight letters. */
export function encodeBase32(bytes: Uint8Array, letters: Uint8Array, from: number): void {
  const whole = bytes.length - (bytes.length % 5);
  let end = from;
  for (let i = 0; i < whole; i += 5, end += 8) {
    const third = bytes[i + 2]!;
    writeFour(letters, end, (bytes[i]! << 12) | (bytes[i + 1]! << 4) | (third >> 4));
    writeFour(letters, end + 4, ((third & 15) << 16) | (bytes[i + 3]! << 8) | bytes[i + 4]!);
  }
  writeRest(letters, end, bytes, whole);
}

/**
 * Reads base32 from the letters (as ASCII) between two places into `bytes`, which must be of the right size. False where a
 * letter is none, or where `encodeBase32` would have written something else. From bytes to bytes, because reading a text
 * letter by letter takes three times as long.
 */
export function decodeBase32(
  bytes: Uint8Array,
  letters: Uint8Array,
  from: number,
  to: number,
): boolean {
  const whole = from + ((to - from) & ~7);
  let end = 0;
  for (let i = from; i < whole; i += 8) {
    const high = readFour(letters, i);
    const low = readFour(letters, i + 4);
    if ((high | low) < 0) return false;
    bytes[end++] = high >> 12;
    bytes[end++] = high >> 4;
    bytes[end++] = (high << 4) | (low >> 16);
    bytes[end++] = low >> 8;
    bytes[end++] = low;
  }
  return readRest(bytes, end, letters, whole, to);
}

/** Four letters from twenty bits. */
function writeFour(letters: Uint8Array, at: number, bits: number): void {
  letters[at] = CODES32[bits >> 15]!;
  letters[at + 1] = CODES32[(bits >> 10) & 31]!;
  letters[at + 2] = CODES32[(bits >> 5) & 31]!;
  letters[at + 3] = CODES32[bits & 31]!;
}

/** Up to four bytes at the end. */
function writeRest(letters: Uint8Array, end: number, bytes: Uint8Array, from: number): void {
  let bits = 0; // how many of `rest` are still to be written
  let rest = 0;
  let k = end;
  for (let i = from; i < bytes.length; i++) {
    rest = ((rest << 8) | bytes[i]!) & 0xfff;
    for (bits += 8; bits >= 5; bits -= 5) letters[k++] = CODES32[(rest >> (bits - 5)) & 31]!;
  }
  if (bits > 0) letters[k] = CODES32[(rest << (5 - bits)) & 31]!;
}

/** Twenty bits from four letters; negative where one is none. */
const readFour = (letters: Uint8Array, at: number): number =>
  (VALUES32[letters[at]!]! << 15) |
  (VALUES32[letters[at + 1]!]! << 10) |
  (VALUES32[letters[at + 2]!]! << 5) |
  VALUES32[letters[at + 3]!]!;

/** Up to seven letters at the end. What is left over of the last must be less than a letter, and zero. */
function readRest(
  bytes: Uint8Array,
  end: number,
  letters: Uint8Array,
  from: number,
  to: number,
): boolean {
  let bits = 0;
  let rest = 0;
  for (let i = from, k = end; i < to; i++) {
    const value = VALUES32[letters[i]!]!;
    if (value < 0) return false;
    rest = ((rest << 5) | value) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[k++] = rest >> bits;
  }
  return bits < 5 && (rest & ((1 << bits) - 1)) === 0;
}

/** Writes bytes in base58; meant for a few dozen of them. */
export function encodeBase58(bytes: Uint8Array): string {
  const digits = changeBase(bytes, 256, 58);
  return digits.map(digit => BASE58[digit]!).join('');
}

/** Reads base58; null where a letter is none, or where there are more than 128. */
export function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_BASE58) return null;
  const digits = Array.from(text, letter => BASE58.indexOf(letter));
  return digits.includes(-1) ? null : Uint8Array.from(changeBase(digits, 58, 256));
}

const CODES32 = Uint8Array.from(BASE32, letter => letter.charCodeAt(0));
const VALUES32 = new Int8Array(256).fill(-1);
CODES32.forEach((code, value) => {
  VALUES32[code] = value;
});

/** The digits of a number in another base, the highest first; each zero in front stays one zero. */
function changeBase(digits: ArrayLike<number>, from: number, to: number): number[] {
  const lowFirst: number[] = [];
  let zeros = 0;
  for (let i = 0; i < digits.length; i++) {
    let carry = digits[i]!;
    if (carry === 0 && lowFirst.length === 0) zeros++;
    for (let k = 0; k < lowFirst.length || carry > 0; k++) {
      carry += (lowFirst[k] ?? 0) * from;
      lowFirst[k] = carry % to;
      carry = Math.trunc(carry / to);
    }
  }
  return [...new Array<number>(zeros).fill(0), ...lowFirst.reverse()];
}
