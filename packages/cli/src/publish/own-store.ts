/**
 * What was published from here: one SQLite file in the data folder. It is not the library: all of it is given to every
 * node that asks, so nothing but what was published may be in it.
 */
import { randomBytes } from 'node:crypto';
import { access, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SqliteStore } from '@kifu/stores/sqlite';
import { dataDir } from '../home.ts';
import type { Io } from '../io.ts';

/** The file of the store. */
export const ownPath = (io: Io): string => join(dataDir(io), 'published.sqlite');

/** Opens the store, or makes it. */
export async function openOwn(io: Io): Promise<SqliteStore> {
  const path = ownPath(io);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // not before it is needed: every command would take the longer to start
  const { createSqliteStore } = await import('@kifu/stores/sqlite');
  return createSqliteStore(path);
}

/** Opens the store; null where nothing was published yet. */
export const openOwnIfAny = async (io: Io): Promise<SqliteStore | null> =>
  (await access(ownPath(io)).then(
    () => true,
    () => false,
  ))
    ? openOwn(io)
    : null;

const IDENTITY = ['ipfs', 'identity'] as const;

/** The secret of which this user's peer is made, so that its address stays the same. */
export async function identityOf({ vault }: SqliteStore): Promise<Uint8Array> {
  const kept = await vault.get(...IDENTITY);
  if (typeof kept === 'string' && /^[0-9a-f]{64}$/.test(kept)) return Buffer.from(kept, 'hex');
  const secret = randomBytes(32);
  await vault.put(...IDENTITY, secret.toString('hex'));
  return secret;
}
