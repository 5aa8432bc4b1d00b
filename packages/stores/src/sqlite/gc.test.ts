/** Garbage collection deletes unreferenced blocks, and nothing else, even while others write. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type Cid, cidOf, encodeCid, rngFrom, unwrap } from '@kifu/core';
import { branchHeader, type Chain, headOf, nodesOf, readKifu, timeline } from '@kifu/record';
import { encodeAnnotations } from '@kifu/record/annotations';
import { loadNodes } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import {
  findGame,
  KITS,
  listingFor,
  matchOf,
  playInto,
  remarksAbout,
} from '../../test/stored-matches.ts';
import type { Progress } from '../library/index.ts';
import { createSqliteStore, type SqliteStore } from './index.ts';
import { openToWrite } from './open.ts';
import { numberOf } from './schema.ts';
import { Writer } from './writer.ts';

const path = tempPaths('.sqlite');
const NOW = { graceMs: 0 };

const putAll = (store: SqliteStore, blocks: readonly ReturnType<typeof node>[]) =>
  Promise.all(blocks.map(({ cid, bytes }) => store.blocks.put(cid, bytes)));
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => node(from + i));
const putNodes = async (store: SqliteStore, chain: Chain) => {
  for (const bytes of nodesOf(chain)) await store.blocks.put(cidOf('dag-cbor', bytes), bytes);
};
/** A match that is played elsewhere. */
const elsewhere = async (n: number): Promise<Chain> => {
  const store = await createSqliteStore(path());
  const chain = await playInto(store, n);
  await store.close();
  return chain;
};

test('the room of what is gone is given back to the file system', async () => {
  const at = path();
  const store = await createSqliteStore(at, { findGame });
  await putAll(store, some(1, 8000));
  for (let n = 0; n < 40; n++) await store.library.list(listingFor(KITS[0]!, await longMatch));
  const stay = await playInto(store, 3);
  await store.library.list(listingFor(KITS[0]!, stay));
  await store.gc(NOW);
  const positions = listingFor(KITS[0]!, stay).positions!;
  expect((await store.library.find({ position: positions.subarray(-8) })).listings).toHaveLength(1);
  expect(unwrap(await loadNodes(store, headOf(stay)))).toEqual(nodesOf(stay));
  expect((await store.check(findGame)).problems).toMatchObject([{ what: 'listing' }]);
  await store.close();
  const db = new DatabaseSync(at);
  expect(numberOf(db, 'PRAGMA freelist_count')).toBe(0);
  expect(numberOf(db, 'SELECT count(*) FROM dropped')).toBe(0);
  // each time a summary was written again, its positions got another number
  expect(numberOf(db, 'SELECT sum(length(bytes)) FROM leaves')).toBeLessThan(2000);
  db.close();
  expect(statSync(at).size).toBeLessThan(400_000);
});
const longMatch = elsewhere(6);

