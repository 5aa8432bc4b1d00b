/** A file that is open to be read in this thread. */
import type { DatabaseSync } from 'node:sqlite';
import { namedError, SqliteClosedError, serializeError } from './errors.ts';
import { type OpenOptions, openToRead } from './open.ts';

/** An open file. */
export interface Reader {
  readonly path: string;
  readonly db: DatabaseSync;
  /** Throws `SqliteClosedError`. */
  checkOpen(): void;
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
      throw namedError(path, serializeError(error));
    }
  };
  const db = named(() => openToRead(path, options));
  const checkOpen = () => {
    if (!db.isOpen) throw new SqliteClosedError(path);
  };
  return {
    path,
    db,
    checkOpen,
    read(look) {
      checkOpen();
      return named(look);
    },
    close() {
      if (db.isOpen) db.close();
    },
  };
}
