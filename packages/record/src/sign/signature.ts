/**
 * Ed25519 (RFC 8032) for records. A signature must be good on every machine or on none, and RFC 8032 leaves some open. Here it is
 * good where the equation holds with the cofactor (as in ZIP-215), s is below L, and neither the key nor R is of small order or
 * encoded in any but the canonical way.
 */
import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import * as platform from '#ed25519';

const SECRET_BYTES = 32;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** L = 2^252 + 27742317777372353535851937790883648493, the order of the base point (RFC 8032 §5.1), big-endian. */
const ORDER = hexToBytes('1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed');

/** The public key that belongs to a secret, which is the 32-byte seed of RFC 8032. */
export async function publicKeyOf(secret: Uint8Array): Promise<Uint8Array> {
  checkSecret(secret);
  return platform.publicKeyOf(secret);
}

/** Signs a message: 64 bytes, the same for the same secret and message. */
export async function sign(secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  checkSecret(secret);
  return platform.sign(secret, message);
}

/** Returns whether the signature of the message is by that key; false for an invalid key or signature. */
export async function isSignedBy(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  if (!isBelowOrder(signature.subarray(SIGNATURE_BYTES / 2))) return false;
  if (isWeakPoint(key) || isWeakPoint(signature.subarray(0, KEY_BYTES))) return false;
  // What the platform takes is good: where the equation holds without the cofactor, it holds with it. What it refuses may
  // still be good, and platforms differ in that; the slow way (ten times the work) decides it for all.
  if (await isTaken(key, message, signature)) return true;
  return ed25519.verify(signature, message, key, { zip215: true });
}

async function isTaken(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  try {
    return await platform.verify(key, message, signature);
  } catch {
    // no Ed25519 here, or a key that it will not import
    return false;
  }
}

/** Whether a little-endian number of 32 bytes is below L: with s + L, one signature would have two spellings. */
function isBelowOrder(s: Uint8Array): boolean {
  for (let i = 0; i < ORDER.length; i++) {
    const digit = s[ORDER.length - 1 - i]!;
    if (digit !== ORDER[i]) return digit < ORDER[i]!;
  }
  return false;
}

/** A secret is our own, so a wrong one is a mistake in the program. */
function checkSecret(secret: Uint8Array): void {
  if (secret.length !== SECRET_BYTES)
    throw new RangeError(`a secret has ${SECRET_BYTES} bytes, not ${secret.length}`);
}

/** The y coordinates of points of small order, without the sign of x: 0, 1, −1 and those of order 8. */
const SMALL_ORDER = [
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
].map(hexToBytes);
/** p = 2^255 − 19: an encoding of y from p on is a second one of y − p. */
const P = hexToBytes('edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f');
/** Of a little-endian number of 255 bits, the last byte without the sign of x. */
const TOP = 0x7f;

/**
 * Whether a key, in hex, is refused: one of small order, for which anyone can make signatures, or one that is not in its canonical
 * encoding, so that one key would have two names. (Where x is 0 its sign has a second encoding too; both such points are of small order.)
 */
export const isWeakKey = (key: string): boolean => isWeakPoint(hexToBytes(key));

const isWeakPoint = (point: Uint8Array): boolean =>
  SMALL_ORDER.some(y => isSameY(y, point)) || isFromP(point);

function isSameY(y: Uint8Array, point: Uint8Array): boolean {
  for (let i = KEY_BYTES - 2; i >= 0; i--) if (y[i] !== point[i]) return false;
  return y[KEY_BYTES - 1] === (point[KEY_BYTES - 1]! & TOP);
}

function isFromP(point: Uint8Array): boolean {
  if ((point[KEY_BYTES - 1]! & TOP) !== TOP) return false;
  for (let i = KEY_BYTES - 2; i > 0; i--) if (point[i] !== P[i]) return false;
  return point[0]! >= P[0]!;
}
