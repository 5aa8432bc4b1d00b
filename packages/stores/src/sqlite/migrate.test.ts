/** A file of an older version is brought up to date, and what is in it stays. */
import { DatabaseSync } from 'node:sqlite';
import { formatCid, unwrap } from '@kifu/core';
import { decodeRemarks, headOf, loadNodes, nodesOf } from '@kifu/record';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { findGame, matchOf, playInto, said } from '../../test/stored-matches.ts';
import { createSqliteStore, SqliteFileError } from './index.ts';
import { openToWrite } from './open.ts';
import { numberOf, VERSION, versionOf } from './schema.ts';

const path = tempPaths('.sqlite');

/** Undoes what came after version 2. */
function undoRemarks(at: string): void {
  const db = new DatabaseSync(at);
  db.exec('DROP TABLE remarks; PRAGMA user_version = 2');
  db.close();
}

/** Undoes what came after version 1. */
function makeOld(at: string): void {
  undoRemarks(at);
  const db = new DatabaseSync(at);
  db.exec(`DROP INDEX heads_loose; ALTER TABLE heads DROP COLUMN packed;
    DROP TABLE packs; DROP TABLE pack_keys; DROP TABLE ages;
    DELETE FROM marks WHERE name IN ('last', 'moved'); PRAGMA user_version = 1`);
  db.close();
}

test('from version 1', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  await store.close();
  makeOld(at);
  // it cannot be brought up to date without being written
  await expect(createSqliteStore(at, { readOnly: true })).rejects.toThrow(SqliteFileError);
  const again = await createSqliteStore(at, { findGame });
  await again.pack();
  const more = await playInto(again, 1);
  for (const one of [chain, more])
    expect(unwrap(await loadNodes(again, headOf(one)))).toEqual(nodesOf(one));
  expect((await again.check(findGame)).troubles).toEqual([]);
  await again.close();
});

test('remarks move out of the vault, each with the head that it is about', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  const match = matchOf(chain);
  // more than are moved at a time; no match of theirs is there
  const others = Array.from({ length: 250 }, (_, n) => node(n).cid);
  for (const [i, cid] of [match, ...others].entries())
    await store.vault.put('remarks', formatCid(cid), said(`comment ${i}`));
  await store.vault.put('remarks', 'no id', said('lost?'));
  await store.vault.put('remarks', formatCid(node(999).cid), { notes: 'none' });
  await store.vault.put('key', 'mine', 7);
  await store.close();
  undoRemarks(at);
  const damaged = new DatabaseSync(at);
  damaged
    .prepare("UPDATE vault SET value = replace(value, 'comment 250', 'comment X') WHERE name = ?")
    .run(formatCid(others.pop()!));
  damaged.close();

  const again = await createSqliteStore(at, { findGame });
  for (const [i, cid] of [match, ...others].entries())
    expect(unwrap(decodeRemarks((await again.remarks.get(cid))!))).toEqual({
      about: i === 0 ? headOf(chain) : cid,
      remarks: said(`comment ${i}`),
    });
  // what cannot be read stays where it was
  expect(await again.vault.names('remarks')).toHaveLength(3);
  expect(await again.vault.get('remarks', 'no id')).toEqual(said('lost?'));
  expect(await again.vault.get('key', 'mine')).toBe(7);
  const { troubles, remarks } = await again.check(findGame);
  expect(troubles).toMatchObject([{ what: 'secret', fault: { code: 'unreadable' } }]);
  expect(remarks).toBe(1);
  await again.close();
});

test('every commit is synced, and readers are not kept waiting', () => {
  const db = openToWrite(path(), { timeoutMs: 1000 });
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(numberOf(db, 'PRAGMA synchronous')).toBe(2); // FULL
  expect(versionOf(db)).toBe(VERSION);
  db.close();
});
