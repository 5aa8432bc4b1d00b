/** Whole records are stored as packs with their summaries, completely or not at all. */
import { DatabaseSync } from 'node:sqlite';
import { sha256Many, unwrap } from '@kifu/core';
import { type Chain, headOf, nodesOf } from '@kifu/record';
import { pack } from '@kifu/record/pack';
import { BlockCorruptError, loadNodes, type PackedRecord } from '@kifu/record/store';
import { expect, test } from 'vitest';
import { tempPaths } from '../../test/files.ts';
import {
  findGame,
  KITS,
  listingFor,
  matchOf,
  playInto,
  remarksAbout,
} from '../../test/stored-matches.ts';
import { memoryBlocks, memoryHeads } from '../memory/index.ts';
import { createSqliteStore, type SqliteOptions } from './index.ts';

const path = tempPaths('.sqlite');
const open = (at = path(), options: SqliteOptions = {}) =>
  createSqliteStore(at, { findGame, ...options });

/** A match that was played elsewhere. */
const played = (n: number, isEnded = true): Promise<Chain> =>
  playInto({ blocks: memoryBlocks(), heads: memoryHeads() }, n, { isEnded });

const kitOf = (n: number) => KITS[n % KITS.length]!;

/** Match number n as stored. */
function recordOf(n: number, chain: Chain): PackedRecord {
  const nodes = nodesOf(chain);
  return {
    pack: unwrap(pack(kitOf(n).game, nodes)),
    digests: sha256Many(nodes),
    listing: listingFor(kitOf(n), chain),
  };
}

function count(at: string, table: string): number {
  const db = new DatabaseSync(at, { readOnly: true });
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  db.close();
  return n;
}

test('keeps many at once: each is read, found and sound, and comes once', async () => {
  const at = path();
  const store = await open(at);
  const chains = await Promise.all(Array.from({ length: 40 }, (_, n) => played(n, n % 4 !== 0)));
  const keepAll = () =>
    Promise.all(chains.map((chain, n) => store.keepPack(recordOf(n, chain), null)));
  expect(new Set(await keepAll())).toEqual(new Set([true]));
  expect(new Set(await keepAll())).toEqual(new Set([false]));
  expect([count(at, 'packs'), count(at, 'blocks')]).toEqual([40, 0]);
  for (const [n, chain] of chains.entries()) {
    expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
    const { positions = new Uint8Array(), comments: _, ...listing } = listingFor(kitOf(n), chain);
    expect(await store.library.get(matchOf(chain))).toEqual(listing);
    const found = await store.library.find({ position: positions.subarray(-8), limit: 100 });
    expect(found.listings).toContainEqual(listing);
  }
  const checked = await store.check(findGame);
  expect(checked).toMatchObject({ matches: 40, listings: 40, packs: 40, problems: [] });
  expect((await store.gc({ graceMs: 0 })).removed).toBe(0);
  await store.close();
});

test.each([{}, { keepBlocks: true }])('keeps remarks with the record, %o', async options => {
  const at = path();
  const store = await open(at, options);
  const chains = await Promise.all([played(0), played(1)]);
  const said = chains.map((chain, n) => remarksAbout(headOf(chain), `comment ${n}`));
  const keepAll = (remarks: readonly Uint8Array[]) =>
    Promise.all(
      chains.map((chain, n) =>
        store.keepPack({ ...recordOf(n, chain), remarks: remarks[n]! }, null),
      ),
    );
  expect(await keepAll(said)).toEqual([true, true]);
  // a record that is not stored leaves nothing behind
  expect(await keepAll(said.toReversed())).toEqual([false, false]);
  for (const [n, chain] of chains.entries())
    expect(await store.remarks.get(matchOf(chain))).toEqual(said[n]);
  expect(await store.check(findGame)).toMatchObject({ remarks: 2, problems: [] });
  await store.close();
});

test('keeps the remarks of before when a record comes without any', async () => {
  const store = await open();
  const begun = await playInto(store, 3, { isEnded: false });
  const ended = await played(3);
  await store.remarks.put(matchOf(begun), remarksAbout(headOf(begun), 'first'));
  expect(await store.keepPack(recordOf(3, ended), headOf(begun))).toBe(true);
  expect(await store.remarks.get(matchOf(begun))).toEqual(remarksAbout(headOf(begun), 'first'));
  await store.close();
});

test('puts a pack in the place of the nodes of a match, if its head is still the same', async () => {
  const at = path();
  const store = await open(at);
  const begun = await playInto(store, 3, { isEnded: false });
  const ended = await played(3);
  const record = recordOf(3, ended);
  await store.library.list({ ...listingFor(kitOf(3), begun), source: 'elsewhere' });
  // as if another writer had moved the head
  for (const from of [null, headOf(ended)]) expect(await store.keepPack(record, from)).toBe(false);
  expect(await store.library.get(matchOf(begun))).toMatchObject({ source: 'elsewhere' });
  expect(count(at, 'blocks')).toBe(nodesOf(begun).length);
  expect(await store.keepPack(record, headOf(begun))).toBe(true);
  expect([count(at, 'packs'), count(at, 'blocks')]).toEqual([1, 0]);
  expect(await store.heads.get(matchOf(begun))).toEqual(headOf(ended));
  expect(unwrap(await loadNodes(store, headOf(ended)))).toEqual(nodesOf(ended));
  expect(await store.library.get(matchOf(begun))).toMatchObject({ source: 'test' });
  expect((await store.check(findGame)).problems).toEqual([]);
  await store.close();
});

test('keeps blocks instead of a pack in a file that keeps blocks, or is opened so', async () => {
  const at = path();
  const store = await open(at, { keepBlocks: true });
  const chain = await played(1);
  expect(await store.keepPack(recordOf(1, chain), null)).toBe(true);
  const begun = await playInto(store, 3, { isEnded: false });
  await store.keepBlocks(true);
  await store.close();
  const loose = await open(at);
  expect(await loose.keepPack(recordOf(3, await played(3)), headOf(begun))).toBe(true);
  expect(await loose.keepPack(recordOf(1, chain), null)).toBe(false);
  const nodes = [chain, await played(3)].flatMap(nodesOf);
  expect([count(at, 'packs'), count(at, 'blocks')]).toEqual([0, nodes.length]);
  expect(await loose.check(findGame)).toMatchObject({ matches: 2, listings: 2, problems: [] });
  await loose.close();
});

test('refuses digests that are not of the record, and keeps nothing when its signal is aborted', async () => {
  const store = await open();
  const record = recordOf(0, await played(0));
  const other = recordOf(3, await played(3));
  for (const digests of [
    other.digests,
    record.digests.subarray(32),
    record.digests.subarray(0, 32),
  ])
    await expect(store.keepPack({ ...record, digests }, null)).rejects.toThrow(BlockCorruptError);
  const signal = AbortSignal.abort(new Error('enough'));
  await expect(store.keepPack(record, null, { signal })).rejects.toThrow('enough');
  expect(await store.heads.get(record.listing.match)).toBeNull();
  await store.close();
});

test('keeps what it was given when the caller changes the bytes meanwhile', async () => {
  const store = await open();
  const chain = await played(0);
  const record = recordOf(0, chain);
  const keeping = store.keepPack(record, null);
  record.pack.fill(0);
  record.digests.fill(0);
  expect(await keeping).toBe(true);
  expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
  await store.close();
});
