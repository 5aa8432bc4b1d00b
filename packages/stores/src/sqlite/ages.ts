/** How old blocks are, roughly: from time to time it is noted which block was the newest. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';

/** In seconds. */
const EVERY = 600;

/** A moment, and the newest block that was there. */
interface Noted {
  readonly second: number;
  readonly block: number;
}

const NEVER: Noted = { second: Number.NEGATIVE_INFINITY, block: 0 };

/** Notes ages, within transactions. */
export class Ages {
  readonly #insert: StatementSync;
  #noted: Noted;

  constructor(db: DatabaseSync) {
    this.#insert = db.prepare(
      'INSERT INTO ages (second, block) VALUES (?, ?) ON CONFLICT DO UPDATE SET block = excluded.block',
    );
    const newest = db.prepare('SELECT second, block FROM ages ORDER BY second DESC LIMIT 1');
    this.#noted = (newest.get() as unknown as Noted | undefined) ?? NEVER;
  }

  /** To be restored after a transaction that failed. */
  get state(): Noted {
    return this.#noted;
  }

  undo(state: Noted): void {
    this.#noted = state;
  }

  /** Whether a block came before the last note. */
  isOld(block: number): boolean {
    return block <= this.#noted.block;
  }

  /** Notes the newest block, if it is time or necessary. */
  note(block: number, mustNote = false): void {
    const second = Math.floor(Date.now() / 1000);
    const isDue = mustNote ? block > this.#noted.block : second >= this.#noted.second + EVERY;
    if (!isDue) return;
    this.#insert.run(second, block);
    this.#noted = { second, block };
  }
}
