/** The keys of servers, as they were when this user first signed in: one file in the home, addresses with keys. */
import { join } from 'node:path';
import { ok, type Result } from '@kifu/core';
import { dataDir, makeHome } from '../home.ts';
import type { Io } from '../io.ts';
import { saveBytes } from '../save.ts';
import { readSettings } from '../settings.ts';

const FILE = 'known-servers.json';
const OWNER_ONLY = 0o600;

const pathOf = (io: Io): string => join(dataDir(io), FILE);

/** The key that a server had; null where this user never signed in at that address. */
export async function knownServerKey(io: Io, server: string): Promise<Result<string | null>> {
  const known = await readSettings(pathOf(io), true);
  if (!known.ok) return known;
  const key = known.value[new URL(server).origin];
  return ok(typeof key === 'string' ? key : null);
}

/** Remembers the key of a server, in place of the one before. */
export async function rememberServer(io: Io, server: string, key: string): Promise<Result<string>> {
  const folder = await makeHome(io);
  if (!folder.ok) return folder;
  const known = await readSettings(pathOf(io), true);
  if (!known.ok) return known;
  const servers = { ...known.value, [new URL(server).origin]: key };
  return saveBytes(pathOf(io), `${JSON.stringify(servers, null, 2)}\n`, true, OWNER_ONLY);
}
