/** The other half of an identity: keys made, read from gpg, locked by a passphrase, and signing. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { KeyID, PartialConfig, PrivateKey } from 'openpgp';
import { toDate } from '../timestamp.ts';
import { type KeyFile, readKeyFile } from './key-file.ts';

/** A key pair as it is kept: the public file, and the secret key in ASCII armor, locked by its passphrase. */
export interface KeyPair {
  readonly file: KeyFile;
  readonly secret: string;
}

/** Signs for a player. */
export interface Signer {
  readonly file: KeyFile;
  /** A detached signature in ASCII armor, made at a moment; a fault where no key that may sign then is here. */
  sign(bytes: Uint8Array, at: bigint): Promise<Result<string>>;
  /** The key itself, unlocked: for opening what is encrypted to it. */
  readonly key: PrivateKey;
}

/** Who a new key is for. */
export interface NewIdentity {
  readonly name: string;
  readonly email?: string;
  readonly passphrase: string;
  readonly at: bigint;
}

/** Larger files are no keys. */
const MAX_SECRET_BYTES = 1 << 20;
/** A key from a stranger may ask for any amount of memory to be unlocked: 256 MiB are allowed. */
const LIMITS: PartialConfig = { maxArgon2MemoryExponent: 18 };

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'secret-key' });

/** Makes a key that gpg 2.2 takes: EdDSA of old, with subkeys for signing and for encryption. */
export async function createKeyPair({
  name,
  email,
  passphrase,
  at,
}: NewIdentity): Promise<Result<KeyPair>> {
  if (passphrase === '') return wrong('a secret key is locked by a passphrase');
  // what gpg would take for the parts of a user id must not stand in a name
  if (name.trim() === '' || !isPlain(name) || (email !== undefined && !isPlain(email)))
    return wrong('a name has letters, and none of < > ( ) nor control characters');
  const { generateKey } = await import('openpgp');
  const { publicKey, privateKey } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [email === undefined ? { name: name.trim() } : { name: name.trim(), email }],
    subkeys: [{ sign: true }, {}],
    passphrase,
    date: toDate(at),
    format: 'armored',
  }).catch(() => ({ publicKey: '', privateKey: '' })); // a malformed address
  const file = await readKeyFile(new TextEncoder().encode(publicKey));
  return file.ok ? ok({ file: file.value, secret: privateKey }) : wrong('no key can be made of it');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const isPlain = (text: string): boolean => /^[^<>()\u0000-\u001f\u007f]{1,200}$/.test(text);

/**
 * Unlocks a secret key, for signing as the player of a file. The primary key may be a stub, as `gpg --export-secret-subkeys`
 * leaves it. A key without passphrase is taken as it is.
 */
export async function unlock(
  { file, secret }: KeyPair,
  passphrase: string,
): Promise<Result<Signer>> {
  if (secret.length > MAX_SECRET_BYTES) return fail('too-large', 'no key is as large as this');
  const openpgp = await import('openpgp');
  let key: PrivateKey;
  try {
    const keys = await openpgp.readPrivateKeys({ armoredKeys: secret });
    if (keys.length !== 1) return wrong('the secret key is one key');
    key = keys[0]!;
  } catch {
    return wrong('a secret key is one of OpenPGP in ASCII armor');
  }
  if (key.getFingerprint().toUpperCase() !== file.fingerprint)
    return wrong(`the secret key is not that of ${file.name}`);
  try {
    if (!key.isDecrypted())
      key = await openpgp.decryptKey({ privateKey: key, passphrase, config: LIMITS });
  } catch {
    return fail('unreadable', 'the passphrase does not open the secret key', {
      rule: 'passphrase',
    });
  }
  return ok(makeSigner(file, key));
}

function makeSigner(file: KeyFile, key: PrivateKey): Signer {
  /** The key that signs in some second, the last that was asked for: OpenPGP counts in those. */
  let last = { second: Number.NaN, id: Promise.resolve<KeyID | null>(null) };
  const idAt = (date: Date): Promise<KeyID | null> => {
    const second = Math.floor(date.getTime() / 1000);
    if (last.second !== second) last = { second, id: signingKeyId(key, date) };
    return last.id;
  };
  const sign: Signer['sign'] = async (bytes, at) => {
    const openpgp = await import('openpgp');
    const date = toDate(at);
    const signingKeyIDs = await idAt(date);
    if (signingKeyIDs === null)
      return fail('bad-signature', 'no key that may sign now has its secret here', {
        rule: 'invalid-key',
      });
    const message = await openpgp.createMessage({ binary: bytes });
    const words = { message, signingKeys: key, signingKeyIDs, detached: true, date } as const;
    return ok(await openpgp.sign(words));
  };
  return { file, key, sign };
}

/** Of the keys whose secret is here the newest that may sign; OpenPGP.js would also pick one that is kept elsewhere. */
async function signingKeyId(key: PrivateKey, date: Date): Promise<KeyID | null> {
  const parts = [...key.subkeys, key].sort(
    (a, b) => b.getCreationTime().getTime() - a.getCreationTime().getTime(),
  );
  for (const part of parts) {
    const packet = part.keyPacket as { isMissingSecretKeyMaterial?(): boolean };
    if (packet.isMissingSecretKeyMaterial?.() !== false) continue;
    try {
      const able = await key.getSigningKey(part.getKeyID(), date);
      if (able.getFingerprint() === part.getFingerprint()) return part.getKeyID();
    } catch {
      // this one cannot; perhaps another can
    }
  }
  return null;
}
