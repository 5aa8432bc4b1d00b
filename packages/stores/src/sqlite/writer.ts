/** The one who writes: whatever it is given at once becomes one transaction, which is durable when it is answered. */
import type { DatabaseSync } from 'node:sqlite';
import type { BlockRow, HeadMove, Op } from '../sql/ops.ts';
import { isOfFile, type Trouble, troubleOf } from './errors.ts';
import { Lister } from './lister.ts';
import { type Prepared, prepareAll } from './schema.ts';
import { Sweeper, Tail } from './tail.ts';

/** What came of an op: whether it did something, or why it was not done. */
export type Answer = boolean | Trouble;

/** How the writer is set up. */
export interface WriterOptions {
  /** How long the tail of blocks grows before it is swept into the index. */
  readonly tailLength?: number | undefined;
}

/** Writes into an open file. */
export class Writer {
  readonly #tail: Tail;
  readonly #sweeper: Sweeper;
  readonly #lister: Lister;
  readonly #db: DatabaseSync;
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  /** Blocks that the present transaction has brought. */
  #count = 0;

  constructor(db: DatabaseSync, { tailLength }: WriterOptions = {}) {
    this.#db = db;
    this.#tail = new Tail(db);
    this.#sweeper = new Sweeper(db, this.#tail, tailLength);
    this.#lister = new Lister(db);
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** Does all of it and answers each. An op that cannot be done by itself spoils none of the others. */
  run(ops: readonly Op[]): Answer[] {
    try {
      return this.#transact(ops);
    } catch (error) {
      const trouble = troubleOf(error);
      return ops.length === 1 || isOfFile(trouble)
        ? ops.map(() => trouble)
        : ops.flatMap(op => this.run([op]));
    }
  }

  #transact(ops: readonly Op[]): boolean[] {
    // takes the right to write at once, so that what is read now is still so when it is written
    this.#sql.begin.run();
    const [last, state] = [this.#tail.last, this.#sweeper.state];
    this.#count = 0;
    try {
      this.#tail.refresh();
      const answers = ops.map(op => this.#apply(op));
      this.#sweeper.sweep(this.#count);
      this.#sql.commit.run();
      this.#sweeper.committed();
      return answers;
    } catch (cause) {
      this.#tail.undo(last);
      this.#sweeper.undo(state);
      // some troubles have rolled it back already
      if (this.#db.isTransaction) this.#sql.rollback.run();
      throw cause;
    }
  }

  #apply(op: Op): boolean {
    switch (op.do) {
      case 'put':
        return this.#put(op.block);
      case 'append':
        if (!this.#move(op)) return false;
        for (const block of op.blocks) this.#put(block);
        return true;
      case 'keep':
        this.#sql.keep.run(op.kind, op.name, op.value, op.digest);
        return true;
      case 'drop':
        this.#sql.drop.run(op.kind, op.name);
        return true;
      case 'list':
        this.#lister.list(op);
        return true;
      case 'hide':
        return this.#lister.hide(op.match, op.hidden);
      case 'remove':
        this.#lister.remove(op.match);
        return true;
    }
  }

  #put({ cid, bytes }: BlockRow): boolean {
    if (this.#tail.find(cid) !== null) return false;
    const { lastInsertRowid } = this.#sql.put.run(cid, bytes);
    this.#tail.add(cid, lastInsertRowid as number);
    this.#count++;
    return true;
  }

  #move({ match, from, to }: HeadMove): boolean {
    const { changes } =
      from === null ? this.#sql.first.run(match, to) : this.#sql.move.run(to, match, from);
    return changes > 0;
  }
}

const STATEMENTS = {
  begin: 'BEGIN IMMEDIATE',
  commit: 'COMMIT',
  rollback: 'ROLLBACK',
  put: 'INSERT INTO blocks (cid, bytes) VALUES (?, ?)',
  first: 'INSERT INTO heads (match, head) VALUES (?, ?) ON CONFLICT (match) DO NOTHING',
  move: 'UPDATE heads SET head = ? WHERE match = ? AND head = ?',
  keep: `INSERT INTO vault (kind, name, value, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, digest = excluded.digest`,
  drop: 'DELETE FROM vault WHERE kind = ? AND name = ?',
} as const;
