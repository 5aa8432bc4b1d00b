/** How a store writes when much comes at once, as in an import: few large transactions, because each page of an index that a transaction changes is written once, however many rows are in it. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { CHECKPOINT_PAGES } from './open.ts';

/** How long ops are gathered for one transaction. */
export interface Gather {
  /** A transaction has at most this many ops. */
  readonly ops: number;
  /** The first transaction has this many; each later one up to twice as many as the one before, so that small imports do not wait. */
  readonly firstOps: number;
  /** Ops wait for others until none has come for so long, in milliseconds; less in proportion while transactions are smaller. */
  readonly idleMs: number;
  /** No op waits longer than this, in milliseconds. */
  readonly ms: number;
}

/** How an import gathers: by number as long as records keep coming, so that a slow or busy machine has no smaller transactions than a quick one. */
export const GATHER: Gather = { ops: 8192, firstOps: 512, idleMs: 10_000, ms: 120_000 };

/** Page cache of the connection that writes, in bytes: the parts of all indexes that a transaction changes. */
export const BULK_CACHE_BYTES = 3 * 2 ** 24;
/** Page cache of the connection that reads, in bytes: an import looks up little. */
export const BULK_READ_CACHE_BYTES = 2 ** 22;

/** How many pages of 4 KiB the log grows to before it is written back: as many as a few transactions change. */
const BULK_CHECKPOINT_PAGES = 32_768;
/** How much room the disk must have for a log of that length, a transaction on top, and the file that grows by it. */
const BULK_ROOM_BYTES = 2 ** 29;

/** How many ops a transaction has where others want to write, or where there is little room. */
const FEW_OPS = 1024;
/** How long after a write by another process transactions stay small, in milliseconds. */
const SHARED_MS = 10_000;
/** How long others get the right to write between two small transactions, in milliseconds: SQLite asks for it every 100 ms. */
const PAUSE_MS = 120;

/** Decides how large transactions are, by the other processes that write and by the room that is left. */
export class TransactionPace {
  readonly #db: DatabaseSync;
  readonly #path: string;
  readonly #version;
  readonly #freeBytes: (path: string) => number;
  #lastVersion: number;
  #sharedAt = Number.NEGATIVE_INFINITY;
  #isLogLong = false;

  /** `freeBytes` is for tests. */
  constructor(db: DatabaseSync, path: string, freeBytes = freeBytesAt) {
    this.#db = db;
    this.#path = path;
    this.#freeBytes = freeBytes;
    // another number after each commit by another connection. https://sqlite.org/pragma.html#pragma_data_version
    this.#version = db.prepare('PRAGMA data_version');
    this.#lastVersion = this.#readVersion();
  }

  /** How many ops the next transaction may have. Sets how long the log grows by the room that is left. */
  nextOps(): number {
    const version = this.#readVersion();
    if (version !== this.#lastVersion) this.#sharedAt = performance.now();
    this.#lastVersion = version;
    const hasRoom = this.#freeBytes(this.#path) >= BULK_ROOM_BYTES;
    if (hasRoom !== this.#isLogLong) {
      this.#isLogLong = hasRoom;
      const pages = hasRoom ? BULK_CHECKPOINT_PAGES : CHECKPOINT_PAGES;
      this.#db.exec(`PRAGMA wal_autocheckpoint = ${pages}`);
    }
    return this.#isShared || !hasRoom ? FEW_OPS : Number.POSITIVE_INFINITY;
  }

  /** Between two transactions of one batch: gives another process the right to write, where one wrote a moment ago. */
  pause(): void {
    if (this.#isShared) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }

  get #isShared(): boolean {
    return performance.now() - this.#sharedAt < SHARED_MS;
  }

  #readVersion(): number {
    return this.#version.get()!.data_version as number;
  }
}

/** How much room a user has on the disk of a file. */
function freeBytesAt(path: string): number {
  const { bavail, bsize } = statfsSync(dirname(path));
  return bavail * bsize;
}
