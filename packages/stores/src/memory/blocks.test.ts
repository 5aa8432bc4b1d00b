/** Blocks in memory keep the contract, and the contract notices stores that do not. */
import { type Cid, formatCid, isSameCid } from '@kifu/core';
import { blockStoreContract } from '@kifu/record/contracts';
import { BlockNotFoundError, type BlockStore } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, later, made } from '../../test/broken.ts';
import { memoryBlocks } from './index.ts';

for (const [name, check] of blockStoreContract(made(memoryBlocks))) test(name, check);

describe('the contract notices', () => {
  /** A store that checks nothing and copies nothing. */
  const careless = (): BlockStore => {
    const kept = new Map<string, Uint8Array>();
    return {
      async put(cid, bytes) {
        kept.set(formatCid(cid), bytes);
      },
      async get(cid) {
        const bytes = kept.get(formatCid(cid));
        if (bytes === undefined) throw new BlockNotFoundError(cid);
        return bytes;
      },
      has: async cid => kept.has(formatCid(cid)),
    };
  };

  test.each<[string, string, (store: BlockStore) => Partial<BlockStore>]>([
    ['takes any bytes', 'refuses bytes that do not match their id', careless],
    ['shares its bytes', 'cannot be changed through its arguments or results', careless],
    [
      'hashes early and keeps late',
      'copies bytes before they can change',
      ({ put }) => {
        const { get, has, put: keep } = careless();
        return {
          get,
          has,
          put: async (cid, bytes, ask) => {
            await put(cid, bytes, ask);
            await later();
            await keep(cid, bytes);
          },
        };
      },
    ],
    [
      'heeds no signal',
      'stops when its signal aborts',
      ({ put }) => ({ put: (cid, bytes) => put(cid, bytes) }),
    ],
    [
      'ignores the codec it is asked for',
      'returns stored bytes, under every kind of id',
      ({ get }) => ({
        get: (cid, ask) => get({ ...cid, version: 1, codec: 'raw' }, ask),
      }),
    ],
    [
      'keeps the whole buffer',
      'stores only the given part of a larger buffer',
      () => {
        const { put, get, has } = careless();
        return { get, has, put: (cid, bytes) => put(cid, new Uint8Array(bytes.buffer)) };
      },
    ],
    [
      'drops empty blocks',
      'stores an empty block',
      ({ put }) => ({
        put: async (cid, bytes, ask) => void (bytes.length > 0 && (await put(cid, bytes, ask))),
      }),
    ],
    [
      'drops large blocks',
      'stores a block of 1 MiB',
      ({ put }) => ({
        put: async (cid, bytes, ask) =>
          void (bytes.length < 1 << 20 && (await put(cid, bytes, ask))),
      }),
    ],
    [
      'gives nothing for what it has not',
      'finds no block that was never stored',
      ({ get }) => ({
        get: (cid, ask) => get(cid, ask).catch(() => new Uint8Array(0)),
      }),
    ],
    [
      'takes no block twice',
      'accepts a block twice',
      ({ put, has }) => ({
        put: async (cid, bytes, ask) => {
          if (await has(cid, ask)) throw new Error('it is there');
          await put(cid, bytes, ask);
        },
      }),
    ],
    [
      'loses all but the last of many',
      'stores many blocks at once',
      ({ put }) => {
        let last: Cid | undefined;
        return {
          put: async (cid, bytes, ask) => {
            last = cid;
            await later();
            if (isSameCid(last, cid)) await put(cid, bytes, ask);
          },
        };
      },
    ],
  ])('one that %s', async (_what, caughtBy, change) => {
    expect(await failing(blockStoreContract(broken(memoryBlocks, change)))).toContain(caughtBy);
  });
});
