/** Deletes blocks: those that are in a stored pack, and unreferenced ones. Every method runs within a transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { DIGEST_BYTES, nodeKey } from '../sql/node-key.ts';
import { PACKED } from '../sql/packed-mark.ts';
import type { CollectOp, ForgetOp, LeaveOp, PackOp } from './file-ops.ts';
import { type Prepared, prepareAll } from './prepared.ts';
import { keyOf, type RecentBlocks } from './recent-blocks.ts';
import type { RunWriter } from './run-writer.ts';

/** Removes blocks. */
export class Remover {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  readonly #recent: RecentBlocks;
  readonly #nodes: RunWriter;
  /** Whether a head has moved in the present transaction in a way that counts. */
  #hasMoved = false;

  constructor(db: DatabaseSync, recent: RecentBlocks, nodes: RunWriter) {
    this.#recent = recent;
    this.#nodes = nodes;
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** Before the commit. */
  flush(): void {
    if (this.#hasMoved) this.#sql.noteMove.run();
    this.#hasMoved = false;
  }

  /** After a transaction that failed. */
  undo(): void {
    this.#hasMoved = false;
  }

  /** False where the match is packed already, or its head is another. */
  pack(op: PackOp): boolean {
    const { from, digests, bytes } = op;
    const pack = from === null ? this.#begin(op) : this.#replace(op, from);
    if (pack === null) return false;
    this.#sql.addPack.run(pack, digests.length / DIGEST_BYTES, bytes);
    // ids are used again: keys of a pack that had this id before only lead to a look in vain
    this.#nodes.undrop(pack);
    for (let at = 0; at < digests.length; at += DIGEST_BYTES)
      this.#nodes.add(nodeKey(digests, at), pack);
    return true;
  }

  /** A match that is packed from its beginning; null where it is there already. */
  #begin({ match, head }: PackOp): number | null {
    const { changes, lastInsertRowid } = this.#sql.begin.run(match, head, PACKED.yes);
    if (changes === 0) return null;
    this.noteMove();
    return lastInsertRowid as number;
  }

  /** A match whose nodes are there; null where its head is another. */
  #replace({ match, head, digests }: PackOp, from: Uint8Array): number | null {
    const id = this.#sql.head.get(match, from)?.id as number | undefined;
    if (id === undefined) return null;
    this.#sql.end.run(head, PACKED.yes, id);
    const cid = head.slice();
    for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
      // all nodes of a chain have ids of one kind, which end in their digests
      cid.set(digests.subarray(at, at + DIGEST_BYTES), cid.length - DIGEST_BYTES);
      this.remove(cid);
    }
    return id;
  }

  leave({ match, head }: LeaveOp): boolean {
    const id = this.#sql.head.get(match, head)?.id as number | undefined;
    if (id !== undefined) this.#sql.packed.run(PACKED.never, id);
    return id !== undefined;
  }

  /** False where it was so before. */
  setLoose(isLoose: boolean): boolean {
    return this.#sql.setLoose.run(Number(isLoose)).changes > 0;
  }

  /** False where a head has moved meanwhile to what was there before. */
  collect({ blocks, moved }: CollectOp): boolean {
    if (this.#hasMoved || this.#sql.moved.get()?.value !== moved) return false;
    for (const id of blocks) {
      const cid = this.#sql.cid.get(id)?.cid as Uint8Array | undefined;
      if (cid !== undefined) this.#removeAt(id, cid);
    }
    return true;
  }

  /** False if the match has new moves, or does not exist. Its blocks are garbage-collected later, if nothing else references them. */
  forget({ match, head }: ForgetOp): boolean {
    const id = this.#sql.anyHead.get(match, head)?.id as number | undefined;
    if (id === undefined) return false;
    if (this.#sql.dropPack.run(id).changes > 0) this.#nodes.drop(id);
    this.#sql.dropHead.run(id);
    return true;
  }

  /** Takes note that a head has moved in a way that may lead to blocks that nothing led to. */
  noteMove(): void {
    this.#hasMoved = true;
  }

  /** Whether a match has a head. */
  hasHead(match: Uint8Array): boolean {
    return this.#sql.hasHead.get(match) !== undefined;
  }

  /** Removes a block, wherever it lies. */
  remove(cid: Uint8Array): void {
    const id = this.#recent.find(cid);
    if (id !== null) this.#removeAt(id, cid);
  }

  #removeAt(id: number, cid: Uint8Array): void {
    this.#sql.last.run(this.#recent.last);
    this.#sql.removeKey.run(keyOf(cid), id);
    this.#sql.remove.run(id);
    this.#recent.remove(id);
  }
}

const STATEMENTS = {
  head: `SELECT id FROM heads WHERE match = ? AND head = ? AND packed = ${PACKED.no}`,
  anyHead: 'SELECT id FROM heads WHERE match = ? AND head = ?',
  dropHead: 'DELETE FROM heads WHERE id = ?',
  dropPack: 'DELETE FROM packs WHERE id = ?',
  hasHead: 'SELECT 1 FROM heads WHERE match = ?',
  begin: 'INSERT INTO heads (match, head, packed) VALUES (?, ?, ?) ON CONFLICT (match) DO NOTHING',
  end: 'UPDATE heads SET head = ?, packed = ? WHERE id = ?',
  packed: 'UPDATE heads SET packed = ? WHERE id = ?',
  addPack: 'INSERT INTO packs (id, nodes, bytes) VALUES (?, ?, ?)',
  cid: 'SELECT cid FROM blocks WHERE id = ?',
  remove: 'DELETE FROM blocks WHERE id = ?',
  removeKey: 'DELETE FROM block_keys WHERE key = ? AND id = ?',
  last: "UPDATE marks SET value = ? WHERE name = 'last' AND value < ?1",
  setLoose: `INSERT INTO marks (name, value) SELECT 'loose', ?1
    WHERE ?1 <> coalesce((SELECT value FROM marks WHERE name = 'loose'), 0)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  moved: "SELECT value FROM marks WHERE name = 'moved'",
  noteMove: "UPDATE marks SET value = value + 1 WHERE name = 'moved'",
} as const;
