/** What libp2p remembers between two runs (addresses of peers, tags, records of the DHT), in one SQLite file. */
import { DatabaseSync } from 'node:sqlite';
import { NotFoundError } from '@libp2p/interface';
import { BaseDatastore } from 'datastore-core';
import { Key, type KeyQuery, type Pair, type Query } from 'interface-datastore';

/** A datastore that must be closed. What is lost in a crash is learned again, so that nothing is synced to the disk. */
export interface NodeDatastore extends BaseDatastore {
  /** The highest sequence number seen of an IPNS name; null where it is not known. */
  sequenceOf(name: string): bigint | null;
  /** Notes a sequence number, durable when this returns; false where a higher one is known, or there are too many names. */
  raiseSequence(name: string, sequence: bigint): boolean;
  close(): void;
}

/** So many names of IPNS are remembered: strangers can make up any number of them. */
const MAX_NAMES = 10_000;

/** Opens the file, or makes it. */
export function openDatastore(path: string): NodeDatastore {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, sequence TEXT NOT NULL) WITHOUT ROWID;`);
  return new SqliteDatastore(db);
}

class SqliteDatastore extends BaseDatastore implements NodeDatastore {
  readonly #db: DatabaseSync;
  readonly #run: { readonly [name: string]: ReturnType<DatabaseSync['prepare']> };

  constructor(db: DatabaseSync) {
    super();
    this.#db = db;
    this.#run = {
      put: db.prepare('INSERT OR REPLACE INTO pairs VALUES (?, ?)'),
      get: db.prepare('SELECT value FROM pairs WHERE key = ?'),
      delete: db.prepare('DELETE FROM pairs WHERE key = ?'),
      all: db.prepare('SELECT key, value FROM pairs WHERE key >= ? AND key < ? ORDER BY key'),
      sequence: db.prepare('SELECT sequence FROM sequences WHERE name = ?'),
      raise: db.prepare('INSERT OR REPLACE INTO sequences VALUES (?, ?)'),
      count: db.prepare('SELECT count(*) AS names FROM sequences'),
    };
  }

  override put(key: Key, value: Uint8Array): Key {
    this.#run.put!.run(key.toString(), value);
    return key;
  }

  override get(key: Key): Uint8Array {
    const row = this.#run.get!.get(key.toString());
    if (row === undefined) throw new NotFoundError(`there is no ${key}`);
    return row.value as Uint8Array;
  }

  override has(key: Key): boolean {
    return this.#run.get!.get(key.toString()) !== undefined;
  }

  override delete(key: Key): void {
    this.#run.delete!.run(key.toString());
  }

  override *_all({ prefix = '' }: Query): Generator<Pair> {
    // U+FFFF is above every letter of a key
    for (const { key, value } of this.#run.all!.all(prefix, `${prefix}\uffff`))
      yield { key: new Key(key as string), value: value as Uint8Array };
  }

  override *_allKeys({ prefix = '' }: KeyQuery): Generator<Key> {
    for (const { key } of this._all({ prefix })) yield key;
  }

  sequenceOf(name: string): bigint | null {
    const row = this.#run.sequence!.get(name);
    return row === undefined ? null : BigInt(row.sequence as string);
  }

  raiseSequence(name: string, sequence: bigint): boolean {
    const known = this.sequenceOf(name);
    if (known !== null && known >= sequence) return known === sequence;
    if (known === null && (this.#run.count!.get()!.names as number) >= MAX_NAMES) return false;
    this.#run.raise!.run(name, `${sequence}`);
    return true;
  }

  close(): void {
    this.#db.close();
  }
}
