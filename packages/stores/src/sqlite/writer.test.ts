/** One transaction for all, in which one bad op spoils nothing; and blocks that are found wherever they lie. */
import type { DatabaseSync } from 'node:sqlite';
import { encodeCid, rngFrom } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { manyListing } from '../../test/many-listings.ts';
import { endId, firstId } from '../sql/match-id.ts';
import type { ListOp, Op } from '../sql/ops.ts';
import { listOp } from '../sql/rows.ts';
import { openToWrite } from './open.ts';
import { RecentBlocks } from './recent-blocks.ts';
import { numberOf } from './schema.ts';
import { Writer } from './writer.ts';

const path = tempPaths('.sqlite');
const open = (): DatabaseSync => {
  const db = openToWrite(path(), { timeoutMs: 1000 });
  db.exec('PRAGMA synchronous = OFF'); // nothing here is about the disk
  return db;
};
const cidOf = (n: number) => encodeCid(node(n).cid);
const put = (n: number): Op => ({ do: 'put', block: { cid: cidOf(n), bytes: node(n).bytes } });
const listing = (n: number): ListOp => listOp(manyListing(n, 1000));
/** The tables refuse it: a length is a whole number. */
const bad: Op = { ...listing(0), row: { ...listing(0).row, entries: 0.5 } };

const pagesOf = (db: DatabaseSync): number => numberOf(db, 'PRAGMA page_count');
const count = (db: DatabaseSync, table: string): unknown =>
  db.prepare(`SELECT count(*) AS n FROM ${table}`).get()!.n;

test('an op that is refused does not undo the others of its transaction', () => {
  const db = open();
  const writer = new Writer(db);
  const move = { do: 'append', match: cidOf(1), from: null, to: cidOf(2) } as const;
  const answers = writer.run([
    put(1),
    { ...move, blocks: [{ cid: cidOf(2), bytes: node(2).bytes }] },
    bad,
    { ...move, blocks: [{ cid: cidOf(3), bytes: node(3).bytes }] },
    put(1),
    listing(4),
  ]);
  expect(answers.map(answer => typeof answer === 'boolean' && answer)).toEqual([
    ...[true, true, false, false, false, true],
  ]);
  expect(answers[2]).toMatchObject({ code: expect.any(Number), message: expect.any(String) });
  expect(count(db, 'blocks')).toBe(2);
  expect(count(db, 'matches')).toBe(1);
  expect(db.isTransaction).toBe(false);
  db.close();
});

describe('blocks are found while they are swept into the index', () => {
  test.each([1, 2, 3, 4])('also when transactions fail, seed %i', seed => {
    const db = open();
    const luck = rngFrom(seed);
    const length = 10 + luck(300);
    let isFailing = () => luck(5) === 0;
    const writer = new Writer(
      failingCommits(db, () => isFailing()),
      { tailLength: length },
    );
    const kept = new Set<number>();
    for (let round = 0; round < 60; round++) {
      const numbers = Array.from({ length: luck(80) }, () => luck(4000));
      const isFull = luck(4) === 0;
      // no page more than there are, or a few
      db.exec(`PRAGMA max_page_count = ${isFull ? pagesOf(db) + luck(3) : 1e9}`);
      const answers = writer.run(luck(3) === 0 ? [...numbers.map(put), bad] : numbers.map(put));
      for (const [i, n] of numbers.entries()) if (typeof answers[i] === 'boolean') kept.add(n);
      // as a process sees it that has just opened the file
      if (round % 6 === 0) checkFound(db, kept);
    }
    db.exec('PRAGMA max_page_count = 1000000000');
    isFailing = () => false;
    writer.run(Array.from({ length: 3 * length }, (_, i) => put(6000 + i)));
    checkFound(db, kept);
    expect(count(db, 'blocks')).toBe(kept.size + 3 * length);
    expect(count(db, 'block_keys')).toBeGreaterThan(kept.size - 3 * length);
    db.close();
  });

  /** The same file, of which some commits fail. */
  function failingCommits(db: DatabaseSync, isFailing: () => boolean): DatabaseSync {
    const commit = db.prepare('COMMIT');
    const run = () => {
      if (isFailing()) throw Object.assign(new Error('no room'), { errcode: 13 });
      return commit.run();
    };
    const prepare = (sql: string) => (sql === 'COMMIT' ? { run } : db.prepare(sql));
    return {
      prepare,
      get isTransaction() {
        return db.isTransaction;
      },
    } as unknown as DatabaseSync;
  }

  function checkFound(db: DatabaseSync, kept: ReadonlySet<number>): void {
    const recent = new RecentBlocks(db);
    const block = db.prepare('SELECT bytes FROM blocks WHERE id = ?');
    for (const n of kept) {
      const id = recent.findNow(cidOf(n));
      expect(id).not.toBeNull();
      expect(block.get(id)!.bytes).toEqual(node(n).bytes);
    }
    expect(recent.findNow(cidOf(5000))).toBeNull();
  }
});