describe.each([false, true])('where matches are packed: %s', isPacked => {
  const open = (at = path()) => createSqliteStore(at, isPacked ? { findGame, tailLength: 20 } : {});
  const tidy = async (store: SqliteStore) => {
    await store.pack();
    return store.gc(NOW);
  };

  test('what heads lead to stays, and the rest goes', async () => {
    const store = await open();
    const chains = [await playInto(store, 0), await playInto(store, 1, { isEnded: false })];
    const waste = some(1, 700);
    await putAll(store, waste);
    expect(await store.gc({ ...NOW, dryRun: true })).toMatchObject({ removed: 700, bytes: 14_000 });
    expect(await store.blocks.has(waste[0]!.cid)).toBe(true);
    expect(await tidy(store)).toMatchObject({ removed: 700, bytes: 14_000 });
    for (const { cid } of waste) expect(await store.blocks.has(cid)).toBe(false);
    for (const chain of chains)
      expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
    expect(await tidy(store)).toMatchObject({ removed: 0, bytes: 0 });
    expect((await store.check(findGame)).problems).toEqual([]);
    // and what is put again is there again
    await putAll(store, waste);
    for (const { cid, bytes } of waste) expect(await store.blocks.get(cid)).toEqual(bytes);
    await store.close();
  });

  test('what a listing leads to stays, and what is asked for', async () => {
    const store = await open();
    const [listed, kept] = [await elsewhere(0), await elsewhere(1)];
    await putNodes(store, listed);
    await putNodes(store, kept);
    await store.library.list(listingFor(KITS[0]!, listed));
    await store.library.hide(matchOf(listed), true);
    await store.library.list({ ...listingFor(KITS[0]!, listed), match: node(5).cid }); // not here
    await store.gc({ ...NOW, keep: [headOf(kept), node(6).cid] });
    for (const chain of [listed, kept])
      expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
    expect((await store.gc(NOW)).removed).toBe(nodesOf(kept).length);
    await store.close();
  });

  test('what a branch leads to stays, and words about what stays', async () => {
    const store = await open();
    const kit = KITS[0]!;
    const parent = await elsewhere(0);
    await putNodes(store, parent);
    const nodes = nodesOf(parent);
    const { state } = unwrap(timeline(kit.game, unwrap(readKifu(nodes)))).at(4);
    const at4 = cidOf('dag-cbor', nodes[4]!);
    const header = branchHeader({
      ...{ game: kit.game, header: parent.table.header, node: at4, state, part: 1, at: null },
    });
    const branch = await playInto(store, 1, { kit, header });
    const words = { notes: [{ entry: 1, text: 'good' }], variations: [] };
    const about = (cid: Cid) => {
      const bytes = encodeAnnotations(kit.game, cid, words as never);
      return { cid: cidOf('dag-cbor', bytes), bytes };
    };
    const [kept, lost] = [about(headOf(branch)), about(node(9).cid)];
    await putAll(store, [kept, about(at4), lost]);
    // the nodes after the branching, and words about nothing
    expect((await tidy(store)).removed).toBe(nodes.length - 5 + 1);
    expect(unwrap(await loadNodes(store, at4))).toEqual(nodes.slice(0, 5));
    expect(await store.blocks.has(kept.cid)).toBe(true);
    expect(await store.blocks.has(about(at4).cid)).toBe(true);
    expect(await store.blocks.has(lost.cid)).toBe(false);
    await store.close();
  });
});

test('annotations of stored or indexed records stay, others are deleted', async () => {
  const store = await createSqliteStore(path());
  const chain = await playInto(store, 0);
  await store.library.list({ ...listingFor(KITS[0]!, chain), match: node(5).cid });
  const head = headOf(chain);
  for (const match of [matchOf(chain), node(5).cid, node(6).cid])
    await store.remarks.put(match, remarksAbout(head, 'words'));
  const isThere = async () =>
    Promise.all(
      [matchOf(chain), node(5).cid, node(6).cid].map(
        async match => (await store.remarks.get(match)) !== null,
      ),
    );
  await store.gc({ graceMs: 0, dryRun: true });
  expect(await isThere()).toEqual([true, true, true]);
  await store.gc({ graceMs: 0 });
  expect(await isThere()).toEqual([true, true, false]);
  await store.close();
});

test('what came a short time ago stays, and so does what was put again', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  await putAll(store, some(1, 10));
  expect(await store.gc()).toMatchObject({ removed: 0 });
  await store.close();
  makeOlder(at, 7200);
  const later = await createSqliteStore(at);
  await putAll(later, [node(3), ...some(50, 5)]);
  expect(await later.gc()).toMatchObject({ removed: 9 });
  for (const { cid } of [node(3), ...some(50, 5)]) expect(await later.blocks.has(cid)).toBe(true);
  await later.close();
});

/** As if the file had been left alone for some seconds. */
function makeOlder(at: string, seconds: number): void {
  const db = new DatabaseSync(at);
  db.exec(`UPDATE ages SET second = second - ${seconds}`);
  db.close();
}

