/** Gateways that are read: good ones keep the contract, and no lie, delay or flood gets through. */
import { cidOf, formatCid } from '@kifu/core';
import { writeCar } from '@kifu/record/car';
import { blockStoreContract } from '@kifu/record/contracts';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { node } from '../../test/blocks.ts';
import { type Behaviour, deadAddress, servers } from '../../test/web.ts';
import { memoryBlocks } from '../memory/index.ts';
import { createGateway, GatewayAddressError, GatewayError, httpBlocks } from './index.ts';

const serve = servers();
const { cid, bytes } = node(1);

/** A gateway with the first block, and how it is called. */
const good = () => serve((_asked, reply) => reply.end(bytes));
const wrong = () => serve((_asked, reply) => reply.end(node(2).bytes));
const empty = () => serve((_asked, reply) => reply.writeHead(404).end());

describe('what is put into a store is read from its gateway', () => {
  const make = async () => {
    const kept = memoryBlocks();
    const gateway = await createGateway(kept);
    const reader = httpBlocks([gateway.address]);
    // nothing can be put by HTTP, so it is put where the gateway finds it
    return { store: { ...reader, put: kept.put }, close: () => gateway.close() };
  };
  for (const [name, check] of blockStoreContract(make)) test(name, check);
});

test('asks as gateways are asked', async () => {
  const asked: unknown[] = [];
  const address = await serve(({ method, url, headers }, reply) => {
    asked.push([method, url, headers.accept]);
    reply.end(url!.endsWith('car') ? writeCar([cid], [{ cid, bytes }]) : bytes);
  });
  const reader = httpBlocks([`${address}/some/where?x=1#y`]);
  expect(await reader.get(cid)).toEqual(bytes);
  expect(await reader.has(cid)).toBe(true);
  expect(await reader.getAll(cid)).toEqual([{ cid, bytes }]);
  const path = `/some/where/ipfs/${formatCid(cid)}`;
  expect(asked).toEqual([
    ['GET', `${path}?format=raw`, 'application/vnd.ipld.raw'],
    ['HEAD', `${path}?format=raw`, 'application/vnd.ipld.raw'],
    ['GET', `${path}?format=car`, 'application/vnd.ipld.car;version=1;order=dfs;dups=n'],
  ]);
});

test.each([
  '',
  'localhost',
  'ftp://example.org',
  'file:///etc/passwd',
  'http://me:secret@localhost',
])('an address that is none: %s', address =>
  expect(() => httpBlocks([address])).toThrow(GatewayAddressError),
);

describe('several gateways', () => {
  const broken = () => serve((_asked, reply) => reply.writeHead(500).end('no'));

  test.each<[first: string, make: () => Promise<string>]>([
    ['lies', wrong],
    ['has nothing', empty],
    ['fails', broken],
    ['is not there', deadAddress],
  ])('the next is asked where one %s', async (_first, make) => {
    const reader = httpBlocks([await make(), await good()]);
    expect(await reader.get(cid)).toEqual(bytes);
    expect(await reader.has(cid)).toBe(true);
  });

  test('the next is asked where one does not answer in its time', async () => {
    let runOut = () => {};
    // each gateway has its own time, which is over as soon as the silent one was asked
    const timer = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const time = new AbortController();
      runOut = () => time.abort(new DOMException('it is over', 'TimeoutError'));
      return time.signal;
    });
    onTestFinished(() => timer.mockRestore());
    const reader = httpBlocks([await serve(() => runOut()), await good()]);
    expect(await reader.get(cid)).toEqual(bytes);
    expect(await reader.has(cid)).toBe(true);
    expect(timer).toHaveBeenCalledTimes(4);
  });

  test('the second is not asked where the first is good', async () => {
    const reader = httpBlocks([
      await good(),
      await serve(() => expect.unreachable('it was asked')),
    ]);
    expect(await reader.get(cid)).toEqual(bytes);
  });

  test('what all say decides what is said', async () => {
    const [none, lie, ill] = [await empty(), await wrong(), await broken()];
    const of = (...addresses: string[]) => httpBlocks(addresses).get(cid);
    await expect(of(none, none)).rejects.toThrow(BlockNotFoundError);
    await expect(of()).rejects.toThrow(BlockNotFoundError);
    await expect(of(none, lie)).rejects.toThrow(BlockCorruptError);
    await expect(of(none, ill)).rejects.toThrow(GatewayError);
    await expect(of(none, ill)).rejects.toThrow(/block not found; .*status 500/);
    expect(await httpBlocks([none]).has(cid)).toBe(false);
    await expect(httpBlocks([ill]).has(cid)).rejects.toThrow(GatewayError);
  });
});

