/** Several processes with one database: each head moves once at a time, a process learns that it lost a lease, and all learn of moved heads. */
import { type Cid, formatCid, isSameCid } from '@kifu/core';
import { type HeadEvent, LeaseLostError } from '@kifu/record/store';
import { describe, expect, test, vi } from 'vitest';
import { node } from '../../test/blocks.ts';
import { command, isLeftOut, newSchema, usePostgres } from '../../test/databases.ts';
import { createProxy } from '../../test/proxy.ts';
import { recordTable } from '../../test/record-tables.ts';
import { recorders } from '../../test/recorders.ts';
import { matchOf } from '../../test/short-matches.ts';
import { createPostgresStore, PostgresConnectionError } from './index.ts';

const MOVES = process.env.KIFU_DEEP === '1' ? 400 : 40;

describe.skipIf(isLeftOut)('several processes', () => {
  const server = usePostgres();
  const start = recorders(new URL('../../test/postgres-rival.ts', import.meta.url));
  const open = (schema: string, url = server().url()) => createPostgresStore(url, { schema });

  test.each([
    ['without leases', []],
    ['with leases', ['lease']],
  ])('rivals %s make one history', async (_name, how) => {
    const schema = newSchema();
    // they make the tables at the same moment, too
    const rivals = ['0', '1', '2'].map(number =>
      start(server().url(), schema, number, `${MOVES}`, ...how),
    );
    await Promise.all(rivals.map(({ closed }) => closed));
    const followers = new Map<string, string>();
    let lost = 0;
    for (const line of rivals.flatMap(({ lines }) => lines)) {
      const [head, from, to] = line.split(' ') as [string, string, string];
      if (head === 'lost') lost += Number(from);
      else {
        expect(followers.has(`${head} ${from}`)).toBe(false);
        followers.set(`${head} ${from}`, to);
      }
    }
    expect(followers.size).toBe(3 * 4 * MOVES);
    if (how.length > 0) expect(lost).toBeGreaterThan(0);
    const store = await open(schema);
    for (let head = 0; head < 4; head++) {
      let last = 'null';
      while (followers.has(`${head} ${last}`)) last = followers.get(`${head} ${last}`)!;
      expect(formatCid((await store.heads.get(node(head).cid))!)).toBe(last);
    }
    await store.close();
  });

  test('a match goes over to another process, and the first can no longer append', async () => {
    const schema = newSchema();
    const [one, other] = await Promise.all([open(schema), open(schema)]);
    const match = matchOf(0, 0);
    const first = await one.leases.take(match, 'one', 60_000);
    const heard: number[] = [];
    const takeOver = async () => {
      await one.leases.release(match, first.fence!);
      return other.leases.take(match, 'other', 60_000);
    };
    let taking = null as ReturnType<typeof takeOver> | null;
    const recording = recordTable(
      one,
      0,
      async (_round, n) => {
        heard.push(n);
        if (n === 4) taking = takeOver();
        // moves continue meanwhile, and the match does not end before
        if (n === 8) await taking;
      },
      { fence: first.fence! },
    ).catch((error: unknown) => error);
    expect(await recording).toBeInstanceOf(LeaseLostError);
    const second = (await taking)!;
    const seen: number[] = [];
    await recordTable(other, 0, (_round, n) => void seen.push(n), { fence: second.fence! });
    // one history: the other process continues from the acknowledged node
    expect([heard.at(-1), heard.at(-1)! + 1]).toContain(seen[0]);
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, i) => seen[0]! + i));
    await one.close();
    await other.close();
  });

  test('a process that lost a lease cannot write into the vault either', async () => {
    const schema = newSchema();
    const [one, other] = await Promise.all([open(schema), open(schema)]);
    const lease = node(0).cid;
    const first = await one.leases.take(lease, 'one', 0);
    const by = { lease, fence: first.fence! };
    await one.vault.put('room', 'x', 1, by);
    const second = await other.leases.take(lease, 'other', 60_000);
    expect(second.before).toBe('one');
    // in one statement with others, which are written
    const [late, , removed] = await Promise.allSettled([
      one.vault.put('room', 'x', 2, by),
      one.vault.put('room', 'y', 2),
      one.vault.remove('room', 'z', by),
    ]);
    for (const lost of [late, removed])
      expect(lost).toMatchObject({ reason: expect.any(LeaseLostError) });
    expect(await other.vault.get('room', 'x')).toBe(1);
    expect(await other.vault.get('room', 'y')).toBe(2);
    await other.vault.put('room', 'x', 3, { lease, fence: second.fence! });
    expect(await one.vault.get('room', 'x')).toBe(3);
    await other.vault.remove('room', 'x', { lease, fence: second.fence! });
    expect(await one.vault.names('room')).toEqual(['y']);
    await one.close();
    await other.close();
  });

  test('many appends at once of several stores lose none', async () => {
    const schema = newSchema();
    const stores = await Promise.all([1, 2, 3].map(() => open(schema)));
    const blocks = Array.from({ length: 300 }, (_, n) => node(5000 + n));
    // the same blocks in another order each, with heads that all of them want
    const counts = await Promise.all(
      stores.map(async (store, s) => {
        const mine = blocks.map((_, i) => blocks[(i * 7 + s * 100) % blocks.length]!);
        const moved = await Promise.all(
          mine.map(block => store.append([block, blocks[0]!], block.cid, null, block.cid)),
        );
        return moved.filter(Boolean).length;
      }),
    );
    expect(counts.reduce((sum, n) => sum + n)).toBe(blocks.length);
    for (const { cid, bytes } of blocks) expect(await stores[0]!.blocks.get(cid)).toEqual(bytes);
    await Promise.all(stores.map(store => store.close()));
  });

  describe('heads are watched', () => {
    /** Events, and a way to wait for them. */
    function listener() {
      const told: HeadEvent[] = [];
      let wake = () => {};
      return {
        told,
        tell(news: HeadEvent) {
          told.push(news);
          wake();
        },
        async until(isEnough: () => boolean) {
          while (!isEnough())
            await new Promise<void>(done => {
              wake = done;
            });
        },
      };
    }
    const isOf = (match: Cid) => (news: HeadEvent) =>
      news.type === 'moved' && isSameCid(news.match, match);

    test('of one match or of all, in all processes, until told to stop', async () => {
      const schema = newSchema();
      const [one, other, elsewhere] = await Promise.all([
        open(schema),
        open(schema),
        open(newSchema()),
      ]);
      const [a, b] = [node(1).cid, node(2).cid];
      const [mine, all, strange] = [listener(), listener(), listener()];
      const stopping = new AbortController();
      await one.heads.watch(a, mine.tell);
      await one.heads.watch(null, all.tell, { signal: stopping.signal });
      await elsewhere.heads.watch(null, strange.tell);
      await other.append([node(2)], b, null, b);
      await other.append([node(1)], a, null, a);
      await one.heads.move(a, a, b);
      await one.heads.move(a, a, b); // not from there
      // more than fit into one notice
      const many = Array.from({ length: 400 }, (_, n) => node(100 + n));
      await Promise.all(many.map(block => other.append([block], block.cid, null, block.cid)));
      await all.until(() => all.told.length >= 403);
      expect(all.told.filter(isOf(a))).toHaveLength(2);
      expect(all.told.filter(isOf(b))).toHaveLength(1);
      for (const { cid } of many) expect(all.told.filter(isOf(cid))).toHaveLength(1);
      await mine.until(() => mine.told.length === 2);
      expect(mine.told.every(isOf(a))).toBe(true);
      stopping.abort();
      await other.heads.move(a, b, a);
      await mine.until(() => mine.told.length === 3);
      expect(all.told).toHaveLength(403);
      expect(strange.told).toEqual([]);
      for (const store of [one, other, elsewhere]) await store.close();
    });

    test('also after a cut, with notice of a gap', async () => {
      const schema = newSchema();
      const proxy = await createProxy(server());
      const watching = await open(schema, proxy.url());
      const writing = await open(schema);
      const heard = listener();
      const a = node(1).cid;
      await watching.heads.watch(a, heard.tell);
      await writing.append([node(1)], a, null, a);
      await heard.until(() => heard.told.length === 1);
      proxy.refuse(true);
      proxy.cut();
      await writing.heads.move(a, a, node(2).cid);
      // as soon as the cut is noticed, a new watcher is refused
      await vi.waitFor(
        () => expect(watching.heads.watch(null, () => {})).rejects.toThrow(PostgresConnectionError),
        { timeout: 20_000 },
      );
      proxy.refuse(false);
      await heard.until(() => heard.told.length >= 2);
      expect(heard.told[1]).toEqual({ type: 'gap' });
      expect(await watching.heads.get(a)).toEqual(node(2).cid);
      await writing.heads.move(a, node(2).cid, a);
      await heard.until(() => heard.told.length >= 3);
      expect(heard.told.slice(1)).toEqual([{ type: 'gap' }, { type: 'moved', match: a }]);
      await watching.close();
      await writing.close();
      await proxy.close();
    });

    test('ignores notices on the channel that are not heads', async () => {
      const schema = newSchema();
      const store = await open(schema);
      const heard = listener();
      await store.heads.watch(null, heard.tell);
      const [{ oid }] = (await command(
        server(),
        `SELECT oid FROM pg_namespace WHERE nspname = '${schema}'`,
      )) as [{ oid: number }];
      const good = Buffer.from('01711220', 'hex');
      for (const payload of [
        '',
        ' ',
        'garbage',
        '\u{1F600}',
        good.toString('base64'),
        'A'.repeat(7999),
      ])
        await command(server(), `SELECT pg_notify('kifu_heads_${oid}', '${payload}')`);
      const { cid } = node(7);
      await store.append([node(7)], cid, null, cid);
      await heard.until(() => heard.told.length > 0);
      expect(heard.told).toEqual([{ type: 'moved', match: cid }]);
      await store.close();
    });
  });
});
