/**
 * Where blocks lie. Content ids are as good as random, so that an index of them is written all over the place: with every
 * commit about one page a block. Therefore the newest blocks, the tail, are not in the index; a process that has the file open
 * has them in memory. When the tail has grown long, its older part is put into the index in the order of the index, a
 * little with every commit, which touches few pages.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DIGEST_BYTES, readNumber } from '../sql/node-key.ts';
import { isDamage, serializeError } from './errors.ts';
import { orderOf } from './pairs.ts';

/** How long the tail grows before it is swept into the index, in blocks; it grows to twice this during a sweep. */
const LENGTH = 32_768;
/** How many more blocks are swept with a commit than it brings. */
const HASTE = 2;
const LEAST = 128;
/** How many are put into the index by one statement. */
const MANY = 32;
const MAX_LEAP = 2 ** 20;
const NONE: readonly number[] = [];

/** The blocks of a file, found by content id. */
export class RecentBlocks {
  readonly #db: DatabaseSync;
  readonly #version: StatementSync;
  readonly #since: StatementSync;
  readonly #marks: StatementSync;
  readonly #isThere: StatementSync;
  readonly #isAt: StatementSync;
  readonly #bytesAt: StatementSync;
  readonly #inIndex: StatementSync;
  /** Of the blocks that are known, in the order of their ids. Some may be there no longer. */
  #keys: number[] = [];
  #ids: number[] = [];
  /** Where the first `#placed` of them lie, by key: most are never looked for. */
  readonly #places = new Map<number, number[]>();
  #placed = 0;
  /** The newest block that is known. */
  #last = 0;
  /** Up to here all blocks are in the index. */
  #swept = 0;
  /** The newest block that was ever removed, or an older one. */
  #removed = 0;
  /** Ids of known blocks that were removed here. */
  readonly #gone = new Set<number>();
  /** Others may have removed blocks that are not newer than this one. */
  #doubted = 0;
  /** The version of the file that was looked at last: it changes when others write. */
  #seen: unknown = null;
  /** What is wrong with the file, once it is known that something is. */
  #damage: unknown = null;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#version = db.prepare('PRAGMA data_version');
    this.#isThere = db.prepare('SELECT 1 FROM blocks WHERE id = ?');
    this.#since = db.prepare('SELECT id, cid FROM blocks WHERE id > ? ORDER BY id');
    this.#marks = db.prepare(`SELECT (SELECT value FROM marks WHERE name = 'indexed') AS swept,
      (SELECT value FROM marks WHERE name = 'last') AS removed`);
    this.#isAt = db.prepare('SELECT 1 FROM blocks WHERE id = ? AND cid = ?');
    this.#bytesAt = db.prepare('SELECT bytes FROM blocks WHERE id = ? AND cid = ?');
    this.#inIndex = db.prepare(
      'SELECT b.id FROM block_keys k JOIN blocks b ON b.id = k.id WHERE k.key = ? AND b.cid = ?',
    );
  }

  /** Whether something in the file could not be read. */
  get isDamaged(): boolean {
    return this.#damage !== null;
  }

  get last(): number {
    return this.#last;
  }

  /** No id is used twice, even of a block that was removed: others may still know it. */
  get nextId(): number {
    return Math.max(this.#last, this.#removed) + 1;
  }

  get length(): number {
    return this.#ids.length;
  }

  /** The id of a block among those that are known; null where it is none of them. */
  find(cid: Uint8Array): number | null {
    const key = keyOf(cid);
    return (
      this.#findKnown(key, cid) ?? (this.#inIndex.get(key, cid)?.id as number | undefined) ?? null
    );
  }

  /** The bytes of a block among those that are known; undefined where it is none of them. One look where `find` takes two. */
  bytesOf(cid: Uint8Array): Uint8Array | undefined {
    const ids = this.#idsOf(keyOf(cid));
    for (let i = ids.length - 1; i >= 0; i--) {
      const row = this.#bytesAt.get(ids[i]!, cid);
      if (row !== undefined) return row.bytes as Uint8Array;
    }
    return undefined;
  }

  /** The newest of those with this key that is there. */
  #findKnown(key: number, cid: Uint8Array): number | undefined {
    return this.#idsOf(key).findLast(id => this.#isAt.get(id, cid) !== undefined);
  }

  /** Ids of known blocks that may be the block, the newest last. */
  #idsOf(key: number): readonly number[] {
    for (; this.#placed < this.#ids.length; this.#placed++) {
      const at = this.#places.get(this.#keys[this.#placed]!);
      if (at !== undefined) at.push(this.#ids[this.#placed]!);
      else this.#places.set(this.#keys[this.#placed]!, [this.#ids[this.#placed]!]);
    }
    return this.#places.get(key) ?? NONE;
  }

  /** The same, after a look at what others have written. Where the file is damaged, throws unless it can be found all the same. */
  findNow(cid: Uint8Array): number | null {
    if (this.#damage === null)
      try {
        return this.find(cid) ?? this.#findAfterRefresh(cid);
      } catch (cause) {
        if (!isDamage(serializeError(cause))) throw cause;
        this.#salvage(cause);
      }
    const id = this.#findKnown(keyOf(cid), cid);
    if (id === undefined) throw this.#damage;
    return id;
  }

  /** At one moment: in between, another process might move blocks from the tail into the index. */
  #findAfterRefresh(cid: Uint8Array): number | null {
    this.#db.exec('BEGIN');
    try {
      this.refresh();
      return this.find(cid);
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  /** Takes note of what others have written. Within a transaction. */
  refresh(): void {
    const version = this.#version.get()!.data_version;
    if (version === this.#seen) return;
    this.#doubted = this.#last;
    const { swept, removed } = this.#marks.get() as { swept: number; removed: number };
    this.#removed = removed;
    if (swept > this.#swept) this.forget(swept);
    this.#swept = swept;
    this.#last = Math.max(this.#last, swept);
    this.#scan(this.#last);
    this.#seen = version;
  }

  #scan(last: number): void {
    for (const { id, cid } of this.#since.iterate(last) as Iterable<Row>) this.add(cid, id);
  }

  /** Looks through all blocks once, without the index, and over damaged pages in leaps that grow. */
  #salvage(damage: unknown): void {
    this.#damage = damage;
    this.#keep(0, 0);
    this.#last = 0;
    for (let leap = 0; leap <= MAX_LEAP; ) {
      const last = this.#last;
      try {
        this.#scan(last + leap);
        return;
      } catch {
        leap = this.#last > last ? 1 : 2 * leap + 1;
      }
    }
  }

  /** Takes note of a block. */
  add(cid: Uint8Array, id: number): void {
    this.#keys.push(keyOf(cid));
    this.#ids.push(id);
    this.#last = id;
  }

  /** Takes note that a block was removed. */
  remove(id: number): void {
    if (id >= (this.#ids[0] ?? Number.POSITIVE_INFINITY)) this.#gone.add(id);
  }

  /** Whether a block that was known is still there. */
  isThere(id: number): boolean {
    return id <= this.#doubted ? this.#isThere.get(id) !== undefined : !this.#gone.has(id);
  }

  /** Forgets what was noted after some block, since it was not kept. */
  undo(last: number): void {
    this.#seen = null;
    this.#gone.clear();
    this.#keep(0, this.#countUpTo(last));
    this.#last = last;
  }

  /** Forgets the blocks up to one. */
  forget(upTo: number): void {
    this.#keep(this.#countUpTo(upTo), this.#ids.length);
  }

  #countUpTo(last: number): number {
    const count = this.#ids.findIndex(id => id > last);
    return count === -1 ? this.#ids.length : count;
  }

  #keep(from: number, to: number): void {
    if (from === 0 && to === this.#ids.length) return;
    for (const id of this.#ids.slice(0, from)) this.#gone.delete(id);
    this.#keys = this.#keys.slice(from, to);
    this.#ids = this.#ids.slice(from, to);
    this.#places.clear();
    this.#placed = 0;
  }

  /** All that is known, in the order of the index but for keys that begin alike. */
  sorted(): Places {
    const [keys, ids] = [this.#keys, this.#ids];
    const places = orderOf(keys);
    return { keys: Array.from(places, i => keys[i]!), ids: Array.from(places, i => ids[i]!) };
  }
}

interface Row {
  readonly id: number;
  readonly cid: Uint8Array;
}

/** Blocks in some order. */
interface Places {
  readonly keys: readonly number[];
  readonly ids: readonly number[];
}

/** Puts the older part of the tail into the index, bit by bit. For the writer. */
export class Sweeper {
  readonly #recent: RecentBlocks;
  readonly #insert: StatementSync;
  readonly #insertMany: StatementSync;
  readonly #mark: StatementSync;
  readonly #length: number;
  #sweep: Sweep | null = null;

  constructor(db: DatabaseSync, recent: RecentBlocks, length = LENGTH) {
    this.#recent = recent;
    this.#length = length;
    const insert = (rows: number) =>
      db.prepare(
        `INSERT INTO block_keys (key, id) VALUES ${Array(rows).fill('(?, ?)')} ON CONFLICT DO NOTHING`,
      );
    this.#insert = insert(1);
    this.#insertMany = insert(MANY);
    this.#mark = db.prepare("UPDATE marks SET value = max(value, ?) WHERE name = 'indexed'");
  }

  /** To be restored after a transaction that failed. */
  get state(): Sweep | null {
    return this.#sweep;
  }

  undo(state: Sweep | null): void {
    this.#sweep = state;
  }

  /** Continues the sweep, within a transaction that has added a number of blocks. */
  sweep(blocks: number): void {
    const { keys, ids, upTo, next } = this.#sweep ?? this.#begin() ?? DONE;
    if (ids.length === 0) return;
    const end = Math.min(next + Math.max(LEAST, HASTE * blocks), ids.length);
    const values: number[] = [];
    for (let i = next; i < end; i++)
      if (this.#recent.isThere(ids[i]!)) values.push(keys[i]!, ids[i]!);
    this.#insertAll(values);
    if (end === ids.length) this.#mark.run(upTo);
    this.#sweep = { keys, ids, upTo, next: end };
  }

  #insertAll(values: readonly number[]): void {
    let at = 0;
    for (; at + 2 * MANY <= values.length; at += 2 * MANY)
      this.#insertMany.run(...values.slice(at, at + 2 * MANY));
    for (; at < values.length; at += 2) this.#insert.run(values[at]!, values[at + 1]!);
  }

  /** After the commit: what is in the index need not be kept in memory. */
  committed(): void {
    const { ids, upTo, next } = this.#sweep ?? DONE;
    if (ids.length === 0 || next < ids.length) return;
    this.#sweep = null;
    this.#recent.forget(upTo);
  }

  #begin(): Sweep | null {
    if (this.#recent.length < this.#length) return null;
    return { ...this.#recent.sorted(), upTo: this.#recent.last, next: 0 };
  }
}

/** Blocks on their way into the index. */
interface Sweep extends Places {
  /** The newest of them. */
  readonly upTo: number;
  /** Which of them is the next. */
  readonly next: number;
}

const DONE: Sweep = { keys: [], ids: [], upTo: 0, next: 0 };

/** The first 52 bits of the digest: an integer that JavaScript represents exactly. Blocks with the same key are distinguished by their ids. */
export function keyOf(cid: Uint8Array): number {
  const at = cid.length - DIGEST_BYTES;
  return readNumber(cid, at) * 2 ** 20 + (readNumber(cid, at + 4) >>> 12);
}
