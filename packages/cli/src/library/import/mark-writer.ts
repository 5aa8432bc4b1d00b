/** Writes the marks of an import: each when all records before it are durable, so that no mark is ever ahead of the library. */
import type { Json } from '@kifu/core';
import type { MarkedFile, MarkedPlace, MarkStore, RecordCount } from './file-marks.ts';

/** A file with fewer records is read again: that takes a moment, and reports its bad records once more. */
const MIN_RECORDS = 1024;

/** Records between two places of a file, as far as they are done. */
interface PartCount extends RecordCount {
  /** How many are on their way. */
  open: number;
}

/** A part of which all records have been met. */
interface ReachedPart {
  readonly count: PartCount;
  readonly place: MarkedPlace;
}

const newCount = (): PartCount => ({ records: 0, bad: 0, open: 0 });

/** Follows an import through one file after the other. */
export class MarkWriter {
  readonly #store: MarkStore;
  #current = newCount();
  /** In their order. */
  readonly #reached: ReachedPart[] = [];
  /** How many records of the present file are in the library, up to the last mark. */
  #file: { readonly file: MarkedFile; total: RecordCount } | null = null;
  /** The last mark of each file, until it is being written. */
  readonly #due = new Map<string, object>();
  #writing: Promise<void> | null = null;
  #isStopped = false;

  constructor(store: MarkStore) {
    this.#store = store;
  }

  /** A record was met; what is returned takes note of what becomes of it. */
  begin(): (isBad: boolean) => void {
    const count = this.#current;
    count.open++;
    return isBad => {
      count.open--;
      count.records++;
      if (isBad) count.bad++;
      if (count.open === 0) this.#advance();
    };
  }

  /** All records before a place have been met. */
  reach(place: MarkedPlace): void {
    this.#reached.push({ count: this.#current, place });
    this.#current = newCount();
    this.#advance();
  }

  /** What was met since the last place is of a file without marks. */
  leave(): void {
    this.#current = newCount();
  }

  /** Writes no more: the library could not take a record, so that nothing after it may be marked. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Waits until the last mark is durable. */
  async finish(): Promise<void> {
    while (this.#writing !== null) await this.#writing;
  }

  #advance(): void {
    if (this.#isStopped) return;
    while (this.#reached[0]?.count.open === 0) this.#take(this.#reached.shift()!);
    if (this.#due.size > 0) this.#writing ??= this.#writeDue();
  }

  #take({ count, place: { file, mark, isEnd } }: ReachedPart): void {
    if (this.#file?.file !== file) this.#file = { file, total: { ...file.before } };
    const { total } = this.#file;
    const all = { records: total.records + count.records, bad: total.bad + count.bad };
    // what stands at the end of a file may be another part when the file has grown
    if (!isEnd) this.#file.total = all;
    if (all.records < MIN_RECORDS) return;
    const counts = isEnd ? total : all;
    this.#due.set(file.key, { ...mark, ...counts, whole: isEnd ? all : null });
  }

  async #writeDue(): Promise<void> {
    while (this.#due.size > 0 && !this.#isStopped) {
      const due = [...this.#due];
      this.#due.clear();
      // a mark that cannot be written is none: the file is read again
      const writing = due.map(([key, mark]) => this.#store.put(key, mark as Json).catch(() => {}));
      await Promise.all(writing);
    }
    this.#writing = null;
  }
}
