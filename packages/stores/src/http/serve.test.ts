/** A gateway that is served: forms, headers, parts, refusals, limits; and no request makes it fall. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { encode } from '@ipld/dag-cbor';
import { type Cid, cidOf, formatCid, unwrap } from '@kifu/core';
import { readCar } from '@kifu/record/car';
import { BlockCorruptError } from '@kifu/record/store';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignCid, node } from '../../test/blocks.ts';
import { memoryBlocks } from '../memory/index.ts';
import { createGateway, type GatewayServer, gatewayHandler } from './index.ts';

const blocks = memoryBlocks();
const leaf = node(1);
/** Two links to the leaf and one to what has another, in a tree of lists and maps. */
const inner = blockOf({ to: foreignCid(leaf.cid) });
const root = blockOf({ a: [1.5, 'text', foreignCid(inner.cid)], b: { c: foreignCid(leaf.cid) } });
const orphan = blockOf([foreignCid(node(9).cid)]);
let gateway: GatewayServer;
beforeAll(async () => {
  for (const { cid, bytes } of [leaf, inner, root, orphan]) await blocks.put(cid, bytes);
  gateway = await createGateway(blocks);
});
afterAll(() => gateway.close());

function blockOf(value: unknown): { cid: Cid; bytes: Uint8Array } {
  const bytes = encode(value);
  return { cid: cidOf('dag-cbor', bytes), bytes };
}

/** Asks by a socket, with the path as it is written: `fetch` would tidy it up. */
const ask = (
  path: string,
  headers: { [name: string]: string } = {},
  method = 'GET',
): Promise<{ status: number; headers: { [name: string]: unknown }; body: Buffer }> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(gateway.address);
    request({ hostname, port, path, method, headers }, async reply => {
      const chunks: Buffer[] = [];
      for await (const chunk of reply) chunks.push(chunk as Buffer);
      const { statusCode = 0, headers } = reply;
      resolve({ status: statusCode, headers, body: Buffer.concat(chunks) });
    })
      .on('error', reject)
      .end();
  });
const pathOf = ({ cid }: { cid: Cid }, query = '') => `/ipfs/${formatCid(cid)}${query}`;
const RAW = 'application/vnd.ipld.raw';
const CAR = 'application/vnd.ipld.car';

describe('gives', () => {
  test('a block', async () => {
    const { status, headers, body } = await ask(pathOf(root, '?format=raw'));
    expect(status).toBe(200);
    expect(new Uint8Array(body)).toEqual(root.bytes);
    expect(headers).toMatchObject({
      'content-type': RAW,
      'content-length': `${root.bytes.length}`,
      etag: `"${formatCid(root.cid)}.raw"`,
      'cache-control': 'public, max-age=29030400, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      vary: 'accept',
    });
  });

  test('a CAR: depth first, each block once', async () => {
    const { headers, body } = await ask(pathOf(root, '?format=car'));
    expect(headers['content-type']).toBe(`${CAR}; version=1; order=dfs; dups=n`);
    const { roots, blocks } = unwrap(readCar(body));
    expect(roots).toEqual([root.cid]);
    expect(blocks.map(({ cid }) => cid)).toEqual([root.cid, inner.cid, leaf.cid]);
  });

  test.each(['block', 'entity'])('a CAR of one block: dag-scope=%s', async scope => {
    const { headers, body } = await ask(pathOf(root, `?format=car&dag-scope=${scope}`));
    expect(unwrap(readCar(body)).blocks).toHaveLength(1);
    expect(headers.etag).toBe(`"${formatCid(root.cid)}.car.block"`);
  });

  test('blocks by ids in other spellings', async () => {
    const upper = formatCid(leaf.cid).toUpperCase();
    expect((await ask(`/ipfs/${upper}?format=raw`)).status).toBe(200);
    expect((await ask(`/ipfs/${formatCid(leaf.cid)}/?format=raw`)).status).toBe(200);
  });

  test.each<[accept: string, status: number, type: string]>([
    [RAW, 200, 'raw'],
    [CAR, 200, 'car'],
    [`${CAR};version=1;order=dfs;dups=y`, 200, 'car'],
    [`text/html, ${RAW};q=0.5, ${CAR};q=0.9`, 200, 'car'],
    [`${RAW};q=0, ${CAR}`, 200, 'car'],
    [`${CAR}; version=2, ${RAW};q=0.1`, 200, 'raw'],
    [`${CAR};version=2`, 406, 'text/plain'],
    [`${RAW};q=0`, 406, 'text/plain'],
    ['text/html,*/*', 406, 'text/plain'],
    ['', 406, 'text/plain'],
    [',;,=;q=,'.repeat(100), 406, 'text/plain'],
  ])('what the client accepts: %s', async (accept, status, type) => {
    const answer = await ask(pathOf(leaf), { accept });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toContain(type);
  });

  test('what the query asks for, even if the client accepts something else', async () => {
    const { headers } = await ask(pathOf(leaf, '?format=car'), { accept: RAW });
    expect(headers['content-type']).toContain(CAR);
  });
});