test('a head that moves to old blocks at the last moment saves them', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await elsewhere(0);
  const [match, head] = [matchOf(chain), headOf(chain)];
  await putNodes(store, chain);
  await store.heads.move(match, null, match);
  await playInto(store, 1);
  const other = openToWrite(at, { timeoutMs: 1000 });
  const writer = new Writer(other);
  const move = { match: encodeCid(match), from: encodeCid(match), to: encodeCid(head) };
  let moved: unknown = null;
  // the first head was followed before; it is not followed again unless the move is noticed
  const onProgress = ({ step, done }: Progress) => {
    if (step === 'matches' && done === 2)
      moved ??= writer.run([{ do: 'append', blocks: [], ...move }]);
  };
  expect(await store.gc({ ...NOW, onProgress })).toMatchObject({ removed: 0 });
  expect(moved).toEqual([true]);
  expect(unwrap(await loadNodes(store, head))).toEqual(nodesOf(chain));
  other.close();
  await store.close();
});

test('throws and removes nothing when a chain has a hole', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  const chain = await playInto(store, 0);
  await store.close();
  const db = new DatabaseSync(at);
  db.exec('DELETE FROM blocks WHERE id = 5');
  db.close();
  const again = await createSqliteStore(at);
  await expect(again.gc(NOW)).rejects.toThrow('there is no block');
  expect(await again.blocks.get(matchOf(chain))).toEqual(nodesOf(chain)[0]);
  await again.close();
});

test('a store that may only be read is counted, and not changed', async () => {
  const at = path();
  const store = await createSqliteStore(at);
  await putAll(store, some(1, 5));
  await store.close();
  const reading = await createSqliteStore(at, { readOnly: true });
  expect(await reading.gc({ ...NOW, dryRun: true })).toMatchObject({ removed: 5 });
  await expect(reading.gc(NOW)).rejects.toThrow('is read-only');
  await reading.close();
});

test('stops when its signal is aborted', async () => {
  const store = await createSqliteStore(path());
  await playInto(store, 0);
  await putAll(store, some(1, 100));
  const stop = new AbortController();
  const gc = store.gc({ ...NOW, signal: stop.signal, onProgress: () => stop.abort() });
  await expect(gc).rejects.toThrow('aborted');
  expect(await store.blocks.has(node(99).cid)).toBe(true);
  await store.close();
});

test.each([1, 2])(
  'removes nothing in use while several write, pack and collect, seed %i',
  async seed => {
    const at = path();
    const luck = rngFrom(seed);
    const stores = await Promise.all([
      createSqliteStore(at, { findGame, tailLength: 30 }),
      createSqliteStore(at, { findGame, tailLength: 50 }),
    ]);
    let isOver = false;
    const waste = async (): Promise<void> => {
      for (let n = 0; !isOver; n++)
        await putAll(stores[n % 2]!, some(1000 * luck(1000), 1 + luck(20)));
    };
    // one who has to wait for long may find all waste at the end
    const tidy = async (): Promise<void> => {
      for (let removed = 0; !isOver || removed === 0; )
        removed += (await stores[luck(2)]!.gc(NOW)).removed;
    };
    const play = async (k: number): Promise<Chain[]> => {
      const chains: Chain[] = [];
      for (let n = k; n < 24; n += 4)
        chains.push(await playInto(stores[luck(2)]!, n, { moves: luck(20) }));
      return chains;
    };
    const others = Promise.all([tidy(), waste()]);
    const chains = (await Promise.all([0, 1, 2, 3].map(play))).flat();
    isOver = true;
    await others;
    for (const [n, chain] of chains.entries())
      expect(unwrap(await loadNodes(stores[n % 2]!, headOf(chain)))).toEqual(nodesOf(chain));
    const { problems, matches } = await stores[0].check(findGame);
    expect(matches).toBe(24);
    expect(problems).toEqual([]);
    for (const store of stores) await store.close();
  },
);
