/** A CAR file that is recorded into: the contracts, what is on disk, and what is refused. */
import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { CarBufferReader } from '@ipld/car';
import { cidOf, type FaultCode, formatCid, unwrap } from '@kifu/core';
import { type CarBlock, readCar, writeCar } from '@kifu/record/car';
import { blockStoreContract, headsContract } from '@kifu/record/contracts';
import { BlockCorruptError, BlockNotFoundError } from '@kifu/record/store';
import { describe, expect, test, vi } from 'vitest';
import { node } from '../../test/blocks.ts';
import { fileMethods, tempPaths } from '../../test/files.ts';
import {
  CarClosedError,
  CarFileError,
  CarFullError,
  CarLockedError,
  CarMatchError,
  type CarStore,
  createCarStore,
} from './index.ts';
import { NEW_FILE, ROOT_AT } from './recover.ts';

const path = tempPaths('.car');

describe('blocks', () => {
  const make = async () => {
    const { blocks, close } = await createCarStore(path());
    return { store: blocks, close };
  };
  for (const [name, check] of blockStoreContract(make)) test(name, check);
});

describe('heads', () => {
  const make = async () => {
    const { blocks, heads, close } = await createCarStore(path());
    return { store: heads, blocks, close };
  };
  for (const [name, check] of headsContract(make, { oneMatch: true })) test(name, check);
});

const NODES = [1, 2, 3, 4].map(n => node(n));
const [header, ...entries] = NODES as [CarBlock, ...CarBlock[]];

/** A file with all nodes, and the last as its head. */
async function record(at: string): Promise<void> {
  const store = await createCarStore(at);
  let head = null;
  for (const { cid, bytes } of NODES) {
    await store.blocks.put(cid, bytes);
    expect(await store.heads.move(header.cid, head, cid)).toBe(true);
    head = cid;
  }
  await store.close();
}

async function contentOf({ match, blocks, heads }: CarStore) {
  const head = match && (await heads.get(match));
  const kept = await Promise.all(NODES.map(({ cid }) => blocks.has(cid)));
  return {
    match: match && formatCid(match),
    head: head && formatCid(head),
    kept: kept.filter(Boolean).length,
  };
}

const WHOLE = { match: formatCid(header.cid), head: formatCid(entries[2]!.cid), kept: 4 };

describe('on disk', () => {
  test('a new file is a CAR with a root that no block has', async () => {
    const at = path();
    const store = await createCarStore(at);
    expect(store.match).toBeNull();
    const { roots, blocks } = unwrap(readCar(await readFile(at)));
    expect(roots[0]!.digest).toEqual(new Uint8Array(32));
    expect(blocks).toEqual([]);
    await store.close();
  });

  test('the file is the CAR of its blocks, with the head as root', async () => {
    const at = path();
    await record(at);
    const car = await readFile(at);
    expect(car).toEqual(Buffer.from(writeCar([entries[2]!.cid], NODES)));
    expect(String(CarBufferReader.fromBytes(car).getRoots()[0])).toBe(WHOLE.head);
  });

  test('all is found again, and recorded on', async () => {
    const at = path();
    await record(at);
    for (let n = 5; n < 8; n++) {
      const store = await createCarStore(at);
      expect(await contentOf(store)).toEqual({ ...WHOLE, head: formatCid(node(n - 1).cid) });
      await store.blocks.put(node(n).cid, node(n).bytes);
      expect(await store.heads.move(header.cid, node(n - 1).cid, node(n).cid)).toBe(true);
      await store.close();
    }
    expect(unwrap(readCar(await readFile(at))).blocks).toHaveLength(7);
  });

  test('a CAR that others wrote is recorded on', async () => {
    const at = path();
    await writeFile(at, writeCar([entries[0]!.cid], [header, entries[0]!, header]));
    const store = await createCarStore(at);
    expect(await contentOf(store)).toEqual({ ...WHOLE, head: formatCid(entries[0]!.cid), kept: 2 });
    await store.blocks.put(entries[1]!.cid, entries[1]!.bytes);
    await store.close();
    expect(unwrap(readCar(await readFile(at))).blocks).toHaveLength(4);
  });

  test('a block that is there is not written again', async () => {
    const at = path();
    await record(at);
    const store = await createCarStore(at);
    await Promise.all([...NODES, ...NODES].map(({ cid, bytes }) => store.blocks.put(cid, bytes)));
    await store.close();
    expect(unwrap(readCar(await readFile(at))).blocks).toHaveLength(4);
  });

  test('what is read is hashed again', async () => {
    const at = path();
    const store = await createCarStore(at);
    for (const { cid, bytes } of NODES) await store.blocks.put(cid, bytes);
    const car = await readFile(at);
    car[car.length - 1]! ^= 1;
    await writeFile(at, car);
    await expect(store.blocks.get(entries[2]!.cid)).rejects.toThrow(BlockCorruptError);
    await truncate(at, car.length - 70);
    await expect(store.blocks.get(entries[1]!.cid)).rejects.toThrow(BlockCorruptError);
    expect(await store.blocks.get(header.cid)).toEqual(header.bytes);
    await store.close();
  });
});

