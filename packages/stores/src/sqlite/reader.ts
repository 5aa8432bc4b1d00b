/** A file that is open to be read in this thread. */
import type { DatabaseSync } from 'node:sqlite';
import { namedError, SqliteClosedError, troubleOf } from './errors.ts';
import { type OpenOptions, openToRead } from './open.ts';

/** An open file. */
export interface Reader {
  readonly path: string;
  readonly db: DatabaseSync;
  /** Looks something up, with errors of the store instead of those of SQLite. */
  read<T>(look: () => T): T;
  close(): void;
}

/** Opens a file to read from. */
export function createReader(path: string, options: OpenOptions): Reader {
  const named = <T>(look: () => T): T => {
    try {
      return look();
    } catch (error) {
      throw namedError(path, troubleOf(error));
    }
  };
  const db = named(() => openToRead(path, options));
  return {
    path,
    db,
    read(look) {
      if (!db.isOpen) throw new SqliteClosedError(path);
      return named(look);
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}
