/** Ed25519 where there is no Node: the browser checks, where it can; signing is our own. */
import { ed25519 } from '@noble/curves/ed25519.js';

/** The public key that belongs to a secret of 32 bytes. */
export const publicKeyOf = async (secret: Uint8Array): Promise<Uint8Array> =>
  ed25519.getPublicKey(secret);

/**
 * The signature of RFC 8032: the same 64 bytes each time. WebCrypto is not asked, because WebKit's signatures differ from
 * call to call, and with them the content IDs of what is signed would.
 */
export const sign = async (secret: Uint8Array, message: Uint8Array): Promise<Uint8Array> =>
  ed25519.sign(message, secret);

/** Whether WebCrypto takes the signature; rejects where it is missing, has no Ed25519, or will not have the key. */
export async function verify(
  key: Uint8Array,
  message: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature, message);
}
