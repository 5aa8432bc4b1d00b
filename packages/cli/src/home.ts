/** The data directory of this user: keys and the library. It is created on first use, readable only by its owner. */
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import type { Io } from './io.ts';
import { reason } from './save.ts';

const LIBRARY = 'library.sqlite';
const OWNER_ONLY = 0o700;

/** Path of the data directory: `KIFU_HOME`, or the default of the platform. */
export function dataDir({ env }: Pick<Io, 'env'>, platform = process.platform): string {
  if (env.KIFU_HOME) return env.KIFU_HOME;
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'kifu');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'kifu');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'kifu');
}

/** The file of the library. */
export const libraryPath = (io: Pick<Io, 'env'>): string => join(dataDir(io), LIBRARY);

/** Creates the data directory, or a folder in it, if it does not exist. Returns its path. */
export async function makeHome(io: Pick<Io, 'env'>, ...names: string[]): Promise<Result<string>> {
  const folder = join(dataDir(io), ...names);
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    return ok(folder);
  } catch (cause) {
    return fail('unwritable', `cannot create ${folder}: ${reason(cause)}`);
  }
}