describe('refuses an answer', () => {
  const whole = Buffer.alloc(1 << 16, 7);
  const big = cidOf('raw', whole);
  const stopping: Behaviour = (_asked, reply) => reply.write(whole.subarray(0, 10));
  const flood: Behaviour = (_asked, reply) => {
    const more = () => {
      if (!reply.destroyed && reply.write(whole)) setImmediate(more);
    };
    reply.on('drain', more);
    more();
  };

  test.each<[what: string, behave: Behaviour, why: RegExp]>([
    ['without end', flood, /exceeds 70000 bytes/],
    [
      'cut short',
      (_asked, reply) => {
        reply.writeHead(200, { 'content-length': whole.length }).write(whole.subarray(0, 1000));
        setImmediate(() => reply.destroy());
      },
      /cut short/,
    ],
    ['that stops', stopping, /within 300 ms/],
    ['without a body', (_asked, reply) => reply.writeHead(204).end(), /status 204/],
    ['that is not HTTP', ({ socket }) => socket.end('hello'), /127\.0\.0\.1/],
    [
      'that redirects without end',
      (asked, reply) => reply.writeHead(302, { location: `${asked.url}x` }).end(),
      /more than 3 redirects/,
    ],
    [
      'that redirects to a file',
      (_asked, reply) => reply.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      /unsupported address/,
    ],
    [
      'that redirects to no address',
      (_asked, reply) => reply.writeHead(302, { location: 'http://' }).end(),
      /unsupported address/,
    ],
  ])('%s', async (_what, behave, why) => {
    const limits = { maxBlockBytes: 70_000, ...(behave === stopping && { timeoutMs: 300 }) };
    const error = await httpBlocks([await serve(behave)], limits)
      .get(big)
      .catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(GatewayError);
    expect((error as Error).message).toMatch(why);
  });

  test('a redirect or two are followed', async () => {
    const last = await good();
    const first = await serve(({ url }, reply) =>
      url!.startsWith('/ipfs')
        ? reply.writeHead(301, { location: `/moved${url}` }).end()
        : reply.writeHead(307, { location: `${last}/x` }).end(),
    );
    expect(await httpBlocks([first]).get(cid)).toEqual(bytes);
  });

  test('after the caller gave up no other gateway is asked', async () => {
    const giving = new AbortController();
    const first = await serve(() => giving.abort(new Error('enough')));
    const second = await serve(() => expect.unreachable('it was asked'));
    const got = httpBlocks([first, second]).get(cid, { signal: giving.signal });
    await expect(got).rejects.toThrow('enough');
  });
});

describe('a CAR', () => {
  const other = node(2);
  const car = (...blocks: { cid: typeof cid; bytes: Uint8Array }[]) => writeCar([cid], blocks);
  const all = (body: Uint8Array) =>
    serve((_asked, reply) => reply.end(body)).then(address => httpBlocks([address]).getAll(cid));

  test('may have more blocks than were asked for, if they are what they say', async () => {
    expect(await all(car({ cid, bytes }, other))).toHaveLength(2);
  });
  test.each<[what: string, body: Uint8Array]>([
    ['is empty', new Uint8Array(0)],
    ['is a page', Buffer.from('<!doctype html>')],
    ['is cut', car({ cid, bytes }).subarray(0, -1)],
    ['has something after it', Buffer.concat([car({ cid, bytes }), Buffer.of(1)])],
    ['has other bytes', car({ cid, bytes: other.bytes })],
    ['has the block, and another with other bytes', car({ cid, bytes }, { cid: other.cid, bytes })],
    ['has another block only', car(other)],
    ['has no block', car()],
  ])('that %s is not taken', async (_what, body) => {
    await expect(all(body)).rejects.toThrow(BlockCorruptError);
  });
  test('that is too large is not read', async () => {
    const address = await serve((_asked, reply) => reply.end(car({ cid, bytes })));
    const reader = httpBlocks([address], { maxCarBytes: 50 });
    await expect(reader.getAll(cid)).rejects.toThrow(/exceeds 50 bytes/);
  });
});
