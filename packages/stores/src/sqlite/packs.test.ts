/** Ended matches are stored packed, and readers get the same bytes as before. */
import { DatabaseSync } from 'node:sqlite';
import { cidOf, formatCid, type Game, isSameCid, unwrap } from '@kifu/core';
import {
  branchHeader,
  type Chain,
  checkBranch,
  headOf,
  nodesOf,
  readKifu,
  timeline,
  verify,
} from '@kifu/record';
import { loadMatch, loadNodes } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { findGame, KITS, matchOf, playInto } from '../../test/stored-matches.ts';
import {
  createSqliteStore,
  SqliteClosedError,
  type SqliteOptions,
  SqlitePackedError,
  SqliteReadOnlyError,
} from './index.ts';

const path = tempPaths('.sqlite');
const open = (at = path(), options: SqliteOptions = {}) =>
  createSqliteStore(at, { findGame, ...options });

/** How many rows a table has, as another connection sees it. */
function count(at: string, table: string): number {
  const db = new DatabaseSync(at, { readOnly: true });
  const { n } = db.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number };
  db.close();
  return n;
}

test.each([undefined, 1])('all nodes are there as before, with a tail of %s', async tailLength => {
  const at = path();
  const store = await open(at, { keepBlocks: true, ...(tailLength && { tailLength }) });
  const chains: Chain[] = [];
  for (let n = 0; n < 9; n++) chains.push(await playInto(store, n));
  const open9 = await playInto(store, 9, { isEnded: false });
  expect(await store.pack()).toEqual({ matches: 0, nodeBytes: 0, packBytes: 0, left: 0 });
  await store.close();

  const again = await open(at);
  const packed = await again.pack();
  // what was packed in the background meanwhile is not counted
  expect(packed.matches).toBeLessThanOrEqual(9);
  expect(count(at, 'packs')).toBe(9);
  expect(count(at, 'blocks')).toBe(nodesOf(open9).length);
  for (const chain of [...chains, open9]) {
    const nodes = nodesOf(chain);
    expect(unwrap(await loadNodes(again, headOf(chain)))).toEqual(nodes);
    for (const bytes of nodes) {
      const cid = cidOf('dag-cbor', bytes);
      expect(await again.blocks.has(cid)).toBe(true);
      expect(await again.blocks.get(cid)).toEqual(bytes);
    }
    const { chain: loaded } = unwrap(await loadMatch(again, matchOf(chain), findGame));
    expect(isSameCid(headOf(loaded), headOf(chain))).toBe(true);
  }
  expect(await again.blocks.has(node(1).cid)).toBe(false);
  expect((await again.check(findGame)).problems).toEqual([]);
  await again.close();
});

test('a pack is a small part of its nodes', async () => {
  const at = path();
  const store = await open(at);
  let nodeBytes = 0;
  for (let n = 0; n < 3; n++)
    for (const { length } of nodesOf(await playInto(store, n, { kit: KITS[0]!, moves: 60 })))
      nodeBytes += length;
  await store.pack();
  await store.close();
  expect(count(at, 'packs WHERE length(bytes) > 0')).toBe(3);
  const db = new DatabaseSync(at);
  const { n } = db.prepare('SELECT sum(length(bytes)) AS n FROM packs').get() as { n: number };
  db.close();
  expect(n).toBeLessThan(nodeBytes / 10);
});

test('matches are packed in the background when they end', async () => {
  const at = path();
  const store = await open(at);
  const chains = await Promise.all([0, 1, 2].map(n => playInto(store, n)));
  while (count(at, 'packs') < 3) await new Promise(done => setImmediate(done));
  for (const chain of chains)
    expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
  await store.close();
});

