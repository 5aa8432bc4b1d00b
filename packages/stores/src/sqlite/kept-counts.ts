/** Counts of common positions as they are written: kept while they are right, forgotten when a match in them changes or goes. */
import type { DatabaseSync } from 'node:sqlite';
import type { KeepCountsOp } from './file-ops.ts';
import { type Prepared, prepareAll } from './prepared.ts';

/** Kind of the counts in the vault. */
export const EXPLORED_KIND = 'explored';

/** Writes counts. Every method within a transaction. */
export class KeptCountsWriter {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** Before games are counted: from now on, a change to one of them is noted. */
  begin(): void {
    this.#sql.begin.run();
  }

  /** False if a match that was counted has changed since: then the counts are wrong. */
  keep({ name, value, digest, forgotten }: KeepCountsOp): boolean {
    if (this.#number('forgotten') !== forgotten) return false;
    this.#sql.keep.run(EXPLORED_KIND, name, value, digest);
    return true;
  }

  /** Forgets counts that may contain a match, by its number. */
  forget(number: number): void {
    if (number > this.#number('explored')) return;
    this.#sql.drop.run(EXPLORED_KIND);
    this.#sql.reset.run();
    this.#sql.note.run();
  }

  #number(name: 'explored' | 'forgotten'): number {
    return (this.#sql.mark.get(name)?.value as number | undefined) ?? 0;
  }
}

const STATEMENTS = {
  mark: 'SELECT value FROM marks WHERE name = ?',
  begin: `INSERT INTO marks (name, value) SELECT 'explored', value FROM marks WHERE name = 'numbers'
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
  keep: `INSERT INTO vault (kind, name, value, digest) VALUES (?, ?, ?, ?)
    ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, digest = excluded.digest`,
  drop: 'DELETE FROM vault WHERE kind = ?',
  reset: "UPDATE marks SET value = 0 WHERE name = 'explored'",
  note: `INSERT INTO marks (name, value) VALUES ('forgotten', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1`,
} as const;
