/** Opens a file to record into: locked for this process, without a torn end, and durable up to it. */
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname } from 'node:path';
import { encodeCid, fail } from '@kifu/core';
import type { CarLimits } from '@kifu/record/car';
import { CarFileError, CarLockedError } from './errors.ts';
import { type Lock, takeLock } from './lock.ts';
import { NEW_FILE, NO_HEAD, type RecoveredFile, ROOT_AT, recover } from './recover.ts';
import { syncedFile } from './synced-file.ts';

/** File that only this process records into, and its content. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly lock: Lock;
  readonly found: RecoveredFile;
}

/** Opens or creates a file; cuts off what a crash left behind. */
export async function openFile(path: string, limits: CarLimits): Promise<OpenFile> {
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT);
  let lock: Lock | undefined;
  try {
    if (!(await handle.stat()).isFile()) throw new CarFileError(path, NO_FILE.fault);
    // by its real name, so that a link cannot bypass the lock
    const realPath = await realpath(path);
    const taken = await takeLock(`${realPath}.lock`);
    if ('heldBy' in taken) throw new CarLockedError(path, taken.heldBy);
    lock = taken;
    const found = await readFound(path, handle, limits);
    await mend(handle, found);
    if (found.end === 0) await syncDirectory(dirname(realPath));
    return { handle, lock, found: found.end === 0 ? { ...found, end: NEW_FILE.length } : found };
  } catch (cause) {
    await handle.close().finally(() => lock?.release());
    throw cause;
  }
}

async function readFound(
  path: string,
  handle: FileHandle,
  limits: CarLimits,
): Promise<RecoveredFile> {
  // before anything is read, so that a huge file is not
  const { size } = await handle.stat();
  const found = size > limits.maxBytes ? TOO_LARGE : recover(await handle.readFile(), limits);
  if (!found.ok) throw new CarFileError(path, found.fault);
  return found.value;
}

const NO_FILE = fail('unsupported', 'not a regular file');
const TOO_LARGE = fail('too-large', 'the file exceeds the size limit');

/** Repairs the file as determined before. Nothing was changed until then. */
async function mend(handle: FileHandle, { end, head, isRootTorn }: RecoveredFile): Promise<void> {
  await handle.truncate(end);
  const file = syncedFile(handle);
  if (end === 0) await file.write(0, NEW_FILE);
  else if (isRootTorn) await file.write(ROOT_AT, encodeCid(head ?? NO_HEAD));
  // a killed process may have left blocks that were never synced: from now on they count as durable
  await handle.sync();
}

/** Makes the name of a new file durable: it is when its directory is. */
async function syncDirectory(path: string): Promise<void> {
  // Windows cannot open directories
  if (process.platform === 'win32') return;
  const directory = await open(path);
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