test('a file that is set to keep blocks keeps them after it is opened again', async () => {
  const at = path();
  const store = await open(at);
  expect(store.keepsBlocks).toBe(false);
  expect(await store.keepBlocks(false)).toBe(false);
  expect(await store.keepBlocks(true)).toBe(true);
  expect(await store.keepBlocks(true)).toBe(false);
  await playInto(store, 0);
  await store.close();
  const again = await open(at);
  const reading = await open(at, { readOnly: true });
  expect([again, reading].map(({ keepsBlocks }) => keepsBlocks)).toEqual([true, true]);
  await expect(reading.keepBlocks(false)).rejects.toThrow(SqliteReadOnlyError);
  for (let n = 1; n < 9; n++) await playInto(again, n);
  expect((await again.pack()).matches).toBe(0);
  expect(count(at, 'packs')).toBe(0);
  // from now on everything is packed, the old ones too
  expect(await again.keepBlocks(false)).toBe(true);
  await playInto(again, 9);
  while (count(at, 'packs') < 10) await new Promise(done => setImmediate(done));
  expect((await again.check(findGame)).problems).toEqual([]);
  await Promise.all([again, reading].map(one => one.close()));
});

test('a store can be closed at any moment, and continues where it stopped', async () => {
  const at = path();
  const keeping = await open(at, { keepBlocks: true });
  for (let n = 0; n < 4; n++) await playInto(keeping, n);
  await keeping.close();
  for (let n = 1; n <= 4; n++) {
    const store = await open(at);
    while (count(at, 'packs') < n) await new Promise(done => setImmediate(done));
    // it may be packing the next, or resting
    await store.close();
  }
  const store = await open(at);
  for (let n = 4; n < 8; n++) await playInto(store, n);
  const packing = store.pack();
  const closed = expect(packing).rejects.toThrow(SqliteClosedError);
  await store.close();
  await closed;
});

test('a reader finds every node before, while and after its match is packed', async () => {
  const at = path();
  const store = await open(at);
  const other = await open(at, { keepBlocks: true, cacheBytes: 0 });
  const chains: Chain[] = [];
  for (let n = 0; n < 6; n++) chains.push(await playInto(other, n));
  let isOver = false;
  const read = async (): Promise<number> => {
    let rounds = 0;
    for (; !isOver; rounds++)
      for (const chain of chains) {
        expect(unwrap(await loadNodes(other, headOf(chain)))).toEqual(nodesOf(chain));
        await new Promise(done => setImmediate(done));
      }
    return rounds;
  };
  const reading = read();
  while (count(at, 'packs') < 6) await store.pack();
  isOver = true;
  expect(await reading).toBeGreaterThan(0);
  await Promise.all([store.close(), other.close()]);
});

describe('without the rules of games', () => {
  test('nothing is packed, and packs cannot be opened', async () => {
    const at = path();
    const store = await open(at);
    const chain = await playInto(store, 0);
    await store.pack();
    await store.close();
    const blind = await createSqliteStore(at);
    expect(await blind.blocks.has(headOf(chain))).toBe(true);
    await expect(blind.blocks.get(headOf(chain))).rejects.toThrow(SqlitePackedError);
    await expect(blind.blocks.get(node(1).cid)).rejects.toThrow('there is no block');
    const second = await playInto(blind, 1);
    await blind.pack();
    expect(unwrap(await loadNodes(blind, headOf(second)))).toEqual(nodesOf(second));
    // with rules at hand it can be checked all the same
    expect(await blind.check(findGame)).toMatchObject({ packs: 1, matches: 2, problems: [] });
    // and a block that is put is stored, since this store cannot look whether it is in a pack
    await blind.blocks.put(headOf(chain), nodesOf(chain).at(-1)!);
    expect(await blind.blocks.get(headOf(chain))).toEqual(nodesOf(chain).at(-1));
    await blind.close();
    expect(count(at, 'packs')).toBe(1);
  });

  test('a match of an unknown game is left as it is', async () => {
    const at = path();
    const store = await open(at, { findGame: async () => unknown });
    const chain = await playInto(store, 0);
    expect(await store.pack()).toMatchObject({ matches: 0, left: 0 });
    expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
    expect(await store.check(async () => unknown)).toMatchObject({ unknown: 1, problems: [] });
    await store.close();
  });
  const unknown = {
    ok: false,
    fault: { code: 'unknown-game', message: 'nobody knows it' },
  } as const;
});

