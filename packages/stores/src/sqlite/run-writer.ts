/** Adds to the runs of one kind, merges them, and takes away what was dropped. Every method within a transaction. */
import type { DatabaseSync } from 'node:sqlite';
import { decodeLeaf, encodeLeaf } from './leaf.ts';
import { Pairs } from './pairs.ts';
import { type Prepared, prepareAll } from './prepared.ts';
import type { LeafRow, RunKind } from './runs.ts';

/** How runs are merged. */
export interface MergePace {
  /** How many runs of one level become one of the next. */
  readonly fan: number;
  /** How many pairs a transaction merges at most, as a number or as a multiple of what it adds: each pair is merged once per level. */
  readonly pairs: number;
  readonly times: number;
}

const PACE: MergePace = { fan: 8, pairs: 65_536, times: 6 };

/** How many merged pairs are in memory before they are written. */
const MERGED_AT_ONCE = 65_536;

/** A row of `runs`. */
interface RunRow {
  readonly run: number;
  readonly level: number;
  /** The run that it is being merged into; null where it is not. */
  readonly target: number | null;
}

/** Which leaf. */
export interface LeafPlace {
  readonly run: number;
  readonly key: number;
  readonly number: number;
}

/** Writes runs of one kind. */
export class RunWriter {
  readonly #kind: RunKind;
  readonly #pace: MergePace;
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  /** What the present transaction has added. */
  readonly #added = new Pairs();

  /** The pace can be told, for tests. */
  constructor(db: DatabaseSync, kind: RunKind, pace: MergePace = PACE) {
    this.#kind = kind;
    this.#pace = pace;
    this.#sql = prepareAll(db, STATEMENTS);
  }

  add(key: number, number: number): void {
    this.#added.push(key, number);
  }

  /** Takes note that a number is gone. Its pairs are found until a merge or a purge takes them away: a reader asks whether it is there. */
  drop(number: number): void {
    this.#sql.drop.run(this.#kind, number);
  }

  /** A number that is used again: what is still found by it does no harm. */
  undrop(number: number): void {
    this.#sql.undrop.run(this.#kind, number);
  }

  /** Before the commit: what was added becomes a run. */
  flush(): void {
    const { length } = this.#added;
    if (length === 0) return;
    this.#writeAll(this.#newRun(0), this.#added.sorted());
    this.#added.clear();
    this.#merge(Math.max(this.#pace.pairs, this.#pace.times * length));
  }

  /** After a transaction that failed. */
  undo(): void {
    this.#added.clear();
  }

  /** Takes what was dropped out of a leaf, where it is still there. */
  purge({ run, key, number }: LeafPlace): void {
    const leaf = this.#sql.leaf.get(run, key, number) as unknown as LeafRow | undefined;
    if (leaf === undefined) return;
    const pairs = new Pairs();
    decodeLeaf(leaf.bytes, leaf, (key, number) => pairs.push(key, number));
    const left = this.#withoutDropped(pairs);
    if (left.length === pairs.length) return;
    this.#sql.remove.run(run, key, number);
    this.#writeAll(run, left);
  }

  /** All leaves were purged of these. */
  purged(numbers: readonly number[]): void {
    for (const number of numbers) this.undrop(number);
    this.#sql.removeEmpty.run(this.#kind);
  }

  #isDropped(number: number): boolean {
    return this.#sql.isDropped.get(this.#kind, number) !== undefined;
  }

  #newRun(level: number): number {
    return this.#sql.begin.run(this.#kind, level).lastInsertRowid as number;
  }

  #writeAll(run: number, pairs: Pairs): void {
    for (let at = 0; at < pairs.length; ) {
      const { bytes, end } = encodeLeaf(pairs, at);
      this.#sql.insert.run(run, pairs.keys[at]!, pairs.numbers[at]!, bytes);
      at = end;
    }
  }

  /** Continues merges, the lowest level first, so that all runs of a level are complete when its turn comes, and starts those that are due. */
  #merge(most: number): void {
    let budget = most;
    for (let level = 0; budget > 0; level++) {
      const runs = this.#sql.runs.all(this.#kind) as unknown as RunRow[];
      if (!runs.some(run => run.level >= level)) return;
      const target = this.#targetAt(runs, level);
      if (target === null) continue;
      const sources = this.#sql.sources.all(target) as unknown as { readonly run: number }[];
      const cursors = sources.map(({ run }) => new RunCursor(this.#sql, run));
      budget -= this.#mergeInto(target, cursors, budget);
    }
  }

  /** Where the runs of a level are being merged to, or will be from now on; null where they are too few. */
  #targetAt(runs: readonly RunRow[], level: number): number | null {
    const here = runs.filter(run => run.level === level);
    const begun = here.find(({ target }) => target !== null);
    if (begun !== undefined) return begun.target;
    if (here.length < this.#pace.fan) return null;
    const target = this.#newRun(level + 1);
    for (const { run } of here) this.#sql.aim.run(target, run);
    return target;
  }

  /** Moves a number of pairs, the first of all sources, and returns how many. */
  #mergeInto(target: number, sources: readonly RunCursor[], most: number): number {
    const merged = new Pairs();
    let count = 0;
    for (let next = leastOf(sources); next !== null; next = leastOf(sources)) {
      const { key, number } = next;
      const last = merged.length - 1;
      const isThere = merged.keys[last] === key && merged.numbers[last] === number;
      // a long merge is written piece by piece: it takes no more memory than a short one
      if (!isThere && merged.length >= MERGED_AT_ONCE) {
        this.#writeAll(target, this.#withoutDropped(merged));
        merged.clear();
      }
      // a pair that several sources have is moved once: what is left of them begins after it
      if (count >= most && !isThere) break;
      next.advance();
      count++;
      if (!isThere) merged.push(key, number);
    }
    this.#writeAll(target, this.#withoutDropped(merged));
    // what is left of a leaf is a new row, which a purge that listed the leaves before misses: so it loses what was dropped here
    for (const source of sources)
      if (source.isAtEnd) this.#sql.end.run(source.run);
      else this.#writeAll(source.run, this.#withoutDropped(source.rest()));
    return count;
  }

  #withoutDropped(pairs: Pairs): Pairs {
    if (this.#sql.anyDropped.get(this.#kind) === undefined) return pairs;
    const left = new Pairs();
    for (let i = 0; i < pairs.length; i++)
      if (!this.#isDropped(pairs.numbers[i]!)) left.push(pairs.keys[i]!, pairs.numbers[i]!);
    return left;
  }
}

