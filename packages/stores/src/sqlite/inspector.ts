/** Checks a file for damage, in a separate thread. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { type Prepared, prepareAll } from './prepared.ts';
import { keyOf } from './recent-blocks.ts';
import { checkRuns, type InspectedRuns } from './run-check.ts';
import { numberOf } from './schema.ts';

/** What to look at: everything as SQLite sees it, all runs, or the blocks after one. */
export type Inspect =
  | { readonly do: 'integrity' }
  | { readonly do: 'runs' }
  | { readonly do: 'blocks'; readonly after: number };

/** What SQLite says is wrong. */
export type Integrity = readonly string[];

/** Some blocks that were looked at. */
export interface InspectedBlocks {
  readonly count: number;
  /** The last of them; null where there are no more. */
  readonly last: number | null;
  /** Content ids of blocks whose bytes do not hash to them. */
  readonly corrupt: readonly Uint8Array[];
  /** Content ids of blocks that are in the table but not found by the index. */
  readonly lost: readonly Uint8Array[];
}

const PAGE = 2048;
const DIGEST_BYTES = 32;

/** Looks through an open file. */
export class Inspector {
  readonly #db: DatabaseSync;
  readonly #sql: Prepared<keyof typeof STATEMENTS>;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#sql = prepareAll(db, STATEMENTS);
  }

  look(asked: Inspect): Integrity | InspectedRuns | InspectedBlocks {
    if (asked.do === 'blocks') return this.#blocks(asked.after);
    return asked.do === 'runs' ? this.#atOnce(() => checkRuns(this.#db)) : this.#integrity();
  }

  #integrity(): Integrity {
    const said = this.#db.prepare('PRAGMA integrity_check').all();
    return said.map(({ integrity_check: text }) => text as string).filter(text => text !== 'ok');
  }

  #blocks(after: number): InspectedBlocks {
    const corrupt: Uint8Array[] = [];
    const lost: Uint8Array[] = [];
    let [count, last] = [0, after];
    this.#atOnce(() => {
      const indexed = numberOf(this.#db, "SELECT value FROM marks WHERE name = 'indexed'");
      for (const { id, cid, bytes } of this.#sql.blocks.iterate(after) as Iterable<BlockRow>) {
        count++;
        last = id;
        if (!isDigest(cid, bytes)) corrupt.push(cid);
        else if (id <= indexed && this.#sql.key.get(keyOf(cid), id) === undefined) lost.push(cid);
      }
    });
    return { count, last: count < PAGE ? null : last, corrupt, lost };
  }

  /** All looks are at one moment of the file. */
  #atOnce<T>(look: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return look();
    } finally {
      this.#db.exec('COMMIT');
    }
  }
}

interface BlockRow {
  readonly id: number;
  readonly cid: Uint8Array;
  readonly bytes: Uint8Array;
}

/** The digest, SHA-256, is the end of a content id. */
const isDigest = (cid: Uint8Array, bytes: Uint8Array): boolean =>
  cid.length > DIGEST_BYTES &&
  createHash('sha256').update(bytes).digest().equals(cid.subarray(-DIGEST_BYTES));

const STATEMENTS = {
  blocks: `SELECT id, cid, bytes FROM blocks WHERE id > ? ORDER BY id LIMIT ${PAGE}`,
  key: 'SELECT 1 FROM block_keys WHERE key = ? AND id = ?',
} as const;
