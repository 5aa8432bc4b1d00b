/** What libp2p remembers between two runs (addresses of peers, tags, records of the DHT), in one SQLite file. */
import { DatabaseSync } from 'node:sqlite';
import { NotFoundError } from '@libp2p/interface';
import { BaseDatastore } from 'datastore-core';
import { Key, type KeyQuery, type Pair, type Query } from 'interface-datastore';
import { base32 } from 'multiformats/bases/base32';
import { LIFETIME_MS, routingKeyOf } from '../ipns/records.ts';

/** A datastore that must be closed. What is lost in a crash is learned again, so that nothing is synced to the disk. */
export interface NodeDatastore extends BaseDatastore {
  /** The highest sequence number seen of an IPNS name; null where it is not known. */
  sequenceOf(name: string): bigint | null;
  /** Notes the sequence number of a name that the player has to do with, durable when this returns; false if a higher one is known. */
  raiseSequence(name: string, sequence: bigint): boolean;
  /**
   * Notes the sequence number of a name that a stranger put into the DHT, for as long as a record is good. False if a higher one is known, or
   * if this source (an address; null for own queries) has put too many names.
   */
  hearSequence(name: string, sequence: bigint, source: string | null): boolean;
  /** Whether a source may put a name that is not known. */
  mayHear(name: string, source: string | null): boolean;
  close(): void;
}

/**
 * How many names of strangers are remembered, in all, per source, and of all nodes behind one relay, whose ids cost nothing: anyone
 * can make up any number of names.
 */
const MAX_HEARD = 10_000;
const MAX_OF_SOURCE = 500;
const MAX_OF_RELAY = 2000;
/** The layout of the file. Before the first, all names were in one table. */
const VERSION = 1;

/** Opens the file, or makes it. */
export function openDatastore(path: string, now: () => number = Date.now): NodeDatastore {
  const db = new DatabaseSync(path);
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    CREATE TABLE IF NOT EXISTS pairs (key TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS sequences (name TEXT PRIMARY KEY, sequence TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS heard (
      name TEXT PRIMARY KEY, sequence TEXT NOT NULL, source TEXT, expires INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS heard_source ON heard (source);
    CREATE INDEX IF NOT EXISTS heard_expires ON heard (expires);`);
  if ((db.prepare('PRAGMA user_version').get()!.user_version as number) < VERSION)
    // whose names they are is not known any more: those of people are learned again
    db.exec(`BEGIN;
      INSERT OR IGNORE INTO heard SELECT name, sequence, NULL, ${now() + LIFETIME_MS} FROM sequences;
      DELETE FROM sequences;
      PRAGMA user_version = ${VERSION};
      COMMIT;`);
  return new SqliteDatastore(db, now);
}

class SqliteDatastore extends BaseDatastore implements NodeDatastore {
  readonly #db: DatabaseSync;
  readonly #run: { readonly [name: string]: ReturnType<DatabaseSync['prepare']> };

  readonly #now: () => number;

  constructor(db: DatabaseSync, now: () => number) {
    super();
    this.#db = db;
    this.#now = now;
    this.#run = {
      put: db.prepare('INSERT OR REPLACE INTO pairs VALUES (?, ?)'),
      get: db.prepare('SELECT value FROM pairs WHERE key = ?'),
      delete: db.prepare('DELETE FROM pairs WHERE key = ?'),
      all: db.prepare('SELECT key, value FROM pairs WHERE key >= ? AND key < ? ORDER BY key'),
      sequence: db.prepare('SELECT sequence FROM sequences WHERE name = ?'),
      raise: db.prepare('INSERT OR REPLACE INTO sequences VALUES (?, ?)'),
      heard: db.prepare('SELECT sequence FROM heard WHERE name = ? AND expires > ?'),
      hear: db.prepare('INSERT OR REPLACE INTO heard VALUES (?, ?, ?, ?)'),
      forget: db.prepare('DELETE FROM heard WHERE name = ?'),
      count: db.prepare('SELECT count(*) AS names FROM heard'),
      countOf: db.prepare('SELECT count(*) AS names FROM heard WHERE source = ? AND expires > ?'),
      // the character after the slash ends the range
      countBehind: db.prepare(
        `SELECT count(*) AS names FROM heard WHERE source > ?1 || '/' AND source < ?1 || '0' AND expires > ?2`,
      ),
      expired: db.prepare('SELECT name FROM heard WHERE expires <= ? LIMIT 1000'),
      oldest: db.prepare('SELECT name FROM heard ORDER BY expires LIMIT 1'),
    };
  }

  override put(key: Key, value: Uint8Array): Key {
    this.#run.put!.run(key.toString(), value);
    return key;
  }

  override get(key: Key): Uint8Array {
    const row = this.#run.get!.get(key.toString());
    if (row === undefined) throw new NotFoundError(`${key} not found`);
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
    const row = this.#run.sequence!.get(name) ?? this.#run.heard!.get(name, this.#now());
    return row === undefined ? null : BigInt(row.sequence as string);
  }

  raiseSequence(name: string, sequence: bigint): boolean {
    const known = this.sequenceOf(name);
    if (known !== null && known > sequence) return false;
    this.#run.raise!.run(name, `${sequence}`);
    this.#run.forget!.run(name);
    return true;
  }

  mayHear(name: string, source: string | null): boolean {
    if (source === null || this.sequenceOf(name) !== null) return true;
    const [relay, node] = source.split('/');
    return (
      this.#count('countOf', source) < MAX_OF_SOURCE &&
      (node === undefined || this.#count('countBehind', relay!) < MAX_OF_RELAY)
    );
  }

  #count(how: 'countOf' | 'countBehind', source: string): number {
    return this.#run[how]!.get(source, this.#now())!.names as number;
  }

  hearSequence(name: string, sequence: bigint, source: string | null): boolean {
    const known = this.sequenceOf(name);
    if (known !== null && known > sequence) return false;
    if (!this.mayHear(name, source)) return false;
    if (this.#run.sequence!.get(name) !== undefined) return this.raiseSequence(name, sequence);
    this.#run.hear!.run(name, `${sequence}`, source, this.#now() + LIFETIME_MS);
    for (const { name: old } of this.#run.expired!.all(this.#now())) this.#forget(old as string);
    if ((this.#run.count!.get()!.names as number) > MAX_HEARD)
      this.#forget(this.#run.oldest!.get()!.name as string);
    return true;
  }

  /** Forgets a name, and the record that the DHT has of it. */
  #forget(name: string): void {
    this.#run.forget!.run(name);
    this.#run.delete!.run(recordKeyOf(name));
  }

  close(): void {
    this.#db.close();
  }
}

/** Where the DHT puts the record of a name. */
const recordKeyOf = (name: string): string =>
  `/dht/record/${base32.baseEncode(routingKeyOf(name))}`;