describe('refusals', () => {
  const id = formatCid(leaf.cid);
  test.each<[path: string, status: number]>([
    ['/', 400],
    ['/ipfs', 400],
    ['/ipfs/', 400],
    ['/ipfs//', 400],
    ['/ipns/example.org?format=raw', 400],
    ['/ipfs/rubbish?format=raw', 400],
    [`/ipfs/${id.slice(1)}?format=raw`, 400],
    [`/ipfs/${id}x?format=raw`, 400],
    [`/ipfs/${id}/../../etc/passwd?format=raw`, 400],
    ['/ipfs/../../../etc/passwd?format=raw', 400],
    ['/ipfs/..%2f..%2fetc%2fpasswd?format=raw', 400],
    ['/ipfs/%00?format=raw', 400],
    [`/ipfs/${id}/index.html?format=raw`, 400],
    [`/ipfs/${'b'.repeat(100)}?format=raw`, 400],
    ['/ipfs/bafkqaaa?format=raw', 400], // the identity hash: there is nothing to check
    [`/ipfs/${id}?format=tar`, 400],
    [`/ipfs/${id}?format=`, 400],
    [`/ipfs/${id}?format=car&dag-scope=everything`, 400],
    [`/ipfs/${id}?format=car&car-version=2`, 406],
    [`/ipfs/${id}`, 406],
    [`${pathOf(node(9))}?format=raw`, 404],
    [`${pathOf(node(9))}?format=car`, 404],
    [`${pathOf(orphan)}?format=car`, 404], // all of it or nothing
    [`http://example.org/ipfs/${id}?format=raw`, 400],
  ])('%s: %i', async (path, status) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body.toString()).not.toMatch(/root:|\/tmp|\bat \w+\(/);
  });

  test('blocks can only be read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers } = await ask(pathOf(leaf, '?format=raw'), {}, method);
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    }
  });
});

test('HEAD says what GET would, and gives nothing', async () => {
  for (const query of ['?format=raw', '?format=car']) {
    const [head, get] = await Promise.all([
      ask(pathOf(root, query), {}, 'HEAD'),
      ask(pathOf(root, query)),
    ]);
    const { date: _, ...headers } = get.headers;
    expect(head.headers).toMatchObject(headers);
    expect(head.body).toHaveLength(0);
  }
  expect((await ask(pathOf(node(9), '?format=raw'), {}, 'HEAD')).status).toBe(404);
});

test('answers 304 to a client that has it already', async () => {
  const path = pathOf(root, '?format=car');
  const tag = `"${formatCid(root.cid)}.car"`;
  for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
    const { status, headers, body } = await ask(path, { 'if-none-match': known });
    expect([status, headers.etag, body.length]).toEqual([304, tag, 0]);
  }
  const raw = `"${formatCid(root.cid)}.raw"`;
  expect((await ask(path, { 'if-none-match': raw })).status).toBe(200);
});

describe('parts of a CAR', () => {
  const path = pathOf(root, '?format=car');
  test.each<[range: string, from: number, to: number | undefined]>([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    ['bytes=50-', 50, undefined],
    ['bytes=-7', -7, undefined],
    ['bytes=3-999999', 3, undefined],
  ])('%s', async (range, from, to) => {
    const { body: whole } = await ask(path);
    const { status, headers, body } = await ask(path, { range });
    expect(status).toBe(206);
    expect(body).toEqual(whole.subarray(from, to));
    const start = from < 0 ? whole.length + from : from;
    expect(headers['content-range']).toBe(
      `bytes ${start}-${start + body.length - 1}/${whole.length}`,
    );
  });
  test.each<[range: string, status: number]>([
    ['bytes=999999-', 416],
    ['bytes=-0', 416],
    ['bytes=5-2', 200],
    ['bytes=0-1,3-4', 200],
    ['bytes=-', 200],
    ['lines=1-2', 200],
    ['bytes=99999999999999999999-', 200],
  ])('%s: %i', async (range, status) => {
    expect((await ask(path, { range })).status).toBe(status);
  });
  test('only if what the client has is of the same CAR (If-Range)', async () => {
    const tag = `"${formatCid(root.cid)}.car"`;
    const range = 'bytes=0-3';
    expect((await ask(path, { range, 'if-range': tag })).status).toBe(206);
    expect((await ask(path, { range, 'if-range': '"other"' })).status).toBe(200);
  });
});