test('blocks whose ids share a prefix are distinguished, before they are in the index and after', () => {
  const db = open();
  const writer = new Writer(db, { tailLength: 20 });
  const like = (last: number): Uint8Array => {
    const cid = cidOf(1);
    cid[cid.length - 1] = last;
    return cid;
  };
  const block = (last: number) => ({ cid: like(last), bytes: Uint8Array.of(last) });
  writer.run([1, 2, 3].map(last => ({ do: 'put', block: block(last) })));
  const checkFound = () => {
    const recent = new RecentBlocks(db);
    const bytes = db.prepare('SELECT bytes FROM blocks WHERE id = ?');
    for (const last of [1, 2, 3])
      expect(bytes.get(recent.findNow(like(last)))!.bytes).toEqual(Uint8Array.of(last));
    expect(recent.findNow(like(4))).toBeNull();
  };
  checkFound();
  expect(writer.run([{ do: 'put', block: block(2) }])).toEqual([false]);
  writer.run(Array.from({ length: 30 }, (_, i) => put(i)));
  expect(count(db, 'block_keys')).toBeGreaterThan(3);
  checkFound();
  db.close();
});

test('no id of a block is used twice while two connections write and remove blocks', () => {
  const at = path();
  const dbs = [1, 2].map(() => openToWrite(at, { timeoutMs: 1000 }));
  const reader = openToWrite(at, { timeoutMs: 1000 });
  const recent = new RecentBlocks(reader);
  const luck = rngFrom(3);
  let writers = dbs.map(db => new Writer(db, { tailLength: 20 }));
  const here = new Set<number>();
  for (let round = 0; round < 300; round++) {
    // some start again, with empty caches
    if (luck(10) === 0) writers = dbs.map(db => new Writer(db, { tailLength: 20 }));
    const writer = writers[luck(2)]!;
    if (luck(2) === 0) {
      const n = luck(500);
      writer.run([put(n)]);
      here.add(n);
    } else {
      // mostly the newest, whose ids would be the next
      const newest = reader.prepare('SELECT id FROM blocks ORDER BY id DESC LIMIT ?').all(luck(4));
      const blocks = newest.map(({ id }) => id as number);
      for (const n of here) if (blocks.includes(recent.findNow(cidOf(n))!)) here.delete(n);
      expect(writer.run([{ do: 'collect', blocks, moved: 0 }])).toEqual([true]);
    }
    for (const n of [luck(500), luck(500), ...[...here].slice(-3)])
      expect(recent.findNow(cidOf(n)) !== null, `block ${n} in round ${round}`).toBe(here.has(n));
  }
  for (const n of here) {
    const { bytes } = reader
      .prepare('SELECT bytes FROM blocks WHERE id = ?')
      .get(recent.findNow(cidOf(n)))!;
    expect(bytes).toEqual(node(n).bytes);
  }
  for (const db of [...dbs, reader]) db.close();
});

