/** Remarks in memory keep the contract, and the contract notices stores that do not. */
import type { Cid } from '@kifu/core';
import { remarkStoreContract } from '@kifu/record/contracts';
import type { AnnotationStore } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, later, made } from '../../test/broken.ts';
import { memoryRemarks } from './index.ts';

for (const [name, check] of remarkStoreContract(made(memoryRemarks))) test(name, check);

describe('the contract notices', () => {
  test.each<[string, string, (store: AnnotationStore) => Partial<AnnotationStore>]>([
    [
      'keeps text',
      'returns every byte',
      ({ put }) => ({
        put: (match, remarks, ask) =>
          put(match, Buffer.from(Buffer.from(remarks).toString('latin1').trimEnd()), ask),
      }),
    ],
    [
      'cuts off what is long',
      'returns every byte',
      ({ put }) => ({ put: (match, remarks, ask) => put(match, remarks.subarray(0, 65_536), ask) }),
    ],
    [
      'keeps the whole buffer',
      'stores only the given part of a larger buffer',
      ({ put }) => ({
        put: (match, { buffer }, ask) => put(match, new Uint8Array(buffer), ask),
      }),
    ],
    [
      'has an empty block for nothing',
      'finds nothing that was never stored',
      ({ get }) => ({
        get: async (match, ask) => (await get(match, ask)) ?? new Uint8Array(0),
      }),
    ],
    [
      'keeps the first',
      'stores the latest annotations',
      ({ get, put }) => ({
        put: async (match, remarks, ask) => {
          if ((await get(match, ask)) === null) await put(match, remarks, ask);
        },
      }),
    ],
    [
      'knows matches by their digest',
      'separates matches',
      ({ get, put }) => {
        const plain = (match: Cid): Cid => ({ ...match, codec: 'dag-cbor' });
        return {
          get: (match, ask) => get(plain(match), ask),
          put: (match, remarks, ask) => put(plain(match), remarks, ask),
        };
      },
    ],
    [
      'has room for one match',
      'stores annotations of many matches at once',
      ({ get, put, remove }) => {
        let last: Cid | null = null;
        return {
          get,
          put: async (match, remarks, ask) => {
            ask?.signal?.throwIfAborted();
            if (last !== null) await remove(last);
            last = match;
            await put(match, remarks, ask);
          },
        };
      },
    ],
    ['removes nothing', 'removes annotations', () => ({ remove: async () => {} })],
    [
      'writes a part at a time',
      'stores one of many concurrent writes about one match',
      ({ get, put }) => ({
        put: async (match, remarks, ask) => {
          const half = remarks.length >> 1;
          const copy = remarks.slice();
          await put(match, copy.subarray(0, half), ask);
          await later();
          const first = (await get(match)) ?? new Uint8Array(0);
          await put(match, Buffer.concat([first, copy.subarray(half)]), ask);
        },
      }),
    ],
    [
      'heeds no signal',
      'stops when its signal aborts',
      ({ get }) => ({ get: match => get(match) }),
    ],
    [
      'copies too late',
      'cannot be changed through its arguments or results',
      ({ put }) => ({
        put: async (match, remarks, ask) => {
          await later();
          await put(match, remarks, ask);
        },
      }),
    ],
    [
      'hands out what it keeps',
      'cannot be changed through its arguments or results',
      ({ get, put }) => {
        const kept = new Map<string, Uint8Array | null>();
        const key = ({ digest }: Cid) => Buffer.from(digest).toString('hex');
        return {
          put: async (match, remarks, ask) => {
            kept.delete(key(match));
            await put(match, remarks, ask);
          },
          get: async (match, ask) => {
            const found = kept.get(key(match)) ?? (await get(match, ask));
            kept.set(key(match), found);
            return found;
          },
        };
      },
    ],
  ])('one that %s', async (_what, caughtBy, change) => {
    expect(await failing(remarkStoreContract(broken(memoryRemarks, change)))).toContain(caughtBy);
  });
});
