/** The vault in memory keeps the contract, and the contract notices vaults that do not. */
import type { Json } from '@kifu/core';
import { vaultContract } from '@kifu/record/contracts';
import type { Vault } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, made } from '../../test/broken.ts';
import { memoryVault } from './index.ts';

for (const [name, check] of vaultContract(made(memoryVault))) test(name, check);

describe('the contract notices', () => {
  /** Calls with other kinds and names. */
  const naming =
    (change: (kind: string, name: string) => [kind: string, name: string]) =>
    ({ get, put, remove }: Vault): Partial<Vault> => ({
      get: (kind, name, ask) => get(...change(kind, name), ask),
      put: (kind, name, value, ask) => put(...change(kind, name), value, ask),
      remove: (kind, name, ask) => remove(...change(kind, name), ask),
    });

  test.each<[string, string, (vault: Vault) => Partial<Vault>]>([
    ['joins kind and name', 'separates kinds and names', naming((kind, name) => ['', kind + name])],
    [
      'ignores capitals',
      'separates kinds and names',
      naming((kind, name) => [kind, name.toLowerCase()]),
    ],
    ['trims names', 'accepts unusual names', naming((kind, name) => [kind, name.trim()])],
    [
      'composes letters',
      'lists its names, sorted',
      naming((kind, name) => [kind, name.normalize()]),
    ],
    [
      'sorts by code point',
      'lists its names, sorted',
      ({ names }) => ({
        names: async (kind, ask) =>
          (await names(kind, ask)).toSorted((a, b) =>
            Buffer.compare(Buffer.from(a), Buffer.from(b)),
          ),
      }),
    ],
    [
      'takes null for nothing',
      'returns any JSON',
      ({ get }) => ({
        get: async (kind, name, ask) => (await get(kind, name, ask)) ?? undefined,
      }),
    ],
    [
      'keeps values in an object',
      'finds nothing that was never stored',
      () => {
        const kept: { [name: string]: Json } = {};
        return {
          get: async (_kind, name) => kept[name],
          put: async (_kind, name, value) => {
            kept[name] = value;
          },
        };
      },
    ],
    [
      'merges values',
      'stores the latest value',
      ({ get, put }) => ({
        put: async (kind, name, value, ask) => {
          const old = await get(kind, name, ask);
          await put(kind, name, Object.assign(Object(old ?? {}), value), ask).catch(() =>
            put(kind, name, value),
          );
        },
      }),
    ],
    ['removes nothing', 'removes a value', () => ({ remove: async () => {} })],
    [
      'removes the whole kind',
      'removes a value',
      ({ remove, names }) => ({
        remove: async kind => {
          for (const name of await names(kind)) await remove(kind, name);
        },
      }),
    ],
    [
      'heeds no signal',
      'stops when its signal aborts',
      ({ names }) => ({ names: kind => names(kind) }),
    ],
    [
      'loses what comes at once',
      'stores many values at once',
      ({ put }) => {
        let isBusy = false;
        return {
          put: async (kind, name, value, ask) => {
            if (isBusy) return;
            isBusy = true;
            await put(kind, name, value, ask);
            isBusy = false;
          },
        };
      },
    ],
    [
      'hands out what it keeps',
      'cannot be changed through its arguments or results',
      ({ put, get }) => {
        const kept = new Map<string, Json>();
        return {
          put: async (kind, name, value, ask) => {
            await put(kind, name, value, ask);
            kept.set(`${kind} ${name}`, value);
          },
          get: async (kind, name, ask) => kept.get(`${kind} ${name}`) ?? get(kind, name, ask),
        };
      },
    ],
  ])('one that %s', async (_what, caughtBy, change) => {
    expect(await failing(vaultContract(broken(memoryVault, change)))).toContain(caughtBy);
  });
});
