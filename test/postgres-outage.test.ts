/** A server on PostgreSQL whose way to it is cut now and then: nothing acknowledged is lost, and play goes on by itself. */
import { cidOf, formatCid, type Json, parseCid, unwrap } from '@kifu/core';
import { verify } from '@kifu/record';
import { loadNodes } from '@kifu/record/store';
import { createPostgresStore } from '@kifu/stores/postgres';
import { describe, expect, test, vi } from 'vitest';
import { autoplay, findGame, seen, serve, until } from '../packages/server/test/serve.ts';
import { isLeftOut, newSchema, usePostgres } from '../packages/stores/test/databases.ts';
import { createProxy } from '../packages/stores/test/proxy.ts';

const OUTAGES = process.env.KIFU_DEEP === '1' ? 20 : 3;
const WAIT = { timeout: 60_000 };
const SEATS = [
  { type: 'you' as const, name: 'Ann' },
  { type: 'you' as const, name: 'Bob' },
];

describe.skipIf(isLeftOut)('outages of PostgreSQL', () => {
  const server = usePostgres();

  test('connections are cut at the question, at the answer, and for a while: nothing confirmed is lost', {
    timeout: 180_000,
  }, async () => {
    const proxy = await createProxy(server());
    const schema = newSchema();
    const store = await createPostgresStore(proxy.url(), { schema });
    const served = await serve({ stores: store, limits: { unreadyMs: 50 } });
    const clock = { type: 'absolute', mainMs: 3_600_000 } as const;
    const lives = await served.play({ game: 'backgammon', seats: SEATS, clock });
    const acked = new Map<number, string>();
    for (const live of lives) {
      await seen(live, 0);
      live.on('node', ({ replay }) => acked.set(replay.n, formatCid(replay.head)));
      autoplay(live, (legal: readonly Json[], n) => legal[(n * 31) % legal.length] ?? null);
    }
    const [ann] = lives;
    for (let outage = 0; outage < OUTAGES; outage++) {
      const { n, outcome } = ann!.replay!;
      if (outcome !== null) break;
      await until(ann!, ({ replay }) => replay!.n > n + 3 || replay!.outcome !== null);
      if (outage % 3 < 2) proxy.cutAt(outage % 3 === 0 ? 'question' : 'answer');
      else {
        proxy.refuse(true);
        proxy.cut();
      }
      await vi.waitFor(
        async () => expect((await fetch(`${served.url}/readyz`)).status).toBe(503),
        WAIT,
      );
      expect((await fetch(`${served.url}/healthz`)).status).toBe(200);
      proxy.cutAt(null);
      proxy.refuse(false);
      const after = ann!.replay!.n;
      await until(ann!, ({ replay }) => replay!.n > after || replay!.outcome !== null);
    }
    const match = unwrap(parseCid(ann!.invite!.match!));
    await served.close();
    const nodes = unwrap(await loadNodes(store, (await store.heads.get(match))!));
    const report = await verify(nodes, findGame, { signatures: 'all' });
    expect(report.fault).toBeNull();
    const kept = nodes.map(bytes => formatCid(cidOf('dag-cbor', bytes)));
    for (const [n, cid] of acked) expect(kept[n]).toBe(cid);
    await store.close();
    await proxy.close();
    process.stdout.write(`${OUTAGES} outages: ${acked.size} nodes acknowledged, 0 lost\n`);
  });
});