describe('one match', () => {
  test('the first block is its header', async () => {
    const store = await createCarStore(path());
    const [{ cid: match }, { cid: other }] = NODES as [CarBlock, CarBlock];
    await expect(store.heads.move(match, null, match)).rejects.toThrow(BlockNotFoundError);
    for (const { cid, bytes } of NODES) await store.blocks.put(cid, bytes);
    expect(store.match).toEqual(match);
    await expect(store.heads.move(other, null, other)).rejects.toThrow(CarMatchError);
    expect(await store.heads.move(other, match, other)).toBe(false);
    await expect(store.heads.move(match, null, node(9).cid)).rejects.toThrow(BlockNotFoundError);
    expect(await store.heads.get(other)).toBeNull();
    expect(await store.heads.move(match, null, other)).toBe(true);
    await store.close();
  });

  test('a head has the length that there is room for', async () => {
    const store = await createCarStore(path());
    const old = { ...cidOf('dag-pb', header.bytes), version: 0 } as const;
    await store.blocks.put(old, header.bytes);
    await expect(store.heads.move(old, null, old)).rejects.toThrow(RangeError);
    await store.close();
  });
});

test('puts and a move at one time share a sync', async () => {
  const store = await createCarStore(path());
  await store.blocks.put(header.cid, header.bytes);
  const datasync = vi.spyOn(await fileMethods(), 'datasync');
  const puts = Array.from({ length: 200 }, (_, n) => node(n + 10));
  await Promise.all([
    ...puts.map(({ cid, bytes }) => store.blocks.put(cid, bytes)),
    store.heads.move(header.cid, null, header.cid),
  ]);
  expect(datasync.mock.calls.length).toBeLessThanOrEqual(2);
  datasync.mockRestore();
  await store.close();
});

test('what a killed process left counts only when it is synced', async () => {
  const at = path();
  await record(at);
  const sync = vi.spyOn(await fileMethods(), 'sync');
  const store = await createCarStore(at);
  expect(sync).toHaveBeenCalledOnce();
  sync.mockRestore();
  await store.close();
});

test('does not give a block or a head before it is durable', async () => {
  const store = await createCarStore(path());
  await store.blocks.put(header.cid, header.bytes);
  await store.heads.move(header.cid, null, header.cid);
  const methods = await fileMethods();
  const synced = Promise.withResolvers<void>();
  const datasync = vi.spyOn(methods, 'datasync').mockReturnValue(synced.promise);
  const [{ cid, bytes }] = entries as [CarBlock];
  const heard: string[] = [];
  const asked = [
    store.blocks.put(cid, bytes).then(() => heard.push('put')),
    store.blocks.put(cid, bytes).then(() => heard.push('put again')),
    store.blocks.has(cid).then(() => heard.push('has')),
    store.blocks.get(cid).then(() => heard.push('get')),
    store.heads.move(header.cid, header.cid, cid).then(() => heard.push('moved')),
  ];
  // other work of the same kind goes through meanwhile
  for (let i = 0; i < 20; i++) await store.blocks.get(header.cid);
  expect(heard).toEqual([]);
  expect(await store.heads.get(header.cid)).toEqual(header.cid);
  synced.resolve();
  await Promise.all(asked);
  datasync.mockRestore();
  expect(heard.toSorted()).toEqual(['get', 'has', 'moved', 'put', 'put again']);
  await store.close();
});

test.each(['datasync', 'write'] as const)('after a %s that failed nothing is taken', async name => {
  const at = path();
  await record(at);
  const store = await createCarStore(at);
  const cause = new Error('no space left');
  const broken = vi.spyOn(await fileMethods(), name).mockRejectedValueOnce(cause);
  const put = (n: number) => store.blocks.put(node(n).cid, node(n).bytes);
  const tries = await Promise.allSettled([put(10), put(11), put(10)]);
  broken.mockRestore();
  for (const tried of tries)
    expect(tried).toMatchObject({ reason: { name: 'CarClosedError', cause } });
  await expect(put(12)).rejects.toThrow(CarClosedError);
  await expect(put(10)).rejects.toThrow(CarClosedError);
  const move = store.heads.move(header.cid, entries[2]!.cid, header.cid);
  await expect(move).rejects.toThrow(CarClosedError);
  expect(await contentOf(store)).toEqual(WHOLE);
  await store.close();
  const again = await createCarStore(at);
  expect(await contentOf(again)).toEqual(WHOLE);
  await again.close();
});

