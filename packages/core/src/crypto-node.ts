/** SHA-256 where Node is: the one-shot call, by far the quickest for short input. */
import { hash } from 'node:crypto';

const DIGEST_BYTES = 32;

export const sha256 = (data: Uint8Array): Uint8Array => digest(data);

/** The digest of a text in UTF-8. */
export const sha256Text = (text: string): Uint8Array => digest(text);

/**
 * Puts the digest into other bytes, at a place. It comes out as text and is copied: making a Buffer of it takes Node twice as long as
 * the hashing.
 */
export function putSha256(data: Uint8Array | string, into: Uint8Array, at: number): void {
  const text = hash('sha256', data, 'binary');
  for (let i = 0; i < DIGEST_BYTES; i++) into[at + i] = text.charCodeAt(i);
}

function digest(data: Uint8Array | string): Uint8Array {
  const digest = new Uint8Array(DIGEST_BYTES);
  putSha256(data, digest, 0);
  return digest;
}

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');
