/** Secret keys: created, read from gpg, locked by a passphrase, and used for signing. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { KeyID, PartialConfig, PrivateKey } from 'openpgp';
import { toDate } from '../timestamp.ts';
import { type KeyFile, readKeyFile } from './key-file.ts';
import type { Keyring } from './keyring.ts';
import { checkSignature } from './signature.ts';

/** A key pair as stored: the public file, and the secret key in ASCII armor, locked by its passphrase. */
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

/** The player a new key is for. */
export interface NewIdentity {
  readonly name: string;
  readonly email?: string;
  readonly passphrase: string;
  readonly at: bigint;
}

/** Larger files are refused. */
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
  if (passphrase === '') return wrong('a secret key needs a passphrase');
  // what gpg would take for the parts of a user id must not stand in a name
  if (name.trim() === '' || !isPlain(name) || (email !== undefined && !isPlain(email)))
    return wrong('a name must not be empty or contain < > ( ) or control characters');
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
  return file.ok
    ? ok({ file: file.value, secret: privateKey })
    : wrong('cannot create a key from this name and passphrase');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const isPlain = (text: string): boolean => /^[^<>()\u0000-\u001f\u007f]{1,200}$/.test(text);

/**
 * Unlocks a secret key, for signing as the player of a file. The primary key may be a stub, as `gpg --export-secret-subkeys`
 * leaves it. A key that no passphrase locks is opened by the empty one alone.
 */
export async function unlock(
  { file, secret }: KeyPair,
  passphrase: string,
): Promise<Result<Signer>> {
  const read = await readSecret(file, secret);
  if (!read.ok) return read;
  if (!read.value.isLocked)
    return passphrase === '' ? ok(makeSigner(file, read.value.key)) : UNLOCKED;
  const key = await decrypt(read.value.key, passphrase);
  return key.ok ? ok(makeSigner(file, key.value)) : key;
}

const UNLOCKED = fail('conflict', 'the secret key is not locked by a passphrase', {
  rule: 'unlocked',
});

/** Locks a secret key with a passphrase. One that is locked already must open with it, and stays as it is. */
export async function lockSecret(
  { file, secret }: KeyPair,
  passphrase: string,
): Promise<Result<string>> {
  if (passphrase === '') return wrong('the passphrase must not be empty');
  const read = await readSecret(file, secret);
  if (!read.ok) return read;
  const { key, isLocked } = read.value;
  if (isLocked) {
    const opened = await decrypt(key, passphrase);
    return opened.ok ? ok(secret) : opened;
  }
  const { encryptKey } = await import('openpgp');
  return ok((await encryptKey({ privateKey: key, passphrase })).armor());
}

/** A secret key as it was read: all that is secret in it is locked, or nothing is. */
interface ReadSecret {
  readonly key: PrivateKey;
  readonly isLocked: boolean;
}

async function readSecret(file: KeyFile, secret: string): Promise<Result<ReadSecret>> {
  if (secret.length > MAX_SECRET_BYTES) return fail('too-large', 'the secret key is too large');
  const openpgp = await import('openpgp');
  let key: PrivateKey;
  try {
    const keys = await openpgp.readPrivateKeys({ armoredKeys: secret });
    if (keys.length !== 1) return wrong('expected exactly one secret key');
    key = keys[0]!;
  } catch {
    return wrong('not an OpenPGP secret key in ASCII armor');
  }
  if (key.getFingerprint().toUpperCase() !== file.fingerprint)
    return wrong(`the secret key does not belong to ${file.name}`);
  const locks = partsOf(key).flatMap(({ packet }) =>
    packet.isMissingSecretKeyMaterial() ? [] : [!packet.isDecrypted()],
  );
  if (locks.length === 0) return NO_SECRET;
  const isLocked = locks[0]!;
  return locks.every(each => each === isLocked)
    ? ok({ key, isLocked })
    : wrong('one part of the secret key is locked and another is not; give all one passphrase');
}

const NO_SECRET = wrong(
  'the file holds only stubs of secret keys; export them with gpg --export-secret-keys, or add a signing subkey first',
);

/** How many moments in the life of a key are tried. */
const MAX_MOMENTS = 64;

