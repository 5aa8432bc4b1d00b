/** Maintenance of a store: a check finds problems, garbage collection deletes unreferenced blocks, an index is rebuilt. */
import { type Cid, cidOf, encodeCid, formatCid, rngFrom, unwrap } from '@kifu/core';
import { branchHeader, type Chain, headOf, nodesOf, readKifu, timeline } from '@kifu/record';
import { encodeAnnotations } from '@kifu/record/annotations';
import { loadNodes, type Stores } from '@kifu/record/store';
import { afterEach, describe, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import {
  findGame,
  findKit,
  KITS,
  listingFor,
  matchOf,
  playInto,
  remarksAbout,
} from '../../test/stored-matches.ts';
import { type Progress, rebuild, type StoreProblem } from '../library/index.ts';
import { memoryStores } from '../memory/index.ts';
import { createPostgresStore, PostgresAccessError, type PostgresStore } from './index.ts';

const DEEP = process.env.KIFU_DEEP === '1';
const NOW = { graceMs: 0 };
const MATCHES = 6;

const putAll = (store: Stores, blocks: readonly { cid: Cid; bytes: Uint8Array }[]) =>
  Promise.all(blocks.map(({ cid, bytes }) => store.blocks.put(cid, bytes)));
const some = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => node(from + i));
const blocksOf = (chain: Chain) =>
  nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
/** A match that is played elsewhere. */
const elsewhere = (n: number): Promise<Chain> => playInto(memoryStores(), n);

