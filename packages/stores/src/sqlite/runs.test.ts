/** Runs hold what was added, however far their merges have come, and nothing of what was dropped and purged. */
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { CorruptionError } from './errors.ts';
import { openToWrite } from './open.ts';
import { checkRuns } from './run-check.ts';
import { type LeafPlace, RunWriter } from './run-writer.ts';
import { RUNS, Runs } from './runs.ts';
import { numberOf } from './schema.ts';

const path = tempPaths('.sqlite');
const open = (): DatabaseSync => {
  const db = openToWrite(path(), { timeoutMs: 1000 });
  db.exec('PRAGMA synchronous = OFF'); // nothing here is about the disk
  return db;
};

const KEYS = 40;

/** The numbers of a key in their order, each once. */
function numbersOf(runs: Runs, key: number): number[] {
  const numbers = new Set<number>();
  runs.each(key, number => numbers.add(number));
  return [...numbers].sort((a, b) => a - b);
}

/** What is done to runs: pairs are added, of which some share keys, or a number is dropped, or everything is purged. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(fc.nat(KEYS - 1), fc.nat(30)), { maxLength: 30 }) },
  { weight: 2, arbitrary: fc.nat(9) },
  { weight: 2, arbitrary: fc.constant(null) },
);

/** A pace at which merges take many transactions. */
const anyPace = fc.record({
  fan: fc.integer({ min: 2, max: 4 }),
  pairs: fc.integer({ min: 1, max: 50 }),
  times: fc.nat(2),
});

test('finds what was added after any steps, with merges that take many transactions', () => {
  const db = open();
  const runs = new Runs(db, RUNS.positions);
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40, size: 'max' }), anyPace, (steps, pace) => {
      if (db.isTransaction) db.exec('ROLLBACK');
      db.exec('BEGIN');
      const writer = new RunWriter(db, RUNS.positions, pace);
      const other = new RunWriter(db, RUNS.nodes);
      const kept = new Map<number, Set<number>>();
      const gone = new Set<number>();
      let purging: Purging | null = null;
      for (const step of steps)
        if (step === null && purging === null) purging = lookFor(db);
        else if (step === null) {
          const { leaves, numbers } = purging!;
          for (const leaf of leaves) writer.purge(leaf);
          writer.purged(numbers);
          expect(allNumbers(runs).filter(number => numbers.includes(number))).toEqual([]);
          purging = null;
        } else if (typeof step === 'number') {
          writer.drop(step);
          gone.add(step);
          for (const numbers of kept.values()) numbers.delete(step);
        } else {
          for (const [key, number] of step) {
            // no number of a match comes again
            if (gone.has(number)) continue;
            writer.add(1000 * key, number);
            other.add(1000 * key, 77);
            kept.set(key, (kept.get(key) ?? new Set()).add(number));
          }
          writer.flush();
          other.flush();
        }
      for (let key = 0; key < KEYS; key++) {
        const expected = [...(kept.get(key) ?? [])].sort((a, b) => a - b);
        const found = numbersOf(runs, 1000 * key);
        expect(found.filter(number => !gone.has(number))).toEqual(expected);
      }
      expect(numbersOf(runs, 1)).toEqual([]);
      expect(checkRuns(db).wrong).toEqual([]);
      db.exec('ROLLBACK');
    }),
    { numRuns: 200 },
  );
  db.close();
});

/** What there was to purge at some moment; merges continue meanwhile. */
interface Purging {
  readonly leaves: readonly LeafPlace[];
  readonly numbers: readonly number[];
}

function lookFor(db: DatabaseSync): Purging {
  const leaves = db.prepare('SELECT l.* FROM leaves l JOIN runs USING (run) WHERE kind = 0').all();
  const dropped = db.prepare('SELECT number FROM dropped WHERE kind = 0').all();
  return {
    leaves: leaves as unknown as LeafPlace[],
    numbers: dropped.map(({ number }) => number as number),
  };
}

const allNumbers = (runs: Runs): number[] =>
  Array.from({ length: KEYS }, (_, key) => numbersOf(runs, 1000 * key)).flat();

test('runs stay few, and each pair is moved once a level', () => {
  const db = open();
  db.exec('BEGIN');
  const writer = new RunWriter(db, RUNS.positions);
  const runs = new Runs(db, RUNS.positions);
  let most = 0;
  for (let n = 0; n < 2000; n++) {
    for (let i = 0; i < 80; i++) writer.add(((n * 80 + i) * 7919 * 104_729) % 2 ** 48, n);
    writer.add(5, n);
    writer.flush();
    most = Math.max(most, numberOf(db, 'SELECT count(*) FROM runs'));
  }
  expect(most).toBeLessThanOrEqual(4 * 8);
  expect(numbersOf(runs, 5)).toEqual(Array.from({ length: 2000 }, (_, n) => n));
  // leaves fill their pages
  const bytes = numberOf(db, 'SELECT sum(length(bytes)) FROM leaves');
  const pages = numberOf(db, "SELECT sum(pgsize) FROM dbstat WHERE name = 'leaves'");
  expect(pages).toBeLessThan(1.35 * bytes);
  db.exec('COMMIT');
  db.close();
});

test('a damaged leaf gives the same error as SQLite', () => {
  const db = open();
  const writer = new RunWriter(db, RUNS.nodes, { fan: 2, pairs: 100, times: 2 });
  const add = () => {
    for (let i = 0; i < 100; i++) writer.add(1000 * i, 1);
    writer.flush();
  };
  add();
  db.exec('UPDATE leaves SET bytes = substr(bytes, 1, 20)');
  expect(() => numbersOf(new Runs(db, RUNS.nodes), 99_000)).toThrow(CorruptionError);
  expect(checkRuns(db).wrong).toHaveLength(1);
  expect(add).toThrow(CorruptionError);
  db.close();
});