/** The first moment at which a key could make a signature that others accept; a fault with the reason if it cannot now. */
export async function firstSigning(
  keyring: Keyring,
  { file, key, sign }: Signer,
  now: bigint,
): Promise<Result<bigint>> {
  const bytes = new Uint8Array(32);
  const signatures = [
    ...key.users.flatMap(({ selfCertifications }) => selfCertifications),
    ...key.subkeys.flatMap(({ bindingSignatures }) => bindingSignatures),
  ];
  const moments = [
    ...partsOf(key).map(({ part }) => part.getCreationTime()),
    ...signatures.flatMap(({ created }) => created ?? []),
  ]
    .map(date => BigInt(date.getTime()) * 1_000_000n)
    .filter(at => at <= now);
  const tryAt = async (at: bigint): Promise<Result<bigint>> => {
    const signature = await sign(bytes, at);
    if (!signature.ok) return signature;
    const good = await checkSignature(keyring, { file, bytes, signature: signature.value, at });
    return good.ok ? ok(at) : good;
  };
  const present = await tryAt(now);
  if (!present.ok) return present;
  for (const at of [...new Set(moments)].sort((a, b) => Number(a - b)).slice(0, MAX_MOMENTS)) {
    const tried = await tryAt(at);
    if (tried.ok) return tried;
  }
  return present;
}

/** What OpenPGP.js knows of the secret half of a key or subkey. */
interface SecretPacket {
  isDecrypted(): boolean;
  isMissingSecretKeyMaterial(): boolean;
}

const partsOf = (key: PrivateKey) =>
  [...key.subkeys, key].map(part => ({
    part,
    packet: part.keyPacket as unknown as SecretPacket,
  }));

async function decrypt(privateKey: PrivateKey, passphrase: string): Promise<Result<PrivateKey>> {
  const { decryptKey } = await import('openpgp');
  try {
    return ok(await decryptKey({ privateKey, passphrase, config: LIMITS }));
  } catch (cause) {
    return /incorrect key passphrase/i.test((cause as Error).message)
      ? fail('unreadable', 'wrong passphrase', { rule: 'passphrase' })
      : wrong('the algorithm or the encryption of the secret key is not supported');
  }
}

function makeSigner(file: KeyFile, key: PrivateKey): Signer {
  /** The key that signs in some second, the last that was asked for: OpenPGP counts in those. */
  let last = { second: Number.NaN, id: Promise.resolve<Result<KeyID>>(NO_SECRET) };
  const idAt = (date: Date): Promise<Result<KeyID>> => {
    const second = Math.floor(date.getTime() / 1000);
    if (last.second !== second) last = { second, id: signingKeyId(file, key, date) };
    return last.id;
  };
  const sign: Signer['sign'] = async (bytes, at) => {
    const openpgp = await import('openpgp');
    const date = toDate(at);
    const id = await idAt(date);
    if (!id.ok) return id;
    const message = await openpgp.createMessage({ binary: bytes });
    const words = { message, signingKeys: key, signingKeyIDs: id.value, detached: true, date };
    return ok(await openpgp.sign(words as typeof words & { detached: true }));
  };
  return { file, key, sign };
}

/** Of the keys whose secret is here the newest that may sign; OpenPGP.js would also pick one whose secret is elsewhere. */
async function signingKeyId(file: KeyFile, key: PrivateKey, date: Date): Promise<Result<KeyID>> {
  const parts = partsOf(key).sort(
    (a, b) => b.part.getCreationTime().getTime() - a.part.getCreationTime().getTime(),
  );
  const reasons: string[] = [];
  for (const { part, packet } of parts) {
    const id = part.getKeyID();
    if (packet.isMissingSecretKeyMaterial()) {
      reasons.push(`the secret of ${id.toHex().toUpperCase()} is not in the file`);
      continue;
    }
    try {
      const able = await key.getSigningKey(id, date);
      if (able.getFingerprint() === part.getFingerprint()) return ok(id);
      reasons.push(`${id.toHex().toUpperCase()} is not made for signing`);
    } catch (cause) {
      const { curve } = part.getAlgorithmInfo();
      // of such a key OpenPGP.js only reports that it has no valid user ID
      const isRefused = /^(?:brainpool|secp)/.test(curve ?? '');
      const why = whyNot(isRefused ? 'curve' : (cause as Error).message);
      reasons.push(`${id.toHex().toUpperCase()} ${why}`);
    }
  }
  return fail('bad-signature', `the key of ${file.name} cannot sign: ${reasons.join(', ')}`, {
    rule: 'invalid-key',
  });
}

/** Why OpenPGP.js does not sign with a key, by its message. */
const whyNot = (message: string): string =>
  WHY.find(([pattern]) => pattern.test(message))?.[1] ?? 'is not made for signing';

const WHY: readonly (readonly [RegExp, string])[] = [
  [/revoked/i, 'was revoked'],
  [/expired/i, 'has expired'],
  [/shorter than \d+ bits/, 'is too weak: RSA needs 2048 bits'],
  [/too weak/, 'is too weak: its algorithm is not accepted'],
  [/curve|unknown|unsupported/i, 'has an algorithm that is not supported'],
  [/self[- ](?:signature|certification)/i, 'has no user ID that was valid at that time'],
];
