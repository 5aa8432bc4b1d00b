/** SHA-256 where there is no Node; synchronous, because states are hashed inside pure functions. */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export const sha256 = (data: Uint8Array): Uint8Array => digest(data);

/** Puts the digest into other bytes, at a place. */
export const putSha256 = (data: Uint8Array, into: Uint8Array, at: number): void =>
  into.set(digest(data), at);

export const sha256Text = (text: string): Uint8Array => digest(utf8ToBytes(text));

export const sha256Hex = (data: string | Uint8Array): string =>
  bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data));