test('a closed store takes and gives nothing, and can be closed twice', async () => {
  const at = path();
  const store = await createCarStore(at);
  const puts = NODES.map(({ cid, bytes }) => store.blocks.put(cid, bytes));
  const moved = store.heads.move(header.cid, null, entries[2]!.cid);
  const closed = [store.close(), store.close()];
  const { cid, bytes } = header;
  for (const call of [
    () => store.blocks.put(cid, bytes),
    () => store.blocks.get(cid),
    () => store.blocks.has(cid),
    () => store.heads.get(cid),
    () => store.heads.move(cid, null, cid),
  ])
    await expect(call()).rejects.toThrow(CarClosedError);
  await Promise.all([...puts, moved, ...closed]);
  const again = await createCarStore(at);
  expect(await contentOf(again)).toEqual(WHOLE);
  await again.close();
});

test('a file takes no more than is read again', async () => {
  const at = path();
  const limits = { maxBlocks: 3, maxBytes: 250, maxBlockBytes: 100 };
  const store = await createCarStore(at, { limits });
  const put = (n: number, length: number) =>
    store.blocks.put(node(n, length).cid, node(n, length).bytes);
  await put(1, 20);
  await expect(put(2, 101)).rejects.toThrow(CarFullError);
  await expect(put(2, 99)).rejects.toThrow(CarFullError);
  await put(2, 20);
  await put(3, 20);
  await expect(put(4, 4)).rejects.toThrow(CarFullError);
  await put(1, 20);
  await store.close();
  await (await createCarStore(at, { limits })).close();
  await expect(createCarStore(at, { limits: { maxBytes: 200 } })).rejects.toThrow(CarFileError);
});

test('refuses to open a file twice, also by a link to it', async () => {
  const [at, link] = [path(), path()];
  const store = await createCarStore(at);
  await symlink(at, link);
  for (const name of [at, link]) {
    const error = await createCarStore(name).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(CarLockedError);
    expect(error).toMatchObject({ pid: process.pid, path: name });
  }
  await store.blocks.put(header.cid, header.bytes);
  await store.close();
  await (await createCarStore(link)).close();
});

describe('what cannot be recorded into is refused, and left as it is', () => {
  const car = writeCar([entries[2]!.cid], NODES);
  const change = (at: number, byte: number) => car.with(at, car[at]! ^ byte);
  const second = NEW_FILE.length + 57;
  test.each<[string, Uint8Array, FaultCode, number | undefined]>([
    ['text', Buffer.from('1. e4 e5 2. Nf3 Nc6 '.repeat(9)), 'malformed', 1],
    ['a short text', Buffer.from('e4'), 'malformed', 0],
    ['zeros and more', Buffer.concat([new Uint8Array(60), car]), 'malformed', 1],
    ['no root', writeCar([], NODES), 'unsupported', undefined],
    ['two roots', writeCar([header.cid, header.cid], NODES), 'unsupported', undefined],
    [
      'a root of old',
      writeCar([{ ...header.cid, version: 0, codec: 'dag-pb' }], NODES),
      'unsupported',
      undefined,
    ],
    ['a root that is not a block', writeCar([node(9).cid], NODES), 'malformed', ROOT_AT],
    ['a lost root without blocks', writeCar([node(9).cid], []), 'malformed', ROOT_AT],
    ['a block that does not hash', change(second - 1, 1), 'malformed', NEW_FILE.length],
    ['a length that leads astray', change(second, 0x08), 'malformed', second],
    [
      'a length beyond the end',
      Buffer.concat([car.subarray(0, second), Uint8Array.of(0xff, 0x01), car.subarray(second + 1)]),
      'malformed',
      second,
    ],
    ['a hole', Buffer.from(car).fill(0, second, second + 57), 'malformed', second],
    [
      'text behind the last block',
      Buffer.concat([car, Buffer.from('e4 e5')]),
      'malformed',
      car.length,
    ],
    [
      'half an id of another kind',
      Buffer.concat([car, Uint8Array.of(0x38, 1, 0x71, 0x13)]),
      'malformed',
      car.length,
    ],
    [
      'a block too large',
      Buffer.concat([car, Uint8Array.of(0xff, 0xff, 0x7f, 1, 0x71)]),
      'too-large',
      car.length,
    ],
    ['a last block that is the head, torn', car.subarray(0, -1), 'malformed', ROOT_AT],
    ['a last block that is the head, spoilt', change(car.length - 1, 1), 'malformed', ROOT_AT],
  ])('%s', async (_name, bytes, code, offset) => {
    const at = path();
    await writeFile(at, bytes);
    const error = await createCarStore(at).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(CarFileError);
    const { fault } = error as CarFileError;
    expect([fault.code, fault.at?.offset]).toEqual([code, offset]);
    expect(await readFile(at)).toEqual(Buffer.from(bytes));
    // and it is locked no longer
    await expect(createCarStore(at)).rejects.toThrow(CarFileError);
  });

  test('a device', async () => {
    await expect(createCarStore('/dev/null')).rejects.toThrow(CarFileError);
  });
});