test.each(['itself', 'another'])('what %s removes does not come into the index', who => {
  const at = path();
  const dbs = [1, 2].map(() => openToWrite(at, { timeoutMs: 1000 }));
  const [writer, other] = dbs.map(db => new Writer(db, { tailLength: 300 })) as [Writer, Writer];
  writer.run(Array.from({ length: 30 }, (_, n) => put(n)));
  // one before it is swept, and one meanwhile
  const remove = (block: number) =>
    (who === 'itself' ? writer : other).run([{ do: 'collect', blocks: [block], moved: 0 }]);
  expect(remove(7)).toEqual([true]);
  writer.run(Array.from({ length: 269 }, (_, n) => put(100 + n)));
  writer.run([put(400)]);
  const [db] = dbs as [DatabaseSync];
  const swept = count(db, 'block_keys') as number;
  expect(swept).toBeGreaterThan(0);
  const left = db
    .prepare('SELECT id FROM blocks WHERE id NOT IN (SELECT id FROM block_keys) LIMIT 1')
    .get()!;
  remove(left.id as number);
  writer.run(Array.from({ length: 100 }, (_, n) => put(500 + n)));
  expect(count(db, 'block_keys')).toBeGreaterThan(swept);
  expect(db.prepare('SELECT id FROM block_keys EXCEPT SELECT id FROM blocks').all()).toEqual([]);
  for (const one of dbs) one.close();
});

test('a head moves only from where it is, also after it was forgotten or moved by another connection', () => {
  const at = path();
  const dbs = [1, 2].map(() => openToWrite(at, { timeoutMs: 1000 }));
  const [writer, other] = dbs.map(db => new Writer(db)) as [Writer, Writer];
  const move = (match: number, from: number | null, to: number): Op => ({
    ...{ do: 'append', blocks: [], match: cidOf(match) },
    ...{ from: from === null ? null : cidOf(from), to: cidOf(to) },
  });
  const forget = (match: number, head: number) =>
    ({ do: 'forget', match: cidOf(match), head: cidOf(head), cids: null }) as const;
  expect(writer.run([move(1, null, 11), move(1, 11, 12), move(1, 11, 13)])).toEqual([
    ...[true, true, false],
  ]);
  // another match has the row now, and its head is the same
  expect(other.run([forget(1, 12), move(2, null, 12), move(1, null, 12)])).toEqual([
    ...[true, true, true],
  ]);
  expect(writer.run([move(1, 12, 14), move(1, 12, 15), move(1, 14, 15)])).toEqual([
    ...[true, false, true],
  ]);
  const heads = dbs[0]!.prepare('SELECT match, head FROM heads ORDER BY id').all();
  expect(heads).toEqual([
    { match: cidOf(2), head: cidOf(12) },
    { match: cidOf(1), head: cidOf(15) },
  ]);
  for (const one of dbs) one.close();
});

describe('ids of matches', () => {
  test('rise with the second, and no time is before all', () => {
    const seconds = [null, -62_167_219_200, -1, 0, 1, 1_772_366_400, 75_000_000_000];
    const ids = seconds.map(firstId);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(ids.every(Number.isSafeInteger)).toBe(true);
    expect(endId(1)).toBe(firstId(2));
    expect(endId(null)).toBeLessThanOrEqual(firstId(-62_167_219_200));
  });

  test('a second that is full overflows into the next', () => {
    const db = open();
    const writer = new Writer(db);
    const at = (n: number, second: number | null): ListOp => {
      const { row, ...op } = listing(n);
      return { ...op, row: { ...row, started_at: null }, second };
    };
    writer.run([at(1, 5), at(2, 6)]);
    // as if all but one were taken
    db.exec(`UPDATE matches SET id = ${endId(5) - 2} WHERE id = ${firstId(5)}`);
    writer.run([at(3, 5), at(4, 5), at(5, null), at(6, null)]);
    const ids = db.prepare('SELECT id FROM matches ORDER BY id').all();
    expect(ids.map(({ id }) => id)).toEqual([
      ...[firstId(null), firstId(null) + 1],
      ...[endId(5) - 2, endId(5) - 1, firstId(6), firstId(6) + 1],
    ]);
    db.close();
  });
});