describe.skipIf(isLeftOut)('upkeep', () => {
  const server = usePostgres();
  const opened: PostgresStore[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });
  const open = async (schema = newSchema(), user = 'postgres') => {
    const store = await createPostgresStore(server().url('postgres', user), { schema });
    opened.push(store);
    return store;
  };
  const run = (schema: string, text: string) =>
    command(server(), `SET search_path = "${schema}"; ${text}`);

  describe('check', () => {
    const fill = async (store: PostgresStore): Promise<Chain[]> => {
      const chains: Chain[] = [];
      for (let n = 0; n < MATCHES; n++) {
        chains.push(await playInto(store, n, { isEnded: n % 2 === 0 }));
        await store.library.list(listingFor(KITS[n % KITS.length]!, chains[n]!));
      }
      await store.library.hide(matchOf(chains[1]!), true);
      await store.vault.put('key', 'mine', { secret: 1 });
      await store.vault.put('', '', null);
      await store.blocks.put(node(1).cid, node(1).bytes);
      return chains;
    };

    test('reports damaged remarks', async () => {
      const schema = newSchema();
      const store = await open(schema);
      const chain = await playInto(store, 0);
      await store.remarks.put(matchOf(chain), remarksAbout(headOf(chain), 'words'));
      await run(schema, `UPDATE remarks SET bytes = '\\x00'`);
      expect(await store.check(findGame)).toMatchObject({
        problems: [{ what: 'remarks', fault: { code: 'broken-chain' } }],
        remarks: 1,
      });
    });

    test('finds no error in a sound store, and looks at everything', async () => {
      const store = await open();
      const chains = await fill(store);
      const steps = new Set<string>();
      const checked = await store.check(findGame, { onProgress: ({ step }) => steps.add(step) });
      expect(checked).toMatchObject({
        ...{ matches: MATCHES, listings: MATCHES, secrets: 2, unknown: 0, problems: [] },
        unlisted: [],
      });
      expect(checked.blocks).toBeGreaterThan(20);
      expect([...steps]).toEqual(['blocks', 'secrets', 'matches', 'listings']);
      const nobody = async () =>
        ({ ok: false, fault: { code: 'unknown-game', message: 'none' } }) as const;
      expect(await store.check(nobody)).toMatchObject({ unknown: MATCHES, problems: [] });
      await expect(store.check(findGame, { signal: AbortSignal.abort() })).rejects.toThrow();
      await store.library.remove(matchOf(chains[0]!));
      const { unlisted } = await store.check(findGame);
      expect(unlisted).toEqual([matchOf(chains[0]!)]);
    });

    const ofMatch = (chain: Chain) =>
      `match = '\\x${Buffer.from(encodeCid(matchOf(chain))).toString('hex')}'`;

    test.each<
      [string, (chain: Chain, other: Chain) => string, readonly [StoreProblem['what'], string][]]
    >([
      [
        'bytes of a node',
        chain =>
          `UPDATE blocks SET bytes = '\\x00' WHERE cid = (SELECT head FROM heads WHERE ${ofMatch(chain)})`,
        [
          ['block', 'broken-chain'],
          ['match', 'broken-chain'],
          ['listing', 'broken-chain'],
        ],
      ],
      [
        'a node that is gone',
        chain => `DELETE FROM blocks WHERE cid = (SELECT head FROM heads WHERE ${ofMatch(chain)})`,
        [
          ['match', 'not-found'],
          ['listing', 'not-found'],
        ],
      ],
      [
        'an id of a block',
        () => `UPDATE blocks SET cid = '\\x0102' WHERE length(bytes) = 20`,
        [['block', 'malformed']],
      ],
      [
        'a head of another match',
        (chain, other) =>
          `UPDATE heads SET head = (SELECT head FROM heads WHERE ${ofMatch(other)}) WHERE ${ofMatch(chain)}`,
        [['match', 'broken-chain']],
      ],
      ['a head that is none', () => `UPDATE heads SET head = '\\x00'`, [['file', 'unreadable']]],
      [
        'a listing',
        chain => `UPDATE matches SET entries = entries + 1 WHERE ${ofMatch(chain)}`,
        [['listing', 'broken-record']],
      ],
      [
        'a secret',
        () => `UPDATE vault SET value = '{"secret":2}' WHERE kind = 'key'`,
        [['secret', 'unreadable']],
      ],
    ])('finds %s that is wrong', async (_what, sql, expected) => {
      const schema = newSchema();
      const store = await open(schema);
      const chains = await fill(store);
      await run(schema, sql(chains[1]!, chains[3]!));
      const { problems } = await store.check(findGame);
      expect(problems.map(({ what, fault }) => [what, fault.code])).toEqual(expected);
      for (const { where } of problems) expect(where).not.toBe('');
    });
  });

  describe('gc', () => {
    test('what heads lead to stays, and the rest goes', async () => {
      const store = await open();
      const chains = [await playInto(store, 0), await playInto(store, 1, { isEnded: false })];
      const waste = some(1, 700);
      await putAll(store, waste);
      const expected = { removed: 700, bytes: 14_000 };
      expect(await store.gc({ ...NOW, dryRun: true })).toMatchObject(expected);
      expect(await store.blocks.has(waste[0]!.cid)).toBe(true);
      expect(await store.gc(NOW)).toMatchObject(expected);
      for (const { cid } of waste) expect(await store.blocks.has(cid)).toBe(false);
      for (const chain of chains)
        expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
      expect(await store.gc(NOW)).toMatchObject({ removed: 0, bytes: 0 });
      expect((await store.check(findGame)).problems).toEqual([]);
      await putAll(store, waste);
      for (const { cid, bytes } of waste) expect(await store.blocks.get(cid)).toEqual(bytes);
    });

    test('what a listing leads to stays, and what is asked for', async () => {
      const store = await open();
      const [listed, kept] = [await elsewhere(0), await elsewhere(1)];
      await putAll(store, [...blocksOf(listed), ...blocksOf(kept)]);
      await store.library.list(listingFor(KITS[0]!, listed));
      await store.library.hide(matchOf(listed), true);
      await store.library.list({ ...listingFor(KITS[0]!, listed), match: node(5).cid }); // not here
      await store.gc({ ...NOW, keep: [headOf(kept), node(6).cid] });
      for (const chain of [listed, kept])
        expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
      expect((await store.gc(NOW)).removed).toBe(nodesOf(kept).length);
    });

    test('what a branch leads to stays, and words about what stays', async () => {
      const store = await open();
      const kit = KITS[0]!;
      const parent = await elsewhere(0);
      await putAll(store, blocksOf(parent));
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
      expect((await store.gc(NOW)).removed).toBe(nodes.length - 5 + 1);
      expect(unwrap(await loadNodes(store, at4))).toEqual(nodes.slice(0, 5));
      expect(await store.blocks.has(kept.cid)).toBe(true);
      expect(await store.blocks.has(about(at4).cid)).toBe(true);
      expect(await store.blocks.has(lost.cid)).toBe(false);
    });

    test('annotations of stored or indexed records stay, others are deleted', async () => {
      const store = await open();
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
    });

    test('what came a short time ago stays, and so does what was put again', async () => {
      const schema = newSchema();
      const store = await open(schema);
      await putAll(store, some(1, 10));
      expect(await store.gc()).toMatchObject({ removed: 0 });
      await run(schema, `UPDATE blocks SET at = at - interval '2 hours'`);
      await putAll(store, [node(3), ...some(50, 5)]);
      expect(await store.gc()).toMatchObject({ removed: 9 });
      for (const { cid } of [node(3), ...some(50, 5)])
        expect(await store.blocks.has(cid)).toBe(true);
    });

    test.each<[string, (chain: Chain) => (store: PostgresStore) => Promise<boolean>]>([
      [
        'by a move',
        chain =>
          ({ heads }) =>
            heads.move(matchOf(chain), matchOf(chain), headOf(chain)),
      ],
      [
        'with its last node',
        chain =>
          ({ append }) =>
            append(blocksOf(chain).slice(-1), matchOf(chain), matchOf(chain), headOf(chain)),
      ],
    ])(
      'a head that comes to lead to old blocks at the last moment saves them, %s',
      async (_how, make) => {
        const schema = newSchema();
        const [store, other] = [await open(schema), await open(schema)];
        const chain = await elsewhere(0);
        await putAll(store, blocksOf(chain));
        await store.heads.move(matchOf(chain), null, matchOf(chain));
        let moving: Promise<boolean> | null = null;
        // everything was followed when blocks are looked at, and not again unless the move is noticed
        const onProgress = ({ step }: Progress) => {
          if (step === 'matches') moving ??= make(chain)(other);
        };
        const { find } = store.library;
        Object.assign(store.library, {
          find: async (...args: Parameters<typeof find>) => {
            await moving;
            return find(...args);
          },
        });
        expect(await store.gc({ ...NOW, onProgress })).toMatchObject({ removed: 0 });
        expect(await moving).toBe(true);
        expect(unwrap(await loadNodes(store, headOf(chain)))).toEqual(nodesOf(chain));
      },
    );

    test('throws and removes nothing when a chain has a hole', async () => {
      const schema = newSchema();
      const store = await open(schema);
      const chain = await playInto(store, 0);
      await store.blocks.put(node(1).cid, node(1).bytes);
      const gone = Buffer.from(encodeCid(blocksOf(chain)[3]!.cid)).toString('hex');
      await run(schema, `DELETE FROM blocks WHERE cid = '\\x${gone}'`);
      await expect(store.gc(NOW)).rejects.toThrow('there is no block');
      expect(await store.blocks.has(node(1).cid)).toBe(true);
    });

    test('a role that may only read can count, but not remove', async () => {
      const schema = newSchema();
      const store = await open(schema);
      await putAll(store, some(1, 5));
      await run(
        schema,
        `CREATE ROLE counter LOGIN; GRANT USAGE ON SCHEMA "${schema}" TO counter;
        GRANT SELECT ON ALL TABLES IN SCHEMA "${schema}" TO counter`,
      );
      const reading = await open(schema, 'counter');
      expect(await reading.gc({ ...NOW, dryRun: true })).toMatchObject({ removed: 5 });
      await expect(reading.gc(NOW)).rejects.toThrow(PostgresAccessError);
      await reading.close();
    });

    test('stops when its signal is aborted', async () => {
      const store = await open();
      await playInto(store, 0);
      await putAll(store, some(1, 100));
      const stop = new AbortController();
      const gc = store.gc({ ...NOW, signal: stop.signal, onProgress: () => stop.abort() });
      await expect(gc).rejects.toThrow('aborted');
      expect(await store.blocks.has(node(99).cid)).toBe(true);
    });

    test.each([1, 2])(
      'removes nothing in use while several write and collect, seed %i',
      async seed => {
        const schema = newSchema();
        const luck = rngFrom(seed);
        const stores = [await open(schema), await open(schema)] as const;
        let isOver = false;
        const waste = async (): Promise<void> => {
          for (let n = 0; !isOver; n++)
            await putAll(stores[n % 2]!, some(1000 * luck(50), 1 + luck(20)));
        };
        // one who has to wait for long may find all waste at the end
        const tidy = async (): Promise<void> => {
          for (let removed = 0; !isOver || removed === 0; )
            removed += (await stores[luck(2)]!.gc(NOW)).removed;
        };
        const play = async (k: number): Promise<Chain[]> => {
          const chains: Chain[] = [];
          for (let n = k; n < (DEEP ? 400 : 48); n += 4)
            chains.push(await playInto(stores[n % 2]!, n, { isEnded: n % 3 !== 0 }));
          return chains;
        };
        const others = Promise.all([waste(), tidy()]);
        const chains = (await Promise.all([0, 1, 2, 3].map(play))).flat();
        isOver = true;
        await others;
        for (const chain of chains)
          expect(unwrap(await loadNodes(stores[0], headOf(chain)))).toEqual(nodesOf(chain));
        expect((await stores[0].check(findGame)).problems).toEqual([]);
      },
    );
  });

  test('a library that is wrong or lost is as it was after it was rebuilt', async () => {
    const schema = newSchema();
    const store = await open(schema);
    const chains: Chain[] = [];
    for (let n = 0; n < MATCHES; n++) {
      chains.push(await playInto(store, n, { isEnded: n !== 3 }));
      await store.library.list(listingFor(KITS[n % KITS.length]!, chains[n]!));
    }
    const { match } = listingFor(KITS[1]!, chains[1]!);
    await store.library.hide(match, true);
    const before = await store.library.find({});
    await run(
      schema,
      `UPDATE matches SET entries = 1, game = 'whist', result = 'open', outcome = NULL`,
    );
    expect((await store.library.find({ game: 'whist' })).listings).toHaveLength(MATCHES - 1);
    const rebuilt = await rebuild(store, findKit);
    expect(rebuilt).toMatchObject({ listed: MATCHES, removed: 0, problems: [] });
    expect(await store.library.find({})).toEqual(before);
    expect(
      (await store.library.find({ hidden: true })).listings.map(one => formatCid(one.match)),
    ).toEqual([formatCid(match)]);
    // what they are found by
    const all = {
      player: before.listings[0]!.players[0]!,
      text: before.listings[0]!.players[1]!,
      position: listingFor(KITS[0]!, chains[0]!).positions!.subarray(24, 32),
    };
    const found = async () => {
      const queries = Object.entries(all).map(([field, value]) => ({ [field]: value }));
      return Promise.all(queries.map(query => store.library.find(query)));
    };
    const expected = await found();
    expect(expected.map(({ listings }) => listings.length)).not.toContain(0);
    await run(
      schema,
      'DELETE FROM seats; DELETE FROM names; DELETE FROM words; DELETE FROM positions',
    );
    expect((await found()).map(({ listings }) => listings.length)).toEqual([0, 0, 0]);
    await rebuild(store, findKit);
    expect(await found()).toEqual(expected);
    await run(schema, 'TRUNCATE matches, names, seats, positions, traces, words');
    expect(await rebuild(store, findKit)).toMatchObject({ listed: MATCHES });
    expect((await store.library.find({})).listings).toHaveLength(MATCHES);
    expect((await store.check(findGame)).problems).toEqual([]);
  });
});
