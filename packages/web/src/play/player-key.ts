/**
 * The player's key: made on the first visit and kept in this browser. It lies in IndexedDB, wrapped by a key that no script can read
 * out; a back-up is a file that a passphrase opens, or lies sealed at the server for a passkey (passkey.ts).
 */
import { bytesToHex, decodeBase64, encodeBase64, fail, ok, type Result } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { databaseOf } from '../site/database.ts';

/** Who plays here. */
export interface PlayerKey {
  /** The seed of RFC 8032, 32 bytes. */
  readonly secret: Uint8Array;
  /** 64 hex digits. */
  readonly key: string;
}

const database = databaseOf('kifu-player', ['keys'], made => {
  made.createObjectStore('keys');
});
const ENTRY = 'player';
const FORM = 'kifu-player-key/1';
/** As OWASP advises for PBKDF2 with SHA-256. */
const ITERATIONS = 600_000;
const LONGEST_FILE = 4096;

type Bytes = Uint8Array<ArrayBuffer>;

interface StoredKey {
  readonly wrapping: CryptoKey;
  readonly iv: Bytes;
  readonly wrapped: ArrayBuffer;
}

let current: Promise<PlayerKey> | null = null;

/** The key of this browser; made where there is none. */
export function playerKey(): Promise<PlayerKey> {
  current ??= findKey();
  return current;
}

async function findKey(): Promise<PlayerKey> {
  const stored = await database
    .read<StoredKey | undefined>('keys', keys => keys.get(ENTRY))
    .catch(() => undefined);
  const secret = stored === undefined ? null : await unwrap(stored).catch(() => null);
  if (secret !== null) return keyFrom(secret);
  const fresh = crypto.getRandomValues(new Uint8Array(32));
  await storeSecret(fresh);
  return keyFrom(fresh);
}

const keyFrom = async (secret: Uint8Array): Promise<PlayerKey> => ({
  secret,
  key: bytesToHex(await publicKeyOf(secret)),
});

/** Where nothing can be kept, or the page is not served safely, a key lasts as long as the page. */
async function storeSecret(secret: Bytes): Promise<void> {
  try {
    const wrapping = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const wrapped = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, wrapping, secret);
    const stored: StoredKey = { wrapping, iv, wrapped };
    await database.change(store => void store('keys').put(stored, ENTRY));
  } catch {
    // told by the settings page, which finds no stored key
  }
}

const unwrap = async ({ wrapping, iv, wrapped }: StoredKey): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, wrapping, wrapped));

/** The key as a file that a passphrase opens. */
export async function backUp({ secret, key }: PlayerKey, passphrase: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const opener = await openerOf(passphrase, salt);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, opener, secret as Bytes);
  const text = (bytes: ArrayBuffer | Uint8Array) => encodeBase64(new Uint8Array(bytes));
  return `${JSON.stringify({ form: FORM, key, salt: text(salt), iv: text(iv), sealed: text(sealed) }, null, 2)}\n`;
}

/** Takes a key from a file, in place of the one before. */
export async function restore(file: string, passphrase: string): Promise<Result<PlayerKey>> {
  const parts = file.length > LONGEST_FILE ? null : partsOf(file);
  if (parts === null) return fail('malformed', 'the file is not a back-up of a key');
  const { salt, iv, sealed } = parts;
  try {
    const opener = await openerOf(passphrase, salt);
    const secret = new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, opener, sealed),
    );
    if (secret.length !== 32) return fail('malformed', 'the file holds no key');
    return ok(await takeSecret(secret));
  } catch {
    return fail('bad-signature', 'the passphrase does not open the file');
  }
}

/** Takes a secret of 32 bytes in place of the one before. */
export async function takeSecret(secret: Bytes): Promise<PlayerKey> {
  await storeSecret(secret);
  current = keyFrom(secret);
  return current;
}

function partsOf(file: string): Readonly<Record<'salt' | 'iv' | 'sealed', Bytes>> | null {
  try {
    const { form, salt, iv, sealed } = JSON.parse(file) as Record<string, unknown>;
    const bytes = [salt, iv, sealed].map(text => decodeBase64(String(text)));
    if (form !== FORM || !bytes.every(part => part.ok)) return null;
    const [a, b, c] = bytes.map(part => (part.ok ? (part.value as Bytes) : new Uint8Array()));
    return { salt: a!, iv: b!, sealed: c! };
  } catch {
    return null;
  }
}

async function openerOf(passphrase: string, salt: Bytes): Promise<CryptoKey> {
  const words = new TextEncoder().encode(passphrase.normalize('NFC'));
  const base = await crypto.subtle.importKey('raw', words, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}
