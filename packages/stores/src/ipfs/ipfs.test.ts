/** IPFS nodes on loopback, in this process and in others: they keep the contract, exchange blocks, and always end. */
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import { withLibp2pLight } from '@helia/libp2p';
import { type Cid, cidOf, decodeCid, formatCid, parseCid, unwrap } from '@kifu/core';
import { blockStoreContract } from '@kifu/record/contracts';
import { BlockCorruptError, BlockNotFoundError, type BlockStore } from '@kifu/record/store';
import { identify } from '@libp2p/identify';
import { noise } from '@libp2p/noise';
import { tcp } from '@libp2p/tcp';
import { yamux } from '@libp2p/yamux';
import { createHeliaLight } from 'helia';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignCid, node } from '../../test/blocks.ts';
import { tempPaths } from '../../test/files.ts';
import { hear, kill, recorders } from '../../test/recorders.ts';
import { memoryBlocks } from '../memory/index.ts';
import { createSqliteStore } from '../sqlite/index.ts';
import { toBlockstore } from './blockstore.ts';
import {
  createIpfsStore,
  IpfsAddressError,
  IpfsClosedError,
  IpfsNetworkError,
  type IpfsOptions,
  type IpfsStore,
  joinIpfs,
} from './index.ts';

const file = tempPaths('.sqlite');
const start = recorders(new URL('../../test/ipfs-peer.ts', import.meta.url));
const open: IpfsStore[] = [];
afterAll(() => Promise.all(open.map(store => store.close())));

/** A node that is closed when the tests are done. */
async function run(options: Partial<IpfsOptions> = {}): Promise<IpfsStore> {
  const store = await createIpfsStore({ blocks: memoryBlocks(), ...options });
  open.push(store);
  return store;
}

/** Two nodes, the second of which knows the first. */
async function pair(first: BlockStore, timeoutMs: number): Promise<[IpfsStore, IpfsStore]> {
  const one = await run({ blocks: first });
  const other = await run({ listen: [], timeoutMs });
  await other.connect(one.addresses[0]!);
  return [one, other];
}

describe('blocks in memory', () => {
  const make = async () => {
    const store = await createIpfsStore({ blocks: memoryBlocks(), listen: [] });
    return { store: store.blocks, close: () => store.close() };
  };
  for (const [name, check] of blockStoreContract(make)) test(name, check);
});

test('stores blocks exactly as the store below does', async () => {
  const path = file();
  const { cid, bytes } = node(1);
  const kept = await createSqliteStore(path);
  const store = await run({ blocks: kept.blocks, listen: [] });
  await store.blocks.put(cid, bytes);
  await store.close();
  await kept.close();
  const again = await createSqliteStore(path);
  expect(await again.blocks.get(cid)).toEqual(bytes);
  await again.close();
});

describe('another process', () => {
  test('gives a chain of blocks, which are then kept here', async () => {
    const peer = start(file(), '20', 'stay');
    await hear(2, peer);
    const [address, head] = peer.lines as [string, string];
    const kept = memoryBlocks();
    const store = await run({ blocks: kept, listen: [] });
    await store.connect(address);
    let count = 0;
    for (let at: Cid | null = unwrap(parseCid(head)); at !== null; count++) {
      const bytes: Uint8Array = await store.blocks.get(at);
      expect(await kept.get(at)).toEqual(bytes);
      at = bytes.length === 1 ? null : unwrap(decodeCid(bytes.subarray(1)));
    }
    expect(count).toBe(20);
    await kill(peer);
  });

  test('that is killed is no longer asked', async () => {
    const peer = start(file(), '1', 'stay');
    await hear(2, peer);
    const store = await run({ listen: [], timeoutMs: 300 });
    await store.connect(peer.lines[0]!);
    await kill(peer);
    await expect(store.blocks.get(node(1).cid)).rejects.toThrow(BlockNotFoundError);
    await expect(store.connect(peer.lines[0]!)).rejects.toThrow(IpfsNetworkError);
  });

  test('ends on its own once its node is closed, and has printed nothing else', async () => {
    const program = new URL('../../test/ipfs-peer.ts', import.meta.url).pathname;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=source', program, file(), '3', 'leave'],
      { encoding: 'utf8' },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/\w+\nbafyrei\w+\nclosed\n$/);
  });
});

