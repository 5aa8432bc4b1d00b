/** Runs hold what was added, however far their merges have come, and nothing of what was dropped and purged. */
import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { Damage } from './errors.ts';
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

/** The numbers of a key in their order, each once. */
function numbersOf(runs: Runs, key: number): number[] {
  const numbers = new Set<number>();
  runs.each(key, number => numbers.add(number));
  return [...numbers].sort((a, b) => a - b);
}

/** What is done to runs: pairs are added, of which some share keys, or a number is dropped, or everything is purged. */
const anyStep = fc.oneof(
  { weight: 6, arbitrary: fc.array(fc.tuple(fc.nat(40), fc.nat(30)), { maxLength: 60 }) },
  { weight: 1, arbitrary: fc.nat(30) },
  { weight: 1, arbitrary: fc.constant(null) },
);

test('any steps, with merges that go on for many transactions', () => {
  const db = open();
  const runs = new Runs(db, RUNS.positions);
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 40 }),
      fc.integer({ min: 2, max: 4 }),
      fc.integer({ min: 1, max: 50 }),
      (steps, fan, mergePairs) => {
        if (db.isTransaction) db.exec('ROLLBACK');
        db.exec('BEGIN');
        const writer = new RunWriter(db, RUNS.positions, { fan, mergePairs });
        const other = new RunWriter(db, RUNS.nodes);
        const kept = new Map<number, Set<number>>();
        const gone = new Set<number>();
        for (const step of steps)
          if (step === null) {
            purgeAll(db, writer);
            const found = Array.from({ length: 41 }, (_, key) =>
              numbersOf(runs, 1000 * key),
            ).flat();
            expect(found.filter(number => gone.has(number))).toEqual([]);
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
        for (let key = 0; key <= 40; key++) {
          const found = numbersOf(runs, 1000 * key);
          const expected = [...(kept.get(key) ?? [])].sort((a, b) => a - b);
          expect(found.filter(number => !gone.has(number))).toEqual(expected);
        }
        expect(numbersOf(runs, 1)).toEqual([]);
        expect(checkRuns(db).wrong).toEqual([]);
        db.exec('ROLLBACK');
      },
    ),
  );
  db.close();
});

const droppedOf = (db: DatabaseSync): number[] =>
  db
    .prepare(`SELECT number FROM dropped WHERE kind = ${RUNS.positions}`)
    .all()
    .map(({ number }) => number as number);

function purgeAll(db: DatabaseSync, writer: RunWriter): void {
  const leaves = db.prepare('SELECT l.* FROM leaves l JOIN runs USING (run) WHERE kind = 0').all();
  const numbers = droppedOf(db);
  for (const leaf of leaves as unknown as LeafPlace[]) writer.purge(leaf);
  writer.purged(numbers);
  expect(droppedOf(db)).toEqual([]);
}

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

test('a leaf that is damaged is told as SQLite would', () => {
  const db = open();
  const writer = new RunWriter(db, RUNS.nodes, { fan: 2 });
  const add = () => {
    for (let i = 0; i < 100; i++) writer.add(1000 * i, 1);
    writer.flush();
  };
  add();
  db.exec('UPDATE leaves SET bytes = substr(bytes, 1, 20)');
  expect(() => numbersOf(new Runs(db, RUNS.nodes), 99_000)).toThrow(Damage);
  expect(checkRuns(db).wrong).toHaveLength(1);
  expect(add).toThrow(Damage);
  db.close();
});
