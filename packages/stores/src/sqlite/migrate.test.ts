/** A file of an older version is brought up to date, and what is in it stays. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { cidOf, encodeCid, formatCid, unwrap } from '@kifu/core';
import { type Chain, headOf, nodesOf } from '@kifu/record';
import { decodeRemarks } from '@kifu/record/remarks';
import { eachPosition, loadNodes } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { undoPlayers, undoRemarks, undoShortening } from '../../test/older-files.ts';
import { findGame, KITS, listingFor, matchOf, playInto, said } from '../../test/stored-matches.ts';
import { createSqliteStore, SqliteFileError } from './index.ts';
import { openToWrite } from './open.ts';
import { numberOf, VERSION, versionOf } from './schema.ts';

const path = tempPaths('.sqlite');
const MATCHES = 72;

/** Undoes what came after version 2, in which each position and each packed node had a row. */
function makeVersion2(at: string, chains: readonly Chain[]): void {
  undoRemarks(at);
  const db = new DatabaseSync(at);
  db.exec(`DROP TABLE runs; DROP TABLE leaves; DROP TABLE dropped; DROP INDEX matches_number;
    ALTER TABLE matches DROP COLUMN number; ALTER TABLE matches DROP COLUMN positions;
    DROP TABLE traces; DELETE FROM marks WHERE name = 'numbers';
    CREATE TABLE traces (match INTEGER PRIMARY KEY, comments TEXT NOT NULL, positions BLOB NOT NULL);
    CREATE TABLE positions (position INTEGER NOT NULL, match INTEGER NOT NULL,
      PRIMARY KEY (position, match)) WITHOUT ROWID;
    CREATE TABLE pack_keys (key INTEGER NOT NULL, pack INTEGER NOT NULL,
      PRIMARY KEY (key, pack)) WITHOUT ROWID;
    PRAGMA auto_vacuum = NONE; PRAGMA user_version = 2`);
  const position = db.prepare(
    'INSERT INTO positions (position, match) SELECT ?, id FROM matches WHERE match = ?',
  );
  const trace = db.prepare(
    `INSERT INTO traces SELECT id, '["kept"]', ? FROM matches WHERE match = ?`,
  );
  const node = db.prepare(
    'INSERT INTO pack_keys (key, pack) SELECT ?, id FROM heads WHERE match = ?',
  );
  for (const [n, chain] of chains.entries()) {
    const match = encodeCid(matchOf(chain));
    const { positions = new Uint8Array() } = listingFor(KITS[n % KITS.length]!, chain);
    for (const key of eachPosition(positions))
      position.run(Buffer.from(key).readBigInt64BE(), match);
    trace.run(positions, match);
    for (const bytes of nodesOf(chain)) {
      const { digest } = cidOf('dag-cbor', bytes);
      node.run(Buffer.from(digest).readUIntBE(0, 6) - 2 ** 47, match);
    }
  }
  db.exec('VACUUM');
  db.close();
}

/** Undoes what came after version 1. */
function makeVersion1(at: string): void {
  makeVersion2(at, []);
  const db = new DatabaseSync(at);
  db.exec(`DROP INDEX heads_loose; ALTER TABLE heads DROP COLUMN packed;
    DROP TABLE packs; DROP TABLE pack_keys; DROP TABLE ages;
    DELETE FROM marks WHERE name IN ('last', 'moved'); PRAGMA user_version = 1`);
  db.close();
}

