/** Moves heads. A player moves the same one repeatedly: its row is cached, and found without a look into the index of matches. */
import type { DatabaseSync } from 'node:sqlite';
import type { HeadMove } from '../sql/ops.ts';
import { type Prepared, prepareAll } from './prepared.ts';
import { keyOf } from './recent-blocks.ts';

/** How many rows are remembered; with one more all are forgotten. */
const MOST = 65_536;

/** Moves heads, within transactions. */
export class HeadMover {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  /** By key of the match. Nothing depends on it: a wrong row is looked up again. */
  readonly #rows = new Map<number, number>();

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** False where the head is another. */
  move({ match, from, to }: HeadMove): boolean {
    const key = keyOf(match);
    if (from === null) {
      const { changes, lastInsertRowid } = this.#sql.first.run(match, to);
      return changes > 0 && this.#remember(key, Number(lastInsertRowid));
    }
    const row = this.#rows.get(key);
    if (row !== undefined && this.#sql.moveAt.run(to, row, match, from).changes > 0) return true;
    const found = this.#sql.move.get(to, match, from);
    return found !== undefined && this.#remember(key, found.id as number);
  }

  #remember(key: number, row: number): true {
    if (this.#rows.size >= MOST) this.#rows.clear();
    this.#rows.set(key, row);
    return true;
  }
}

const STATEMENTS = {
  first: 'INSERT INTO heads (match, head) VALUES (?, ?) ON CONFLICT (match) DO NOTHING',
  move: 'UPDATE heads SET head = ? WHERE match = ? AND head = ? RETURNING id',
  // found by the row, without the index of matches (`+match`); the rest is compared there
  moveAt: 'UPDATE heads SET head = ? WHERE id = ? AND +match = ? AND head = ?',
} as const;
