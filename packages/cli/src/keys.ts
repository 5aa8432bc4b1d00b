/** Keys of this user: one file each in the data directory, readable only by the user. Only `key export` prints secrets. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, hasKeys, isObject, type Json, ok, parseJson, type Result } from '@kifu/core';
import { publicKeyOf } from '@kifu/record/sign';
import { dataDir, makeHome } from './home.ts';
import type { Io } from './io.ts';
import { within } from './run-command.ts';
import { reason, saveBytes } from './save.ts';

/** A key with its secret. Hex digits. */
export interface StoredKey {
  readonly name: string;
  readonly key: string;
  readonly secret: string;
}

const FOLDER = 'keys';
const ENDING = '.key.json';
const OWNER_ONLY = 0o600;

/** Checks a name, which becomes a file name in the folder. */
const checkName = (name: string): Result<string> =>
  /^[a-z0-9][a-z0-9_-]{0,39}$/i.test(name)
    ? ok(name)
    : fail('malformed', 'invalid key name; use 1 to 40 letters, digits, - and _');

/** Creates and saves a key. */
export async function newKey(io: Io, name: string): Promise<Result<StoredKey>> {
  const secret = randomBytes(32);
  const key = Buffer.from(await publicKeyOf(secret)).toString('hex');
  return saveKey(io, { name, key, secret: secret.toString('hex') });
}

/** Saves a key; an existing one of the same name is never replaced. */
export async function saveKey(io: Io, key: StoredKey): Promise<Result<StoredKey>> {
  const name = checkName(key.name);
  if (!name.ok) return name;
  const folder = await makeHome(io, FOLDER);
  if (!folder.ok) return folder;
  const saved = await saveBytes(pathOf(io, key.name), formatKey(key), false, OWNER_ONLY);
  if (saved.ok) return ok(key);
  return saved.fault.code === 'exists'
    ? fail('exists', `key ${key.name} already exists; choose another name`)
    : saved;
}

/** A key by name. */
export async function findKey(io: Io, name: string): Promise<Result<StoredKey>> {
  const checked = checkName(name);
  if (!checked.ok) return checked;
  try {
    const key = await parseKey(await readFile(pathOf(io, name), 'utf8'), name);
    return key.ok ? key : within(pathOf(io, name), key);
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? fail('not-found', `no key named ${name}; create it with kifu key new ${name}`)
      : fail('unreadable', `cannot read key ${name}: ${reason(cause)}`);
  }
}

/** Returns the first of these public keys (hex digits) that is this user's; null if none is. */
export async function findOwnKey(io: Io, publicKeys: readonly string[]): Promise<StoredKey | null> {
  for (const name of publicKeys.length === 0 ? [] : await keyNames(io)) {
    const found = await findKey(io, name);
    if (found.ok && publicKeys.includes(found.value.key)) return found.value;
  }
  return null;
}

/** Public keys of this user, as hex digits. */
export async function ownPublicKeys(io: Io): Promise<string[]> {
  const keys = await Promise.all((await keyNames(io)).map(name => findKey(io, name)));
  return keys.flatMap(key => (key.ok ? [key.value.key] : []));
}

/** The secret of a key, to sign with. */
export const secretOf = ({ secret }: StoredKey): Uint8Array => Buffer.from(secret, 'hex');

/** The names of all keys, sorted. */
export async function keyNames(io: Io): Promise<string[]> {
  const files = await readdir(keyFolder(io)).catch(() => []);
  return files
    .filter(file => file.endsWith(ENDING))
    .map(file => file.slice(0, -ENDING.length))
    .sort();
}

/** A key as text, secret included. */
export const formatKey = ({ name, key, secret }: StoredKey): string =>
  `${JSON.stringify({ kifuKey: 1, name, key, secret })}\n`;

/** Reads a key; the public key must be that of the secret. */
export async function parseKey(text: string, name?: string): Promise<Result<StoredKey>> {
  const json = parseJson(text);
  // the message gives no details, since the text may be the secret
  if (!json.ok || !isKey(json.value)) return NO_KEY;
  const stored = json.value as unknown as StoredKey;
  const key = Buffer.from(await publicKeyOf(Buffer.from(stored.secret, 'hex'))).toString('hex');
  return key === stored.key
    ? ok({ name: name ?? stored.name, key, secret: stored.secret })
    : NO_KEY;
}

const NO_KEY = fail('malformed', 'not a key exported by kifu key export');

const isKey = (value: Json): boolean =>
  isObject(value) &&
  hasKeys(value, ['kifuKey', 'name', 'key', 'secret']) &&
  value.kifuKey === 1 &&
  [value.key, value.secret].every(hex => typeof hex === 'string' && /^[0-9a-f]{64}$/.test(hex)) &&
  typeof value.name === 'string';

const keyFolder = (io: Io): string => join(dataDir(io), FOLDER);
const pathOf = (io: Io, name: string): string => join(keyFolder(io), `${name}${ENDING}`);
