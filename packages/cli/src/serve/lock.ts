/** One server per store: a second one would resume the same matches, and each would displace the other. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '@kifu/core';

/** SQLITE_BUSY. */
const BUSY = 5;

/** The path without links, so that a store has one lock by whichever name it is reached; it may not be there yet. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return join(realpathSync(dirname(path)), basename(path));
  }
}

/**
 * Claims a store for this process; gives back how to let it go. The claim is a lock of SQLite on an empty file beside the store, which
 * the system takes away with the process, however that ends.
 */
export function claimStore(path: string): Result<() => void> {
  const lock = new DatabaseSync(`${realPath(path)}-serving`);
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return ok(() => lock.close());
  } catch (cause) {
    lock.close();
    if ((cause as { readonly errcode?: number }).errcode !== BUSY) throw cause;
    return fail('conflict', `${path} is being served by another process`);
  }
}
