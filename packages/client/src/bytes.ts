/** Bytes as base64, which is how nodes travel. Works where there is no Buffer. */
import { fail, ok, type Result } from '@kifu/core';

/** Writes bytes as base64. */
export function encodeBase64(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}

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

const NO_BASE64 = fail('malformed', 'bytes travel as base64');

/** Writes bytes as lower-case hex digits. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, '0')).join('');

/** Reads hex digits whose form has been checked. */
export const fromHex = (digits: string): Uint8Array =>
  Uint8Array.from({ length: digits.length / 2 }, (_, i) =>
    Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16),
  );