test('a libp2p node of the caller gives and takes blocks, and runs on after the exchange is closed', async () => {
  const helia = withLibp2pLight(createHeliaLight(), {
    addresses: { listen: ['/ip4/127.0.0.1/tcp/0'] },
    transports: [tcp()],
    connectionEncrypters: [noise()],
    streamMuxers: [yamux()],
    services: { identify: identify() },
  });
  await helia.start();
  const kept = memoryBlocks();
  const exchange = await joinIpfs(helia.libp2p as never, kept, { timeoutMs: 20_000 });
  const other = await run({ listen: [] });
  await other.connect(`${helia.libp2p.getMultiaddrs()[0]}`);
  const [one, two] = [node(1), node(2)];
  await kept.put(one.cid, one.bytes);
  expect(await other.blocks.get(one.cid)).toEqual(one.bytes);
  await other.blocks.put(two.cid, two.bytes);
  expect(await exchange.blocks.get(two.cid)).toEqual(two.bytes);
  expect(await kept.get(two.cid)).toEqual(two.bytes);
  await exchange.close();
  expect(helia.libp2p.status).toBe('started');
  await expect(exchange.blocks.get(one.cid)).rejects.toThrow(IpfsClosedError);
  await helia.stop();
});

describe('a block that no peer has', () => {
  let [one, other] = [] as unknown as [IpfsStore, IpfsStore];
  beforeAll(async () => {
    [one, other] = await pair(memoryBlocks(), 200);
  });

  test('ends with an error that names the block and the time', async () => {
    const error = await other.blocks.get(node(1).cid).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(BlockNotFoundError);
    expect((error as BlockNotFoundError).cid).toEqual(node(1).cid);
    expect((error as Error).cause).toMatchObject({
      name: 'IpfsNetworkError',
      message: 'no peer returned it within 200 ms',
    });
  });

  test('is given as soon as it is there', async () => {
    const patient = await run({ listen: [], timeoutMs: 20_000 });
    await patient.connect(one.addresses[0]!);
    const { cid, bytes } = node(2);
    const got = patient.blocks.get(cid);
    await expect(other.blocks.get(cid)).rejects.toThrow(BlockNotFoundError);
    await one.blocks.put(cid, bytes);
    expect(await got).toEqual(bytes);
  });

  test('is waited for no longer than asked', async () => {
    const patient = await run({ listen: [], timeoutMs: 60_000 });
    await patient.connect(one.addresses[0]!);
    const giving = new AbortController();
    const got = patient.blocks.get(node(3).cid, { signal: giving.signal });
    giving.abort(new Error('enough'));
    await expect(got).rejects.toThrow('enough');
  });

  test('is not waited for when no peer is connected', async () => {
    const alone = await run({ listen: [], timeoutMs: 3_600_000 });
    await expect(alone.blocks.get(node(1).cid)).rejects.toMatchObject({
      name: 'BlockNotFoundError',
      cause: { message: 'no peer is connected' },
    });
  });
});

describe('a peer that is not to be trusted', () => {
  const { cid, bytes } = node(1);
  test.each<[what: string, get: BlockStore['get']]>([
    ['gives other bytes', async () => node(2).bytes],
    ['gives a part', async () => bytes.subarray(1)],
    ['gives nothing', async () => new Uint8Array(0)],
    [
      'has a damaged block',
      async () => {
        throw new BlockCorruptError(cid);
      },
    ],
    [
      'fails',
      async () => {
        throw new Error('the disk is broken');
      },
    ],
  ])('%s: nothing is taken for the block', async (_what, get) => {
    const [, other] = await pair({ get, has: async () => true, put: async () => {} }, 300);
    await expect(other.blocks.get(cid)).rejects.toThrow(BlockNotFoundError);
    for (const n of [1, 2]) expect(await other.blocks.has(node(n).cid)).toBe(false);
  });
});

