/** Three nodes on loopback: one relays for the others, within its budget, and they connect directly where they can. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Libp2p, Stream } from '@libp2p/interface';
import { multiaddr } from '@multiformats/multiaddr';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBans } from './bans.ts';
import { type NodeDatastore, openDatastore } from './datastore.ts';
import { createNode, type NodeOptions, type PeerNode } from './node.ts';

let folder: string;
let running: { libp2p: Libp2p; datastore: NodeDatastore }[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kifu-relay-'));
  running = [];
});
afterEach(async () => {
  for (const { libp2p, datastore } of running.reverse()) {
    await libp2p.stop();
    datastore.close();
  }
  rmSync(folder, { recursive: true });
});

const LIMITS = { peers: 10, bytesPerPeer: 1 << 20, bytesInAll: 1 << 24, connectionMs: 60_000 };
const LOOPBACK = '/ip4/127.0.0.1/tcp/0';
const ECHO = '/test/echo/1';

async function start(number: number, change: Partial<NodeOptions>): Promise<PeerNode> {
  const datastore = openDatastore(join(folder, `${number}.sqlite`));
  const node = await createNode({
    ...{ secret: new Uint8Array(32).fill(number), listen: [LOOPBACK], announce: [], datastore },
    ...{ bans: createBans(Date.now), relay: null, isAnnouncedLocally: false },
    network: `relay-${process.pid}`,
    ...change,
  });
  await node.libp2p.start();
  running.push({ libp2p: node.libp2p, datastore });
  return node;
}

/** Waits for something that the nodes bring about. */
async function until<T>(look: () => T | Promise<T>): Promise<NonNullable<T>> {
  for (const end = Date.now() + 60_000; ; ) {
    const found = await look();
    if (found) return found;
    if (Date.now() > end) throw new Error('in vain');
    await delay(20);
  }
}

/** A relay, one who is reached through it alone, and the way there. */
async function behindRelay(limits: Partial<typeof LIMITS>, change: Partial<NodeOptions> = {}) {
  const relay = await start(1, { relay: { ...LIMITS, ...limits } });
  const hidden = await start(2, { listen: ['/p2p-circuit'], ...change });
  await hidden.libp2p.handle(ECHO, stream => stream.addEventListener('message', () => {}), {
    runOnLimitedConnection: true,
  });
  await hidden.libp2p.dial(relay.libp2p.getMultiaddrs()[0]!);
  const way = await until(() =>
    hidden.libp2p.getMultiaddrs().find(address => `${address}`.includes('/p2p-circuit')),
  );
  return { relay, hidden, way: multiaddr(`${way}`) };
}

/** Sends until this many bytes have gone or the stream is cut; returns how many went. */
async function pour(stream: Stream, bytes: number): Promise<number> {
  const chunk = new Uint8Array(1 << 14);
  let gone = 0;
  for (; gone < bytes && stream.status === 'open'; gone += chunk.length) {
    if (!stream.send(chunk)) await stream.onDrain().catch(() => {});
    await delay(0);
  }
  return gone;
}

test('a connection that has used up its bytes is cut, and its nodes are refused for the hour', async () => {
  const { relay, way } = await behindRelay({ bytesPerPeer: 256 << 10 });
  const caller = await start(3, { listen: [] });
  const stream = await caller.libp2p.dialProtocol(way, ECHO);
  const gone = await pour(stream, 4 << 20);
  expect(gone).toBeLessThan(4 << 20);
  expect(relay.relayed!.bytes).toBeGreaterThanOrEqual(256 << 10);
  expect(relay.relayed!.bytes).toBeLessThan(1 << 20);
  const other = await start(4, { listen: [] });
  await expect(other.libp2p.dial(way, { signal: AbortSignal.timeout(10_000) })).rejects.toThrow();
});

test('what goes through in all is bounded too', async () => {
  const { way } = await behindRelay({ bytesInAll: 128 << 10 });
  const caller = await start(3, { listen: [] });
  const stream = await caller.libp2p.dialProtocol(way, ECHO);
  expect(await pour(stream, 4 << 20)).toBeLessThan(4 << 20);
  const other = await start(4, { listen: [] });
  await expect(other.libp2p.dial(way, { signal: AbortSignal.timeout(10_000) })).rejects.toThrow();
});

test('a connection whose time is over is cut, and its ends may connect again', async () => {
  const { hidden, way } = await behindRelay({ connectionMs: 1000 });
  const caller = await start(3, { listen: [] });
  const relayed = () => caller.libp2p.getConnections(hidden.libp2p.peerId);
  await caller.libp2p.dial(way);
  expect(relayed()).toHaveLength(1);
  await until(() => relayed().length === 0);
  await caller.libp2p.dial(way);
  expect(relayed()).toHaveLength(1);
});

test('a relayed connection becomes a direct one where one of the two can be reached', async () => {
  const { hidden, way } = await behindRelay({});
  // on loopback nothing is public but a name
  const port = await freePort();
  const caller = await start(3, {
    listen: [`/ip4/127.0.0.1/tcp/${port}`],
    announce: [`/dns4/localhost/tcp/${port}`],
  });
  await caller.libp2p.dial(way);
  const direct = await until(() =>
    hidden.libp2p
      .getConnections(caller.libp2p.peerId)
      .find(({ remoteAddr }) => !`${remoteAddr}`.includes('/p2p-circuit')),
  );
  expect(direct.limits).toBeUndefined();
  const { protocols } = await hidden.libp2p.peerStore.get(caller.libp2p.peerId);
  expect(protocols).toEqual(expect.arrayContaining(['/libp2p/autonat/1.0.0', '/libp2p/dcutr']));
});

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise(resolve => server.close(resolve));
  return port;
}