test('from version 1: old and new matches are read, packed and sound', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  await store.close();
  makeVersion1(at);
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

test('from version 2: positions and packed nodes are found, and the room of their rows is given back', async () => {
  const at = path();
  const store = await createSqliteStore(at, { findGame });
  const chains = await Promise.all(
    Array.from({ length: MATCHES }, (_, n) => playInto(store, n, { moves: 40 })),
  );
  for (const [n, chain] of chains.entries())
    await store.library.list({ ...listingFor(KITS[n % KITS.length]!, chain), comments: ['kept'] });
  await store.pack();
  await store.close();
  makeVersion2(at, chains);
  const before = statSync(at).size;

  const again = await createSqliteStore(at, { findGame, keepBlocks: true });
  for (const [n, chain] of chains.entries()) {
    expect(unwrap(await loadNodes(again, headOf(chain)))).toEqual(nodesOf(chain));
    const { positions = new Uint8Array() } = listingFor(KITS[n % KITS.length]!, chain);
    const { listings } = await again.library.find({ position: positions.subarray(-8) });
    expect(listings.map(({ match }) => match)).toContainEqual(matchOf(chain));
  }
  expect((await again.library.find({ text: 'kept', limit: 100 })).listings).toHaveLength(MATCHES);
  expect((await again.check(findGame)).troubles).toEqual([]);
  await again.close();
  expect(statSync(at).size).toBeLessThan(0.8 * before);
  const db = new DatabaseSync(at);
  expect(numberOf(db, 'PRAGMA auto_vacuum')).toBe(2); // INCREMENTAL
  expect(numberOf(db, 'PRAGMA freelist_count')).toBe(0);
  db.close();
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

test('from version 5: players can be kept, and the rest is as it was', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  await store.vault.put('key', 'mine', 7);
  await store.close();
  undoPlayers(at);
  const again = await createSqliteStore(at, { findGame });
  const ann = { id: 'ab'.repeat(32), file: Uint8Array.of(1), handles: ['ann'] };
  expect(await again.players.put(ann, null)).toBe('kept');
  expect(await again.players.find('ann')).toBe(ann.id);
  expect(unwrap(await loadNodes(again, headOf(chain)))).toEqual(nodesOf(chain));
  expect(await again.vault.get('key', 'mine')).toBe(7);
  await again.close();
});

test('from version 6: listings, words and nodes are found as before, in less room', async () => {
  const at = path();
  const store = await createSqliteStore(at, { findGame });
  const chains = await Promise.all(
    Array.from({ length: MATCHES }, (_, n) => playInto(store, n, { moves: 40 })),
  );
  const facts = {
    ratings: [2750, null],
    titles: ['GM', null],
    event: 'Candidates',
    round: '7',
    timeControl: '2 h',
    eco: 'C65',
    openingName: 'Ruy Lopez',
    site: null,
    tags: {},
  };
  const points = [{ points: [1, 0] }, {}].map(more => ({
    ...{ result: 'win' as const, winners: [0], points: null, reason: 'resignation', ...more },
  }));
  for (const [n, chain] of chains.entries())
    await store.library.list({
      ...listingFor(KITS[n % KITS.length]!, chain),
      ...(n < 2 && { facts, outcome: points[n]!, comments: ['sacrifice'] }),
      ...(n === 2 && { facts: { ...facts, ratings: [], titles: [], openingName: null } }),
    });
  await store.pack();
  const listed = await store.library.find({ limit: 100 });
  const { troubles } = await store.check(findGame); // two listings tell another outcome
  expect(troubles).toHaveLength(2);
  await store.close();
  undoShortening(at, chains.map(nodesOf));
  const old = statSync(at).size;

  const again = await createSqliteStore(at, { findGame, keepBlocks: true });
  expect(await again.library.find({ limit: 100 })).toEqual(listed);
  for (const chain of chains)
    expect(unwrap(await loadNodes(again, headOf(chain)))).toEqual(nodesOf(chain));
  const found = async (text: string) => (await again.library.find({ text })).listings.length;
  expect(await found('candidates')).toBe(3);
  expect(await Promise.all(['cand', 'sac', 'ruy l', 'gm', 'c65'].map(found))).toEqual([
    3, 2, 2, 2, 3,
  ]);
  expect((await again.check(findGame)).troubles).toEqual(troubles);
  await again.close();
  expect(statSync(at).size).toBeLessThan(old);
});

test('every commit is synced, and readers are not kept waiting', () => {
  const db = openToWrite(path(), { timeoutMs: 1000 });
  expect(db.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(numberOf(db, 'PRAGMA synchronous')).toBe(2); // FULL
  expect(versionOf(db)).toBe(VERSION);
  db.close();
});
