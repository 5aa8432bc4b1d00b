/** Ed25519 where Node is. The main thread leaves the work to Node's thread pool; a worker thread does its own, which costs less. */
import { Buffer } from 'node:buffer';
import {
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signWith,
  verify as verifyWith,
} from 'node:crypto';
import { promisify } from 'node:util';
import { isMainThread } from 'node:worker_threads';

/** What precedes the seed of an Ed25519 key in PKCS #8 (RFC 8410 §7), and how long all of it is. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PKCS8_BYTES = 48;
const KEY_BYTES = 32;
/** How many public keys are cached, about 1.5 kB each. */
const MAX_KEYS = 256;

const signInPool = promisify(signWith);
const verifyInPool = promisify(verifyWith);

/** The public key that belongs to a secret of 32 bytes. */
export async function publicKeyOf(secret: Uint8Array): Promise<Uint8Array> {
  const spki = createPublicKey(importSecret(secret)).export({ format: 'der', type: 'spki' });
  return new Uint8Array(spki.subarray(-KEY_BYTES));
}

/** The signature of RFC 8032: the same 64 bytes each time. */
export const sign = async (secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> =>
  new Uint8Array(await signInPool(null, message, importSecret(secret)));

/** Whether OpenSSL takes the signature; it refuses small points, and wants the equation to hold without the cofactor. */
export const verify = async (
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> =>
  isMainThread
    ? verifyInPool(null, message, importKey(key), signature)
    : verifyWith(null, message, importKey(key), signature);

/** Secrets are not cached: importing one again is cheaper than managing a cache. */
function importSecret(secret: Uint8Array): KeyObject {
  const der = Buffer.alloc(PKCS8_BYTES);
  der.set(PKCS8_PREFIX);
  der.set(secret, PKCS8_PREFIX.length);
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
}

/** Keys that were met lately, the oldest first: to take one in costs a third of a check, and a match has few. */
const keys = new Map<string, KeyObject>();

function importKey(key: Uint8Array): KeyObject {
  const x = Buffer.from(key).toString('base64url');
  const known = keys.get(x);
  if (known !== undefined) return known;
  // as JWK: OpenSSL takes longer to read DER
  const imported = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  if (keys.size >= MAX_KEYS) keys.delete(keys.keys().next().value!);
  keys.set(x, imported);
  return imported;
}
