/** The folder of this user's data: keys, and the library of all matches. It is made on first use, for its owner alone. */
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import type { Io } from './io.ts';
import { reason } from './save.ts';

const LIBRARY = 'library.sqlite';
const OWNER_ONLY = 0o700;

/** The folder: `KIFU_HOME`, or where the platform keeps such things. */
export function dataDir({ env }: Pick<Io, 'env'>, platform = process.platform): string {
  if (env.KIFU_HOME) return env.KIFU_HOME;
  const home = env.HOME || homedir();
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'kifu');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'kifu');
  return join(env.XDG_DATA_HOME || join(home, '.local', 'share'), 'kifu');
}

/** The file of the library. */
export const libraryPath = (io: Pick<Io, 'env'>): string => join(dataDir(io), LIBRARY);

/** Makes a folder of the home, or the home itself, where it is not there yet; gives its path. */
export async function makeHome(io: Pick<Io, 'env'>, ...names: string[]): Promise<Result<string>> {
  const folder = join(dataDir(io), ...names);
  try {
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    return ok(folder);
  } catch (cause) {
    return fail('unwritable', `${folder} cannot be made: ${reason(cause)}`);
  }
}
