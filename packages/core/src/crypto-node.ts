/** SHA-256 where Node is: the one-shot call, by far the quickest for short input. */
import { hash } from 'node:crypto';

export const sha256 = (data: Uint8Array): Uint8Array => digest(data);

/** The digest of a text in UTF-8. */
export const sha256Text = (text: string): Uint8Array => digest(text);

/** The digest comes out as text and is copied: making a Buffer of it takes Node twice as long as the hashing. */
function digest(data: Uint8Array | string): Uint8Array {
  const text = hash('sha256', data, 'binary');
  const digest = new Uint8Array(32);
  for (let i = 0; i < 32; i++) digest[i] = text.charCodeAt(i);
  return digest;
}

export const sha256Hex = (data: string | Uint8Array): string => hash('sha256', data, 'hex');
