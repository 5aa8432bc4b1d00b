/** Single things, read in this thread: a look into a table costs less than asking another thread. */
import { namedError, SqliteClosedError, troubleOf } from './errors.ts';
import { type OpenOptions, openToRead } from './open.ts';
import { prepareAll } from './schema.ts';
import { FOUND, type Value } from './search.ts';
import { Tail } from './tail.ts';

/** What can be read. Content ids in bytes. Everything throws the errors of the store. */
export interface Reads {
  block(cid: Uint8Array): Uint8Array | null;
  hasBlock(cid: Uint8Array): boolean;
  head(match: Uint8Array): Uint8Array | null;
  value(kind: string, name: string): string | null;
  names(kind: string): string[];
  /** The columns `FOUND`. */
  listing(match: Uint8Array): readonly Value[] | null;
  close(): void;
}

/** Opens a file to read from. */
export function createReads(path: string, options: OpenOptions): Reads {
  const db = named(path, () => openToRead(path, options));
  const { tail, sql } = named(path, () => ({
    tail: new Tail(db),
    sql: prepareAll(db, STATEMENTS),
  }));
  sql.listing.setReturnArrays(true);
  const read = <T>(look: () => T): T => {
    if (!db.isOpen) throw new SqliteClosedError(path);
    return named(path, look);
  };
  return {
    block: cid =>
      read(() => {
        const id = tail.findNow(cid);
        return id === null ? null : ((sql.block.get(id)?.bytes as Uint8Array | undefined) ?? null);
      }),
    hasBlock: cid => read(() => tail.findNow(cid) !== null),
    head: match => read(() => (sql.head.get(match)?.head as Uint8Array | undefined) ?? null),
    value: (kind, name) =>
      read(() => (sql.value.get(kind, name)?.value as string | undefined) ?? null),
    // SQLite sorts by UTF-8, which is another order than that of JavaScript
    names: kind =>
      read(() =>
        sql.names
          .all(kind)
          .map(({ name }) => name as string)
          .sort(),
      ),
    listing: match =>
      read(() => (sql.listing.get(match) as unknown as Value[] | undefined) ?? null),
    close() {
      if (db.isOpen) db.close();
    },
  };
}

const STATEMENTS = {
  block: 'SELECT bytes FROM blocks WHERE id = ?',
  head: 'SELECT head FROM heads WHERE match = ?',
  value: 'SELECT value FROM vault WHERE kind = ? AND name = ?',
  names: 'SELECT name FROM vault WHERE kind = ?',
  listing: `SELECT ${FOUND.join(', ')} FROM matches WHERE match = ?`,
} as const;

/** With errors of the store instead of those of SQLite. */
function named<T>(path: string, look: () => T): T {
  try {
    return look();
  } catch (error) {
    throw namedError(path, troubleOf(error));
  }
}
