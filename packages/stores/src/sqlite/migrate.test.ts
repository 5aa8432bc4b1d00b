/** A file of an older version is brought up to date, and what is in it stays. */
import { DatabaseSync } from 'node:sqlite';
import { unwrap } from '@kifu/core';
import { headOf, loadNodes, nodesOf } from '@kifu/record';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import { findGame, playInto } from '../../test/stored-matches.ts';
import { createSqliteStore, SqliteFileError } from './index.ts';
import { openToWrite } from './open.ts';
import { numberOf, VERSION, versionOf } from './schema.ts';

const path = tempPaths('.sqlite');

/** Undoes what came after version 1. */
function makeOld(at: string): void {
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

test('every commit is synced, and readers are not kept waiting', () => {
  const db = openToWrite(path(), { timeoutMs: 1000 });
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(numberOf(db, 'PRAGMA synchronous')).toBe(2); // FULL
  expect(versionOf(db)).toBe(VERSION);
  db.close();
});
