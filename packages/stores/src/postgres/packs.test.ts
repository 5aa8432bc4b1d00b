/** Matches that have ended are packed in the database too, by whichever process is quicker, and readers get the same bytes as before. */
import { cidOf, encodeCid, fail, isSameCid, unwrap } from '@kifu/core';
import { type Chain, type FindGame, headOf, nodesOf } from '@kifu/record';
import { eachPosition, loadMatch, loadNodes } from '@kifu/record/store';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { node } from '../../test/blocks.ts';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { findGame, KITS, listingFor, matchOf, playInto } from '../../test/stored-matches.ts';
import {
  createPostgresStore,
  type PostgresOptions,
  PostgresPackedError,
  type PostgresStore,
} from './index.ts';

const GAMES = import.meta.resolve('../../../games/src/index.ts');
const NONE = { matches: 0, nodeBytes: 0, packBytes: 0, left: 0 };

describe.skipIf(isLeftOut)('packs', () => {
  const server = usePostgres();
  const opened: PostgresStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const open = async (schema: string, options: PostgresOptions = { findGame }) => {
    const store = await createPostgresStore(server().url(), { schema, ...options });
    opened.push(store);
    return store;
  };
  const run = (schema: string, text: string) =>
    command(server(), `SET search_path = "${schema}"; ${text}`);
  const count = async (schema: string, table: string): Promise<number> =>
    Number((await run(schema, `SELECT count(*) AS n FROM ${table}`))[0].n);
  /** All nodes of a match, however they are asked for. */
  const expectWhole = async (store: PostgresStore, chain: Chain): Promise<void> => {
    const nodes = nodesOf(chain);
    for (const bytes of nodes.toReversed()) {
      const cid = cidOf('dag-cbor', bytes);
      expect(await store.blocks.has(cid)).toBe(true);
      expect(await store.blocks.get(cid)).toEqual(bytes);
    }
    expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodes);
    const { chain: loaded } = unwrap(await loadMatch(store, matchOf(chain), findGame));
    expect(isSameCid(headOf(loaded), headOf(chain))).toBe(true);
  };

  test('a database that kept its blocks is packed when it is opened to pack, and answers as before', async () => {
    const schema = newSchema();
    const store = await open(schema, { findGame, keepBlocks: true });
    const chains: Chain[] = [];
    for (let n = 0; n < 6; n++) {
      chains.push(await playInto(store, n, { isEnded: n < 5 }));
      await store.library.list(listingFor(KITS[n % KITS.length]!, chains[n]!));
    }
    expect(await store.pack()).toEqual(NONE);
    await store.close();
    const again = await open(schema, { findGame });
    const { matches, nodeBytes, packBytes } = await again.pack();
    // what was packed in the background meanwhile is not counted
    expect(matches).toBeLessThanOrEqual(5);
    if (matches > 0) expect(packBytes).toBeLessThan(nodeBytes / 2);
    expect(await count(schema, 'packs')).toBe(5);
    expect(await count(schema, 'blocks')).toBe(nodesOf(chains[5]!).length);
    for (const chain of chains) await expectWhole(again, chain);
    expect(await again.blocks.has(node(1).cid)).toBe(false);
    const { positions } = listingFor(KITS[0]!, chains[0]!);
    const [position] = [...eachPosition(positions!)].slice(-1);
    const found = await again.library.find({ position: position! });
    expect(found.listings.map(({ head }) => head)).toEqual([headOf(chains[0]!)]);
    expect((await again.check(findGame)).problems).toEqual([]);
    expect(await again.gc({ graceMs: 0 })).toMatchObject({ removed: 0 });
    await expectWhole(again, chains[0]!);
  });

  test('are made in the background when matches end', async () => {
    const schema = newSchema();
    const store = await open(schema);
    const chains = await Promise.all([0, 1, 2].map(n => playInto(store, n)));
    await vi.waitUntil(async () => (await count(schema, 'packs')) === 3, { timeout: 20_000 });
    expect(await count(schema, 'blocks')).toBe(0);
    for (const chain of chains) await expectWhole(store, chain);
  });

  test('are made in a separate thread if a module of games is named', async () => {
    const schema = newSchema();
    const findNone: FindGame = async name => fail('unknown-game', name);
    const store = await open(schema, { findGame: findNone, gamesModule: GAMES });
    const chains = await Promise.all([0, 1, 2].map(n => playInto(store, n)));
    await store.pack();
    // one may be under way in the background
    await vi.waitUntil(async () => (await count(schema, 'packs')) === 3, { timeout: 20_000 });
    expect(await count(schema, 'blocks')).toBe(0);
    const reading = await open(schema, { findGame, keepBlocks: true });
    for (const chain of chains) await expectWhole(reading, chain);
  });

  test('a thread that breaks down leaves matches as they are', async () => {
    const schema = newSchema();
    const store = await open(schema, { gamesModule: 'data:text/javascript,throw 1' });
    const chain = await playInto(store, 0);
    await expect(store.pack()).rejects.toThrow();
    expect(await count(schema, 'packs')).toBe(0);
    await expectWhole(store, chain);
  });

  test('of two processes one packs a match, while others read it', async () => {
    const schema = newSchema();
    const writing = await open(schema, { findGame, keepBlocks: true });
    const chains = await Promise.all(Array.from({ length: 20 }, (_, n) => playInto(writing, n)));
    const [one, two, reading] = await Promise.all([
      open(schema),
      open(schema),
      open(schema, { findGame, keepBlocks: true }),
    ]);
    const isPacking = Promise.all([one!.pack(), two!.pack()]);
    for (const chain of chains) await expectWhole(reading!, chain);
    const [a, b] = await isPacking;
    expect(a.matches + b.matches).toBeLessThanOrEqual(20);
    expect(await count(schema, 'packs')).toBe(20);
    for (const chain of chains) await expectWhole(reading!, chain);
  });

  test('without the rules a packed match says so, and others are read', async () => {
    const schema = newSchema();
    const store = await open(schema);
    const chain = await playInto(store, 0);
    await store.pack();
    const ruleless = await open(schema, {});
    const going = await playInto(ruleless, 1, { isEnded: false });
    await expect(ruleless.blocks.get(headOf(chain))).rejects.toThrow(PostgresPackedError);
    expect(await ruleless.blocks.has(headOf(chain))).toBe(true);
    expect(unwrap(await loadNodes(ruleless, headOf(going)))).toEqual(nodesOf(going));
    expect(await ruleless.pack()).toEqual(NONE);
    expect((await ruleless.check(findGame)).problems).toEqual([]);
  });

  test('what cannot be packed stays, and is not tried again', async () => {
    const schema = newSchema();
    const store = await open(schema, { findGame, keepBlocks: true });
    const chain = await playInto(store, 0);
    // a head that leads to another match
    await store.heads.move(node(7).cid, null, headOf(chain));
    const packing = await open(schema, { findGame });
    await packing.pack();
    expect(await count(schema, 'heads WHERE packed = 2')).toBe(1);
    expect(await packing.pack()).toEqual(NONE);
    await expectWhole(packing, chain);
  });

  test.each([true, false])('a match is forgotten, and no other; packed %s', async isPacked => {
    const schema = newSchema();
    const store = await open(schema, { findGame, keepBlocks: !isPacked });
    const [one, two] = [await playInto(store, 0), await playInto(store, 3)];
    for (const chain of [one, two]) await store.library.list(listingFor(KITS[0]!, chain));
    await store.pack();
    expect(await store.forget(matchOf(one))).toBe(true);
    expect(await store.forget(matchOf(one))).toBe(false);
    expect(await store.heads.get(matchOf(one))).toBeNull();
    expect((await store.library.find({})).listings.map(({ head }) => head)).toEqual([headOf(two)]);
    await store.gc({ graceMs: 0 });
    expect(await count(schema, 'packs')).toBe(isPacked ? 1 : 0);
    expect(await count(schema, 'blocks')).toBe(isPacked ? 0 : nodesOf(two).length);
    await expectWhole(store, two);
  });

  test('a head that moves on from a pack has its nodes there, and counts as loose again', async () => {
    const schema = newSchema();
    const store = await open(schema);
    const chain = await playInto(store, 0);
    await store.pack();
    const more = node(3);
    expect(await store.append([more], matchOf(chain), headOf(chain), more.cid)).toBe(true);
    expect(await count(schema, 'heads WHERE packed = 0')).toBe(1);
    expect(await store.blocks.get(headOf(chain))).toEqual(nodesOf(chain).at(-1));
  });

  test('a damaged pack is reported, and everything else works', async () => {
    const schema = newSchema();
    const store = await open(schema);
    const chains = await Promise.all([0, 1].map(n => playInto(store, n)));
    await store.pack();
    await run(
      schema,
      `UPDATE packs SET bytes = '\\x00' WHERE id = (SELECT id FROM heads WHERE match = '\\x${Buffer.from(encodeCid(matchOf(chains[0]!))).toString('hex')}')`,
    );
    const again = await open(schema, { findGame, keepBlocks: true });
    await expect(again.blocks.get(headOf(chains[0]!))).rejects.toThrow(PostgresPackedError);
    await expectWhole(again, chains[1]!);
  });
});