describe('a private node', () => {
  test('listens on loopback alone, and announces nothing', async () => {
    const store = await run();
    expect(store.addresses).toHaveLength(1);
    expect(store.addresses[0]).toMatch(/^\/ip4\/127\.0\.0\.1\/tcp\/\d+\/p2p\/12D3KooW\w+$/);
    await expect(store.announce(node(1).cid)).rejects.toThrow(IpfsNetworkError);
    expect((await run({ listen: [] })).addresses).toEqual([]);
  });

  test('is the same peer with the same secret', async () => {
    const idOf = async (fill: number) => {
      const store = await run({ secret: new Uint8Array(32).fill(fill) });
      return store.addresses[0]!.split('/').at(-1);
    };
    expect(await idOf(1)).toBe(await idOf(1));
    expect(await idOf(1)).not.toBe(await idOf(2));
  });

  test.each(['', 'localhost:4001', '/ip4/127.0.0.1/tcp/99999', '/ip4/1', 'x'.repeat(300)])(
    'recognizes invalid addresses: %s',
    async address => {
      const store = await run({ listen: [] });
      await expect(store.connect(address)).rejects.toSatisfy(
        error => error instanceof IpfsAddressError || error instanceof IpfsNetworkError,
      );
    },
  );

  test('refuses to connect to a port where nothing listens, or to a server that is not a peer', async () => {
    const store = await run({ listen: [], timeoutMs: 500 });
    const server = createServer(socket =>
      socket.on('error', () => {}).write('SSH-2.0-rubbish\r\n'),
    );
    server.on('connection', socket => socket.on('data', () => socket.destroy()));
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as { port: number };
    await expect(store.connect(`/ip4/127.0.0.1/tcp/${port}`)).rejects.toThrow(IpfsNetworkError);
    // and it cannot listen at a port that is taken
    await expect(run({ listen: [`/ip4/127.0.0.1/tcp/${port}`] })).rejects.toThrow(IpfsNetworkError);
    await new Promise(closed => server.close(closed));
    await expect(store.connect(`/ip4/127.0.0.1/tcp/${port}`)).rejects.toThrow(IpfsNetworkError);
    await expect(run({ listen: ['here'] })).rejects.toThrow(IpfsAddressError);
  });
});

test('closing ends what is waited for, and is done once', async () => {
  const [, other] = await pair(memoryBlocks(), 60_000);
  const waiting = other.blocks.get(node(1).cid);
  waiting.catch(() => {});
  await Promise.all([other.close(), other.close()]);
  await expect(waiting).rejects.toThrow(IpfsClosedError);
  const { cid, bytes } = node(1);
  for (const call of [
    () => other.blocks.get(cid),
    () => other.blocks.put(cid, bytes),
    () => other.blocks.has(cid),
    () => other.connect('/ip4/127.0.0.1/tcp/1'),
    () => other.announce(cid),
  ])
    await expect(call()).rejects.toThrow(IpfsClosedError);
});

test('the blockstore of the node: ids of other kinds, several at once, nothing deleted', async () => {
  const store = toBlockstore(memoryBlocks());
  const pairs = [node(1), node(2)].map(({ cid, bytes }) => ({ cid: foreignCid(cid), bytes }));
  const put: string[] = [];
  for await (const cid of store.putMany(pairs)) put.push(cid.toString());
  expect(put).toEqual([node(1), node(2)].map(({ cid }) => formatCid(cid)));
  for await (const { cid, bytes } of store.getMany(pairs.map(({ cid }) => cid))) {
    const { value } = await bytes.next();
    expect(cid.toString()).toBe(formatCid(cidOf('dag-cbor', value as Uint8Array)));
  }
  const { CID } = await import('multiformats/cid');
  const { create } = await import('multiformats/hashes/digest');
  const identity = CID.createV1(0x55, create(0, Uint8Array.of(1, 2)));
  expect(await store.has(identity)).toBe(false);
  await expect(store.get(identity).next()).rejects.toMatchObject({ name: 'NotFoundError' });
  await expect(store.delete(pairs[0]!.cid)).rejects.toThrow('never deleted');
  await expect(
    (async () => {
      for await (const _ of store.getAll());
    })(),
  ).rejects.toThrow();
  await expect(
    (async () => {
      for await (const _ of store.deleteMany([]));
    })(),
  ).rejects.toThrow();
});