test('a record that does not hold is left as it is, and not tried again', async () => {
  const at = path();
  const store = await open(at, { keepBlocks: true });
  const chain = await playInto(store, 0);
  await store.close();
  const strict = await open(at, { findGame: async () => ({ ok: true, value: odd }) });
  const first = await strict.pack();
  expect(first.left + count(at, 'heads WHERE packed = 2')).toBeGreaterThan(0);
  expect(await strict.pack()).toMatchObject({ matches: 0, left: 0 });
  expect(unwrap(await loadNodes(strict, headOf(chain)))).toEqual(nodesOf(chain));
  await strict.close();
});
/** Rules that refuse every move. */
const odd = {
  ...KITS[0]!.game,
  play: () => ({ ok: false, fault: { code: 'illegal-move', message: 'no' } }),
} as unknown as Game;

test('a branch leads into a packed match', async () => {
  const store = await open();
  const kit = KITS[0]!;
  const parent = await playInto(store, 0, { kit });
  await store.pack();
  const nodes = unwrap(await loadNodes(store, headOf(parent)));
  const { header } = parent.table;
  const node = cidOf('dag-cbor', nodes[6]!);
  const { state } = unwrap(timeline(kit.game, unwrap(readKifu(nodes)))).at(6);
  const part = 1;
  const branching = branchHeader({ game: kit.game, header, node, state, part, at: null });
  const branch = await playInto(store, 1, { kit, header: branching });
  for (let round = 0; round < 2; round++) {
    const start = unwrap(await loadNodes(store, node));
    expect(start).toEqual(nodes.slice(0, 7));
    expect(checkBranch(kit.game, start, branch.table.header).ok).toBe(true);
    await store.pack();
    await store.gc({ graceMs: 0 });
  }
  const own = unwrap(await loadNodes(store, headOf(branch)));
  expect((await verify(own, findGame)).fault).toBeNull();
  await store.close();
});

test('a packed node that is put again is not kept twice', async () => {
  const at = path();
  const store = await open(at);
  const chain = await playInto(store, 0);
  await store.pack();
  while (count(at, 'blocks') > 0) await new Promise(done => setImmediate(done));
  for (const bytes of nodesOf(chain)) {
    await store.blocks.put(cidOf('dag-cbor', bytes), bytes);
  }
  expect(count(at, 'blocks')).toBe(0);
  await store.close();
});

test('a pack that is damaged is found out, and nothing else suffers', async () => {
  const at = path();
  const store = await open(at);
  const [bad, good] = [await playInto(store, 0), await playInto(store, 3)];
  await store.pack();
  await store.close();
  const db = new DatabaseSync(at);
  const { bytes } = db.prepare('SELECT bytes FROM packs WHERE id = 1').get() as {
    bytes: Uint8Array;
  };
  bytes[bytes.length >> 1]! ^= 0x55;
  db.prepare('UPDATE packs SET bytes = ? WHERE id = 1').run(bytes);
  db.close();
  const again = await open(at);
  await expect(again.blocks.get(headOf(bad))).rejects.toThrow(SqlitePackedError);
  expect(unwrap(await loadNodes(again, headOf(good)))).toEqual(nodesOf(good));
  const { problems } = await again.check(findGame);
  expect(problems.map(({ what }) => what).sort()).toEqual(['match', 'pack']);
  expect(problems.find(({ what }) => what === 'match')?.where).toBe(formatCid(matchOf(bad)));
  // a caller that has the nodes can bring them back
  for (const bytes of nodesOf(bad)) await again.blocks.put(cidOf('dag-cbor', bytes), bytes);
  expect(unwrap(await loadNodes(again, headOf(bad)))).toEqual(nodesOf(bad));
  await again.close();
});

test('the cache of unpacked matches is bounded', async () => {
  const at = path();
  const store = await open(at);
  const chains: Chain[] = [];
  for (let n = 0; n < 4; n++) chains.push(await playInto(store, n));
  await store.pack();
  await store.close();
  let opened = 0;
  const counting: typeof findGame = (name, version) => {
    opened++;
    return findGame(name, version);
  };
  const openedWith = async (cacheBytes: number): Promise<number> => {
    const again = await open(at, { findGame: counting, keepBlocks: true, cacheBytes });
    opened = 0;
    for (let round = 0; round < 3; round++)
      for (const chain of chains) await loadNodes(again, headOf(chain));
    await again.close();
    return opened;
  };
  // one at a time is always kept, so that a walk along a chain opens it once
  expect(await openedWith(0)).toBe(12);
  expect(await openedWith(2 ** 25)).toBe(4);
});
