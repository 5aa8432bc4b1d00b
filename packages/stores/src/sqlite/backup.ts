/** A copy of a file that is in use, as it is at one moment. */
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { backup } from 'node:sqlite';
import type { UpkeepOptions } from '../library/upkeep.ts';
import { namedError, SqliteDamagedError, SqliteFileError, serializeError } from './errors.ts';
import type { OpenOptions } from './open.ts';
import { createReader } from './reader.ts';

/** How a copy is made. */
export interface BackupOptions extends UpkeepOptions {
  /** Takes the place of a file that is there. */
  readonly overwrite?: boolean;
}

/** A vault is in it. */
const OWNER_ONLY = 0o600;
/** How many pages are copied before others get a turn. */
const PAGES = 256;

/**
 * Copies a file while it is written. The copy appears under its name when it is whole and on disk; a failure before leaves
 * nothing there. Throws `SqliteFileError` where something is there already.
 */
export async function backUp(
  path: string,
  to: string,
  options: OpenOptions,
  { overwrite = false, onProgress, signal }: BackupOptions = {},
): Promise<void> {
  signal?.throwIfAborted();
  const target = resolve(to);
  if (target === path) throw new SqliteFileError(target, 'the target is the store itself');
  if (existsSync(target) && !overwrite)
    throw new SqliteFileError(target, 'the file already exists');
  const part = `${target}.${randomUUID()}.part`;
  const progress = ({ totalPages, remainingPages }: BackupProgress) => {
    signal?.throwIfAborted();
    onProgress?.({ step: 'pages', done: totalPages - remainingPages, total: totalPages });
  };
  const { db, close } = createReader(path, options);
  try {
    // SQLite would make it for others to read as well
    closeSync(openSync(part, 'wx', OWNER_ONLY));
    // what others write from now on is not seen, so that the copy need not begin again
    db.exec('BEGIN');
    db.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(db, part, { rate: PAGES, progress });
    await sync(part);
    signal?.throwIfAborted();
    await rename(part, target);
    await sync(dirname(target));
  } catch (cause) {
    for (const name of [part, `${part}-journal`, `${part}-wal`])
      await rm(name, { force: true }).catch(() => {});
    signal?.throwIfAborted();
    const damage = namedError(path, serializeError(cause));
    throw damage instanceof SqliteDamagedError ? damage : namedError(target, serializeError(cause));
  } finally {
    close();
  }
}

interface BackupProgress {
  readonly totalPages: number;
  readonly remainingPages: number;
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
