/** The referee: the server's own key, which signs every node of the matches that it orders. */
import { createPrivateKey, randomBytes, sign as signWith } from 'node:crypto';
import { promisify } from 'node:util';
import type { Signer } from '@kifu/record';
import { publicKeyOf } from '@kifu/record/sign';
import type { Vault } from '@kifu/record/store';

/** Key of a server. */
export interface Referee {
  /** Public key in hex. */
  readonly key: string;
  readonly sign: Signer;
  /** 32 bytes: entries of tournaments are signed like moves. */
  readonly secret: Uint8Array;
}

/** Prefix of the seed of an Ed25519 key in PKCS #8 (RFC 8410 §7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const signInPool = promisify(signWith);

/** Reads the key from the vault, or creates and stores it before it is used. */
export async function loadReferee(vault: Vault): Promise<Referee> {
  const stored = await vault.get('server', 'key');
  if (stored !== undefined && typeof stored !== 'string')
    throw new TypeError('the stored server key is not a string');
  const secret = stored === undefined ? randomBytes(32) : Buffer.from(stored, 'hex');
  if (stored === undefined) await vault.put('server', 'key', secret.toString('hex'));
  const key = Buffer.from(await publicKeyOf(secret)).toString('hex');
  // imported once: that takes as long as half a signature
  const imported = createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, secret]),
    format: 'der',
    type: 'pkcs8',
  });
  return { key, secret, sign: message => signInPool(null, message, imported) };
}
