/**
 * Data that a player's own nodes share and nobody else reads: trust, notes, drafts. A message of OpenPGP to the player, so that
 * `gpg --decrypt` opens it. IPGS §15.
 */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import type { Key, KeyID, PartialConfig } from 'openpgp';
import { MAX_FILE_BYTES } from './game-file.ts';
import { isMap } from './ipld.ts';
import { canonicalJson } from './lenient-json.ts';
import type { Signer } from './pgp/secret-key.ts';
import { formatTimestamp, parseTimestamp, toDate } from './timestamp.ts';

/** Entries by key: `trust/[hash]`, `note/[hash]`, `prefs`. */
export interface PrivateStorage {
  readonly node: string;
  readonly at: bigint;
  readonly entries: { readonly [key: string]: PrivateEntry };
}

/** A value and when it was set; one that was deleted is undefined. */
interface PrivateEntry {
  readonly at: bigint;
  readonly value?: unknown;
}

/** Sizes are multiples of this, so that small changes do not show. */
const PAD_BYTES = 4096;

const wrong = (message: string): Fail => fail('malformed', message, { rule: 'private' });

/** Changes one entry; without a value it is deleted. */
export const setPrivate = (
  storage: PrivateStorage,
  key: string,
  at: bigint,
  value?: unknown,
): PrivateStorage => ({
  ...storage,
  at,
  entries: { ...storage.entries, [key]: value === undefined ? { at } : { at, value } },
});

/** Of each entry the newest counts; of two of one time that of the greater node. */
export function mergePrivate(a: PrivateStorage, b: PrivateStorage): PrivateStorage {
  const [low, high] = a.node < b.node ? [a, b] : [b, a];
  const entries = { ...high.entries };
  for (const [key, entry] of Object.entries(low.entries)) {
    const other = entries[key];
    if (other === undefined || entry.at > other.at) entries[key] = entry;
  }
  return { node: a.node, at: a.at > b.at ? a.at : b.at, entries };
}

/** SEIPD version 1, AES-256, nothing compressed: what every gpg opens. */
const PLAIN: PartialConfig = { aeadProtect: false };

/** Encrypts to all encryption keys of the player that are valid, and signs. A fault where there is none. */
export async function sealPrivate(
  signer: Signer,
  storage: PrivateStorage,
): Promise<Result<Uint8Array>> {
  const { createMessage, encrypt, enums } = await import('openpgp');
  const date = toDate(storage.at);
  const { key } = signer.file;
  const ids = await encryptionKeyIds(key, date);
  if (ids.length === 0)
    return fail('unsupported', 'the key has no subkey for encryption', { rule: 'private' });
  const message = await createMessage({ binary: new TextEncoder().encode(formatPrivate(storage)) });
  const sealed = await encrypt({
    message,
    encryptionKeys: ids.map(() => key),
    encryptionKeyIDs: ids,
    signingKeys: signer.key,
    date,
    format: 'binary',
    config: {
      ...PLAIN,
      preferredSymmetricAlgorithm: enums.symmetric.aes256,
      preferredCompressionAlgorithm: enums.compression.uncompressed,
    },
  });
  return sealed.length <= MAX_FILE_BYTES
    ? ok(sealed)
    : fail('too-large', `private storage is too large: ${MAX_FILE_BYTES} bytes at most`, {
        rule: 'private',
      });
}

/** The parts of a key that take messages. */
async function encryptionKeyIds(key: Key, date: Date): Promise<KeyID[]> {
  const ids: KeyID[] = [];
  for (const part of [...key.subkeys, key]) {
    const able = await key.getEncryptionKey(part.getKeyID(), date).catch(() => null);
    if (able?.getFingerprint() === part.getFingerprint()) ids.push(part.getKeyID());
  }
  return ids;
}

/** The text that is sealed. */
export function formatPrivate({ node, at, entries }: PrivateStorage): string {
  const write = (pad: string): string =>
    canonicalJson({
      'ipgs-private': 1,
      timestamp: formatTimestamp(at),
      node,
      entries: Object.fromEntries(
        Object.entries(entries).map(([key, { at: t, value }]) => [
          key,
          value === undefined ? { t: formatTimestamp(t) } : { t: formatTimestamp(t), v: value },
        ]),
      ),
      pad,
    });
  const { length } = new TextEncoder().encode(write(''));
  return write(' '.repeat((PAD_BYTES - (length % PAD_BYTES)) % PAD_BYTES));
}

/** Opens what was sealed, and checks that the player signed it. */
export async function openPrivate(
  signer: Signer,
  sealed: Uint8Array,
): Promise<Result<PrivateStorage>> {
  if (sealed.length > MAX_FILE_BYTES)
    return fail('too-large', `private storage is too large: ${MAX_FILE_BYTES} bytes at most`, {
      rule: 'private',
    });
  const { decrypt, readMessage } = await import('openpgp');
  try {
    const message = await readMessage({ binaryMessage: sealed });
    const { data, signatures } = await decrypt({
      message,
      decryptionKeys: signer.key,
      verificationKeys: signer.file.key,
      expectSigned: true,
      format: 'binary',
      config: { maxDecompressedMessageSize: 16 * MAX_FILE_BYTES },
    });
    await signatures[0]!.verified;
    return parsePrivate(new TextDecoder().decode(data));
  } catch {
    return fail('unreadable', 'cannot decrypt the private storage with this key', {
      rule: 'private',
    });
  }
}

/** Reads the text that was sealed. */
export function parsePrivate(text: string): Result<PrivateStorage> {
  const value: unknown = JSON.parse(text);
  if (!isMap(value) || value['ipgs-private'] !== 1 || !isMap(value.entries))
    return wrong('not a private storage file of version 1');
  const { timestamp, node } = value;
  const at = typeof timestamp === 'string' ? parseTimestamp(timestamp) : null;
  if (at?.ok !== true || typeof node !== 'string')
    return wrong('missing or invalid timestamp, or no node');
  const entries: [string, PrivateEntry][] = [];
  for (const [key, entry] of Object.entries(value.entries)) {
    const t = isMap(entry) && typeof entry.t === 'string' ? parseTimestamp(entry.t) : null;
    if (t?.ok !== true || !isMap(entry)) return wrong('missing or invalid time of an entry');
    entries.push([key, 'v' in entry ? { at: t.value, value: entry.v } : { at: t.value }]);
  }
  return ok({ node, at: at.value, entries: Object.fromEntries(entries) });
}
