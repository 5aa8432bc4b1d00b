/** Large transactions where a store is written in bulk, small ones where others write or the disk is nearly full. */
import { DatabaseSync } from 'node:sqlite';
import { encodeCid } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { TransactionPace } from './bulk.ts';
import type { FileOp } from './file-ops.ts';
import { createSqliteStore } from './index.ts';
import { openToWrite } from './open.ts';
import { numberOf } from './schema.ts';
import { Writer } from './writer.ts';

const path = tempPaths('.sqlite');
const put = (n: number): FileOp => ({
  do: 'put',
  block: { cid: encodeCid(node(n).cid), bytes: node(n).bytes },
});
/** The tables refuse it: a vault has no kind that is null. */
const bad = { do: 'keep', kind: null, name: '', value: '', digest: null } as unknown as FileOp;

/** A file that counts the transactions begun and those committed. */
function counting(db: DatabaseSync) {
  const counts = { begun: 0, committed: 0 };
  const counted = {
    prepare(sql: string) {
      const statement = db.prepare(sql);
      if (sql !== 'COMMIT' && sql !== 'BEGIN IMMEDIATE') return statement;
      return {
        run() {
          counts[sql === 'COMMIT' ? 'committed' : 'begun']++;
          return statement.run();
        },
      };
    },
    get isTransaction() {
      return db.isTransaction;
    },
  };
  return { counts, db: counted as unknown as DatabaseSync };
}

describe('a batch of 3,000 ops', () => {
  const batch = Array.from({ length: 3000 }, (_, n) => put(n));

  test('is one transaction while nobody else writes', () => {
    const at = path();
    const db = openToWrite(at, { timeoutMs: 1000 });
    const { counts, db: counted } = counting(db);
    const writer = new Writer(counted, {}, new TransactionPace(db, at));
    expect(writer.run(batch).every(answer => answer === true)).toBe(true);
    expect(counts).toEqual({ begun: 1, committed: 1 });
    db.close();
  });

  test('is several after another process has written, which can write in between', () => {
    const at = path();
    const db = openToWrite(at, { timeoutMs: 1000 });
    const other = new DatabaseSync(at);
    const { counts, db: counted } = counting(db);
    const pace = new TransactionPace(db, at);
    let pauses = 0;
    const pausing = {
      nextOps: () => pace.nextOps(),
      pause() {
        pauses++;
        other.exec("INSERT INTO marks (name, value) VALUES ('x', 1) ON CONFLICT DO NOTHING");
        pace.pause();
      },
    };
    const writer = new Writer(counted, {}, pausing);
    other.exec("UPDATE marks SET value = 1 WHERE name = 'moved'");
    expect(writer.run(batch)).toHaveLength(3000);
    expect({ ...counts, pauses }).toEqual({ begun: 3, committed: 3, pauses: 2 });
    expect(numberOf(db, 'SELECT count(*) FROM blocks')).toBe(3000);
    other.close();
    db.close();
  });

  test('is several where the disk is nearly full, and the log stays short', () => {
    const at = path();
    const db = openToWrite(at, { timeoutMs: 1000 });
    const { counts, db: counted } = counting(db);
    let free = 1e12;
    const writer = new Writer(counted, {}, new TransactionPace(db, at, () => free));
    writer.run(batch);
    const long = numberOf(db, 'PRAGMA wal_autocheckpoint');
    free = 1e8;
    writer.run(batch);
    expect(counts.committed).toBe(1 + 3);
    expect(long).toBeGreaterThan(numberOf(db, 'PRAGMA wal_autocheckpoint'));
    db.close();
  });

  test('with one op that is refused is halved until that one is alone', () => {
    const at = path();
    const db = openToWrite(at, { timeoutMs: 1000 });
    const { counts, db: counted } = counting(db);
    const answers = new Writer(counted).run(batch.with(1234, bad));
    expect(answers.map(answer => answer === true).indexOf(false)).toBe(1234);
    expect(answers.filter(answer => answer === true)).toHaveLength(2999);
    expect(counts.begun).toBeLessThan(2 * Math.ceil(Math.log2(3000)) + 2);
    db.close();
  });
});

test('a store opened to write in bulk has everything when it is closed, and flush waits for nothing', async () => {
  const at = path();
  const store = await createSqliteStore(at, { isBulk: true });
  const began = performance.now();
  const first = store.vault.put('test', 'first', 1);
  store.flush();
  await first;
  const writing = Array.from({ length: 700 }, (_, n) => store.vault.put('test', `${n}`, n));
  await store.close();
  await Promise.all(writing);
  expect(performance.now() - began).toBeLessThan(60_000);
  const again = await createSqliteStore(at, { isHere: true });
  expect(await again.vault.names('test')).toHaveLength(701);
  await again.close();
});