describe('limits and failures', () => {
  const handle = (get: () => Promise<Uint8Array>, options = {}) =>
    gatewayHandler({ get, has: async () => true }, options);
  const asking = (path = pathOf(leaf, '?format=raw')) => ({
    method: 'GET',
    url: path,
    headers: {},
  });
  const car = asking(pathOf(root, '?format=car'));

  test.each<[what: string, answer: () => Promise<{ status: number }>, status: number]>([
    ['too many bytes', () => gatewayHandler(blocks, { maxCarBytes: 100 })(car), 501],
    ['too many blocks', () => gatewayHandler(blocks, { maxCarBlocks: 2 })(car), 501],
    ['a store that lies', () => handle(async () => node(2).bytes)(asking()), 500],
    [
      'a store that is damaged',
      () => handle(() => Promise.reject(new BlockCorruptError(leaf.cid)))(asking()),
      500,
    ],
    ['a store that fails', () => handle(() => Promise.reject(new Error('secret')))(asking()), 500],
  ])('%s', async (_what, answer, status) => {
    const { body, ...response } = (await answer()) as { status: number; body: Uint8Array };
    expect(response.status).toBe(status);
    expect(Buffer.from(body).toString()).not.toContain('secret');
  });

  test('a store that does not answer in time is a 504', async () => {
    const reader = {
      has: async () => true,
      get: (_: Cid, { signal }: { signal?: AbortSignal } = {}) =>
        new Promise<never>((_done, fail) => {
          signal!.addEventListener('abort', () => fail(signal!.reason));
        }),
    };
    expect((await gatewayHandler(reader, { timeoutMs: 50 })(asking())).status).toBe(504);
  });

  test('more requests at a time than it takes are refused with 503', async () => {
    const [full, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let underWay = 0;
    const busy = await createGateway(
      {
        has: async () => true,
        async get() {
          if (++underWay === 2) full.resolve();
          await held.promise;
          return leaf.bytes;
        },
      },
      { maxRequests: 2 },
    );
    const url = `${busy.address}${pathOf(leaf, '?format=raw')}`;
    const two = [fetch(url), fetch(url)];
    await full.promise;
    const third = await fetch(url);
    expect(third.status).toBe(503);
    expect(third.headers.get('retry-after')).toBe('1');
    held.resolve();
    for (const answer of two) expect((await answer).status).toBe(200);
    expect((await fetch(url)).status).toBe(200);
    await busy.close();
    await busy.close();
  });

  test('a port that is taken is refused', async () => {
    const port = Number(new URL(gateway.address).port);
    await expect(createGateway(blocks, { port })).rejects.toThrow(/EADDRINUSE/);
  });

  test('what is not HTTP does not hurt it', async () => {
    const { port } = new URL(gateway.address);
    for (const rubbish of [
      '\0\xff'.repeat(100),
      'GET',
      `GET /ipfs/${'x'.repeat(100_000)} HTTP/1.1\r\n\r\n`,
    ])
      await new Promise<void>(closed => {
        const socket = connect(Number(port), '127.0.0.1', () => socket.end(rubbish));
        socket
          .on('error', () => {})
          .on('close', () => closed())
          .resume();
      });
    expect((await ask(pathOf(leaf, '?format=raw'))).status).toBe(200);
  });

  test('nothing that is asked makes it throw', async () => {
    const answer = gatewayHandler(blocks);
    const header = fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined));
    const path = fc.oneof(
      fc.string(),
      fc.webPath(),
      fc.string().map(text => `/ipfs/${text}`),
    );
    await fc.assert(
      fc.asyncProperty(path, fc.string(), header, header, header, async (path, query, a, b, c) => {
        const headers = { accept: a, range: b, 'if-none-match': c };
        const { status } = await answer({ method: 'GET', url: `${path}?${query}`, headers });
        expect([200, 206, 304, 400, 404, 406, 416]).toContain(status);
      }),
    );
  });
});