/** The source with the least pair; null where all are at their end. */
function leastOf(sources: readonly RunCursor[]): RunCursor | null {
  let least: RunCursor | null = null;
  for (const source of sources)
    if (
      !source.isAtEnd &&
      (least === null ||
        source.key < least.key ||
        (source.key === least.key && source.number < least.number))
    )
      least = source;
  return least;
}

/** Goes through a run and takes its leaves away. */
class RunCursor {
  readonly run: number;
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  readonly #pairs = new Pairs();
  #at = 0;
  key = 0;
  number = 0;
  isAtEnd = false;

  constructor(sql: Prepared<keyof typeof STATEMENTS>, run: number) {
    this.#sql = sql;
    this.run = run;
    this.#load();
  }

  advance(): void {
    this.#at++;
    if (this.#at === this.#pairs.length) this.#load();
    else this.#look();
  }

  /** What is left of the leaf that it stands in. */
  rest(): Pairs {
    const rest = new Pairs();
    for (let i = this.#at; i < this.#pairs.length; i++)
      rest.push(this.#pairs.keys[i]!, this.#pairs.numbers[i]!);
    return rest;
  }

  #load(): void {
    const leaf = this.#sql.firstLeaf.get(this.run) as unknown as LeafRow | undefined;
    this.isAtEnd = leaf === undefined;
    if (leaf === undefined) return;
    this.#sql.remove.run(this.run, leaf.key, leaf.number);
    this.#pairs.clear();
    decodeLeaf(leaf.bytes, leaf, (key, number) => this.#pairs.push(key, number));
    this.#at = 0;
    this.#look();
  }

  #look(): void {
    this.key = this.#pairs.keys[this.#at]!;
    this.number = this.#pairs.numbers[this.#at]!;
  }
}

const STATEMENTS = {
  begin: 'INSERT INTO runs (kind, level) VALUES (?, ?)',
  aim: 'UPDATE runs SET target = ? WHERE run = ?',
  end: 'DELETE FROM runs WHERE run = ?',
  runs: 'SELECT run, level, target FROM runs WHERE kind = ? ORDER BY run',
  sources: 'SELECT run FROM runs WHERE target = ?',
  insert: 'INSERT INTO leaves (run, key, number, bytes) VALUES (?, ?, ?, ?)',
  leaf: 'SELECT key, number, bytes FROM leaves WHERE run = ? AND key = ? AND number = ?',
  firstLeaf: 'SELECT key, number, bytes FROM leaves WHERE run = ? ORDER BY key, number LIMIT 1',
  remove: 'DELETE FROM leaves WHERE run = ? AND key = ? AND number = ?',
  removeEmpty: `DELETE FROM runs AS r WHERE kind = ?
    AND NOT EXISTS (SELECT 1 FROM leaves l WHERE l.run = r.run)
    AND NOT EXISTS (SELECT 1 FROM runs s WHERE s.target = r.run)`,
  drop: 'INSERT INTO dropped (kind, number) VALUES (?, ?) ON CONFLICT DO NOTHING',
  undrop: 'DELETE FROM dropped WHERE kind = ? AND number = ?',
  isDropped: 'SELECT 1 FROM dropped WHERE kind = ? AND number = ?',
  anyDropped: 'SELECT 1 FROM dropped WHERE kind = ? LIMIT 1',
} as const;
