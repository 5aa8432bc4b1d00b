/** A daemon as a store: a stand-in that checks what it is asked, one that misbehaves, and a real one where there is one. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { encode } from '@ipld/dag-cbor';
import { cidOf, formatCid } from '@kifu/core';
import { blockStoreContract } from '@kifu/record/contracts';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { create } from 'kubo-rpc-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignCid, node } from '../../test/blocks.ts';
import { type Heard, kuboStandIn } from '../../test/kubo-stand-in.ts';
import { type Behaviour, deadAddress, servers } from '../../test/web.ts';
import { parseDaemon } from './address.ts';
import { KuboAddressError, KuboError, KuboUnreachableError, kuboBlocks } from './index.ts';

const serve = servers();
const bytes = encode({ w: 'e2e4' });
const cid = cidOf('dag-cbor', bytes);
const id = formatCid(cid);

describe('a daemon', () => {
  const make = async () => {
    const { behave } = kuboStandIn();
    return { store: kuboBlocks({ address: await serve(behave) }), close: async () => {} };
  };
  for (const [name, check] of blockStoreContract(make)) test(name, check);

  test('gets the requests that its RPC documents', async () => {
    const standIn = kuboStandIn();
    const address = await serve(standIn.behave);
    const store = kuboBlocks({ address });
    await store.put(cid, bytes);
    await store.put({ ...cid, version: 0, codec: 'dag-pb' }, bytes);
    await store.get(cid);
    await kuboBlocks({ address, isOffline: true }).get(cid);
    await store.has(cid);
    await store.pin(cid);
    const head = expect.stringMatching(
      /^content-disposition: form-data; name="file"; filename="block"\r\ncontent-type: application\/octet-stream$/i,
    );
    const file = { head, bytes };
    const put = { mhtype: 'sha2-256', mhlen: '-1', pin: 'false' };
    expect(standIn.heard).toEqual([
      { call: 'block/put', query: { ...put, 'cid-codec': 'dag-cbor' }, file },
      { call: 'block/put', query: { ...put, 'cid-codec': 'dag-pb' }, file },
      { call: 'block/get', query: { arg: id } },
      { call: 'block/get', query: { arg: id, offline: 'true' } },
      { call: 'block/stat', query: { arg: id, offline: 'true' } },
      { call: 'pin/add', query: { arg: id, recursive: 'true' } },
    ]);
    expect([...standIn.pins]).toEqual([[id, 'recursive']]);
  });

  test('pins what names something elsewhere alone', async () => {
    const standIn = kuboStandIn();
    const store = kuboBlocks({ address: await serve(standIn.behave) });
    const linked = encode([foreignCid(cid)]);
    const from = cidOf('dag-cbor', linked);
    await store.put(from, linked);
    await expect(store.pin(from)).rejects.toThrow(BlockNotFoundError);
    await store.pin(from, { isAlone: true });
    expect([...standIn.pins]).toEqual([[formatCid(from), 'direct']]);
    const leaf = encode(1);
    const alone = cidOf('dag-cbor', leaf);
    await store.put(alone, leaf);
    await store.pin(alone);
    // what is pinned with all that hangs on it need not be pinned alone
    await store.pin(alone, { isAlone: true });
    expect(standIn.pins.get(formatCid(alone))).toBe('recursive');
  });

  test('is asked as its own client asks it, and that finds what is put here', async () => {
    const standIn = kuboStandIn();
    const address = await serve(standIn.behave);
    const client = create({ url: address });
    const put = { cidCodec: 'dag-cbor', mhtype: 'sha2-256', mhlen: -1, pin: false } as object;
    await client.block.put(bytes, put);
    await client.block.get(foreignCid(cid));
    await client.block.stat(foreignCid(cid), { offline: true } as object);
    await client.pin.add(foreignCid(cid), { recursive: true });
    const theirs = standIn.heard.splice(0);
    const store = kuboBlocks({ address });
    await store.put(cid, bytes);
    await store.get(cid);
    await store.has(cid);
    await store.pin(cid);
    // it asks for a stream of pins, which are as many as here; and the headings of parts differ in letter case
    const plain = ({ call, query: { stream: _, ...query }, file }: Heard) => [
      call,
      query,
      file?.bytes,
    ];
    expect(standIn.heard.map(plain)).toEqual(theirs.map(plain));
    const other = node(2);
    await store.put(other.cid, other.bytes);
    expect(await client.block.get(foreignCid(other.cid))).toEqual(other.bytes);
  });

  test.each<[address: string, url: string]>([
    ['http://localhost:5001', 'http://localhost:5001/api/v0/'],
    ['http://localhost:5001/', 'http://localhost:5001/api/v0/'],
    ['https://example.org/kubo/api/v0/', 'https://example.org/kubo/api/v0/'],
    ['/ip4/127.0.0.1/tcp/5001', 'http://127.0.0.1:5001/api/v0/'],
    ['/ip6/::1/tcp/5001', 'http://[::1]:5001/api/v0/'],
    ['/dns4/example.org/tcp/443/https', 'https://example.org/api/v0/'],
  ])('%s', (address, url) => expect(parseDaemon(address).href).toBe(url));

  test.each(['', 'localhost:5001', 'ftp://x', '/ip4/127.0.0.1/udp/1', 'http://a:b@c'])(
    'no address: %s',
    address => expect(() => kuboBlocks({ address })).toThrow(KuboAddressError),
  );

  test('may ask for a password', async () => {
    const standIn = kuboStandIn();
    const address = await serve((asked, reply) =>
      asked.headers.authorization === 'Bearer secret'
        ? standIn.behave(asked, reply)
        : reply.writeHead(401).end('who are you?'),
    );
    const headers = { authorization: 'Bearer secret' };
    await kuboBlocks({ address, headers }).put(cid, bytes);
    await expect(kuboBlocks({ address }).get(cid)).rejects.toThrow(/status 401: who are you\?/);
  });
});

describe('a daemon that misbehaves', () => {
  const answer =
    (status: number, body: unknown): Behaviour =>
    (_asked, reply) =>
      reply
        .writeHead(status)
        .end(typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body));
  const hang: Behaviour = () => {};
  const cut: Behaviour = (_asked, reply) => {
    reply.writeHead(200, { 'content-length': 1000 }).write('{"Key":');
    setImmediate(() => reply.destroy());
  };
  const flood: Behaviour = (_asked, reply) => {
    const more = () => {
      if (!reply.destroyed && reply.write(Buffer.alloc(1 << 16))) setImmediate(more);
    };
    reply.on('drain', more);
    more();
  };
  const error = { Message: 'pin: lock is held\u0007', Code: 0, Type: 'error' };
  const away: Behaviour = (_asked, reply) => reply.writeHead(302, { location: '/elsewhere' }).end();
  const other = formatCid(node(2).cid);
  type Wrong = new (...args: never[]) => Error;

  test.each<[what: string, behave: Behaviour, put: Wrong, get: Wrong, has: Wrong | boolean]>([
    ['says no', answer(500, error), KuboError, KuboError, KuboError],
    ['says so in a page', answer(502, '<html>'), KuboError, KuboError, KuboError],
    ['is something else', answer(404, '404 page not found'), KuboError, KuboError, KuboError],
    ['names another block', answer(200, { Key: other }), KuboError, BlockCorruptError, KuboError],
    ['names none', answer(200, { Key: 7 }), KuboError, BlockCorruptError, KuboError],
    ['names rubbish', answer(200, { Key: 'x' }), KuboError, BlockCorruptError, KuboError],
    ['says nothing', answer(200, ''), KuboError, BlockCorruptError, KuboError],
    ['says no JSON', answer(200, '{"Key":'), KuboError, BlockCorruptError, KuboError],
    ['gives other bytes', answer(200, node(2).bytes), KuboError, BlockCorruptError, KuboError],
    ['sends us away', away, KuboUnreachableError, KuboUnreachableError, KuboUnreachableError],
    ['is cut off', cut, KuboUnreachableError, KuboUnreachableError, KuboUnreachableError],
    ['never ends', flood, KuboUnreachableError, KuboUnreachableError, KuboUnreachableError],
    ['hangs', hang, KuboUnreachableError, BlockNotFoundError, KuboUnreachableError],
    [
      'gives up itself',
      answer(500, { ...error, Message: 'context deadline exceeded' }),
      KuboError,
      BlockNotFoundError,
      false,
    ],
  ])('%s', async (_what, behave, put, get, has) => {
    const limits = behave === hang ? { timeoutMs: 300 } : {};
    const store = kuboBlocks({ address: await serve(behave), ...limits });
    await expect(store.put(cid, bytes)).rejects.toThrow(put);
    await expect(store.get(cid)).rejects.toThrow(get);
    if (typeof has === 'boolean') expect(await store.has(cid)).toBe(has);
    else await expect(store.has(cid)).rejects.toThrow(has);
    await expect(store.pin(cid)).rejects.toThrow(Error);
  });

  test('is not there', async () => {
    const store = kuboBlocks({ address: await deadAddress() });
    await expect(store.get(cid)).rejects.toThrow(KuboUnreachableError);
    await expect(store.get(cid)).rejects.toThrow(
      /127\.0\.0\.1:\d+ is not responding: connect ECONNREFUSED/,
    );
  });

  test('pins something else', async () => {
    for (const Pins of [[other], [], 'all', undefined]) {
      const store = kuboBlocks({ address: await serve(answer(200, { Pins })) });
      await expect(store.pin(cid)).rejects.toThrow(/did not pin/);
    }
  });

  test('is not waited for after the caller gave up', async () => {
    const giving = new AbortController();
    const address = await serve(() => giving.abort(new Error('enough')));
    const got = kuboBlocks({ address }).get(cid, { signal: giving.signal });
    await expect(got).rejects.toThrow('enough');
  });
});

/** Kubo's own program, if it is installed. */
const ipfs = (() => {
  try {
    return execFileSync('ipfs', ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return null;
  }
})();

describe.skipIf(ipfs === null)(
  ipfs ?? 'a real daemon: there is no command ipfs on the PATH',
  () => {
    let folder: string;
    const envOf = () => ({ ...process.env, IPFS_PATH: folder });
    const run = (...args: string[]) =>
      execFileSync('ipfs', args, { env: envOf(), encoding: 'utf8' });
    let daemon: ReturnType<typeof spawn> | undefined;
    let address = '';
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kifu-kubo-'));
      run('init', '--profile=test');
      run('config', 'Addresses.API', '/ip4/127.0.0.1/tcp/0');
      run('config', '--json', 'Addresses.Gateway', '[]');
      daemon = spawn('ipfs', ['daemon', '--offline'], { env: envOf(), stdio: 'ignore' });
      for (let i = 0; address === '' && i < 200; i++) {
        await setTimeout(100);
        try {
          address = readFileSync(join(folder, 'api'), 'utf8').trim();
        } catch {}
      }
    });
    afterAll(async () => {
      daemon?.kill('SIGTERM');
      if (daemon !== undefined && daemon.exitCode === null) await once(daemon, 'exit');
      rmSync(folder, { recursive: true, force: true });
    });

    test('takes, gives and pins blocks', async () => {
      const store = kuboBlocks({ address });
      expect(await store.has(cid)).toBe(false);
      await expect(store.get(cid)).rejects.toThrow(BlockNotFoundError);
      await store.put(cid, bytes);
      expect(await store.has(cid)).toBe(true);
      expect(await store.get(cid)).toEqual(bytes);
      await store.pin(cid);
      expect(run('pin', 'ls', '--type=recursive', '-q')).toContain(id);
    });
  },
);
