/**
 * Large indexes as sorted runs instead of a row for each pair, which takes a fifth of the room: what a transaction adds is sorted
 * and becomes a run; runs of one level are merged into one of the next, a little with each transaction, as FTS5 does. A pair is in
 * one run at any moment, so that it does not matter to readers how far a merge has come.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { decodeLeaf } from './leaf.ts';

/** Kinds of indexes, as in `runs.kind`: positions with the numbers of matches, nodes with the IDs of packs. */
export const RUNS = { positions: 0, nodes: 1 } as const;

/** One of the kinds. */
export type RunKind = (typeof RUNS)[keyof typeof RUNS];

/** A row of `leaves`. */
export interface LeafRow {
  readonly run: number;
  /** The first pair. */
  readonly key: number;
  readonly number: number;
  readonly bytes: Uint8Array;
}

/** Looks for what the runs of one kind hold. */
export class Runs {
  readonly #kind: RunKind;
  readonly #leaves: StatementSync;
  readonly #runs: StatementSync;
  readonly #before: StatementSync;
  readonly #later: StatementSync;

  constructor(db: DatabaseSync, kind: RunKind) {
    this.#kind = kind;
    // one statement, so that no merge comes in between: of each run the leaves that begin with the key, and the one before
    this.#leaves = db.prepare(`
      SELECT l.key, l.number, l.bytes FROM runs r JOIN leaves l ON l.run = r.run
      WHERE r.kind = ?1 AND l.key <= ?2 AND l.key >=
        ifnull((SELECT max(key) FROM leaves b WHERE b.run = r.run AND b.key < ?2), ?2)`);
    this.#runs = db.prepare('SELECT run FROM runs WHERE kind = ?');
    this.#before = db.prepare(`SELECT key, number, bytes FROM leaves
      WHERE run = ?1 AND (key, number) <= (?2, ?3) ORDER BY key DESC, number DESC LIMIT 1`);
    this.#later = db.prepare(
      'SELECT key, number, bytes FROM leaves WHERE run = ? AND key = ? AND number > ?',
    );
  }

  /** Takes each number of a key that is greater than one, as `each` does, but skips leaves before it. Within a transaction. */
  after(key: number, least: number, take: (number: number) => void): void {
    const takeOwn = (own: number, number: number) => {
      if (own === key && number > least) take(number);
    };
    for (const { run } of this.#runs.all(this.#kind) as { run: number }[]) {
      const before = this.#before.get(run, key, least) as LeafRow | undefined;
      if (before !== undefined) decodeLeaf(before.bytes, before, takeOwn, key);
      for (const leaf of this.#later.iterate(run, key, least) as Iterable<LeafRow>)
        decodeLeaf(leaf.bytes, leaf, takeOwn, key);
    }
  }

  /** Takes each number of a key, some of them more than once. They may have been dropped. */
  each(key: number, take: (number: number) => void): void {
    const takeOwn = (own: number, number: number) => {
      if (own === key) take(number);
    };
    for (const leaf of this.#leaves.iterate(this.#kind, key) as Iterable<LeafRow>)
      decodeLeaf(leaf.bytes, leaf, takeOwn, key);
  }
}
