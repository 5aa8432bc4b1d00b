/**
 * Key files: the public key of a player, as it was exported. Its bytes are never re-encoded, since the hash of the file names
 * the player. IPGS §3.
 */
import { cidOf, type Fail, fail, formatCid, ok, type Result } from '@kifu/core';
import type { Key } from 'openpgp';

/** The public key of a player. */
export interface KeyFile {
  /** The content ID of the file: the player's name in all that is public. */
  readonly hash: string;
  /** Of the primary key, in capitals. Files with the same one are of one player. */
  readonly fingerprint: string;
  /** What to call the player; the same everywhere, as it is taken from the file alone. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly key: Key;
  /** Whether anything in the file was revoked: OpenPGP.js remembers that across dates, so such keys are parsed each time. */
  readonly isRevoked: boolean;
}

/** Larger files are ignored. IPGS §17. */
export const MAX_KEY_FILE_BYTES = 256 * 1024;
/** More than any person has; each is examined whenever a signature is checked. */
const MAX_PARTS = 64;
const MAX_SIGNATURES = 512;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'key-file' });
const large = (message: string): Fail => fail('too-large', message, { rule: 'key-file' });

/** Reads a key file: one public key in ASCII armor. */
export async function readKeyFile(bytes: Uint8Array): Promise<Result<KeyFile>> {
  if (bytes.length > MAX_KEY_FILE_BYTES)
    return large(`a key file has ${MAX_KEY_FILE_BYTES} bytes at most`);
  const key = await parseArmored(bytes);
  if (!key.ok) return key;
  const hash = formatCid(cidOf('raw', bytes));
  const fingerprint = key.value.getFingerprint().toUpperCase();
  const isRevoked = revocationsOf(key.value) > 0;
  const name = displayName(key.value.getUserIDs()[0] ?? '') || hash;
  return ok({ hash, fingerprint, name, bytes, key: key.value, isRevoked });
}

/** The key in a file, parsed afresh. */
export async function parseArmored(bytes: Uint8Array): Promise<Result<Key>> {
  const { readKeys } = await import('openpgp');
  try {
    const armoredKeys = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const [key, ...others] = isOneBlock(armoredKeys) ? await readKeys({ armoredKeys }) : [];
    if (key === undefined || others.length > 0)
      return wrong('a key file must hold exactly one key');
    if (key.isPrivate()) return wrong('expected a public key, not a secret one');
    return checkSize(key);
  } catch {
    return wrong('not an OpenPGP public key in ASCII armor');
  }
}

/** Whether a text has one block of armor: of several OpenPGP.js reads the first, gpg all. */
export const isOneBlock = (text: string): boolean => text.split('-----BEGIN PGP ').length === 2;

function checkSize(key: Key): Result<Key> {
  if (key.subkeys.length > MAX_PARTS || key.users.length > MAX_PARTS)
    return large(`a key has ${MAX_PARTS} subkeys and ${MAX_PARTS} user ids at most`);
  const signatures =
    revocationsOf(key) +
    key.subkeys.reduce((sum, { bindingSignatures: { length } }) => sum + length, 0) +
    key.users.reduce((sum, { selfCertifications: { length } }) => sum + length, 0);
  return signatures > MAX_SIGNATURES
    ? large(`a key has ${MAX_SIGNATURES} signatures of its own at most`)
    : ok(key);
}

const revocationsOf = (key: Key): number =>
  [key, ...key.subkeys, ...key.users].reduce(
    (sum, { revocationSignatures: { length } }) => sum + length,
    0,
  );

/** A user id without what is in angle brackets and in parentheses at its end. */
const displayName = (userId: string): string =>
  userId
    .trim()
    .replace(/<[^<>]*>$/, '')
    .trim()
    .replace(/\([^()]*\)$/, '')
    .trim();
