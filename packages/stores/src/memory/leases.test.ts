/** Leases in memory keep the contract, and the contract notices stores that do not. */
import { formatCid } from '@kifu/core';
import { appendContract, leasesContract, type MadeShared } from '@kifu/record/contracts';
import { beginMatch, type Leases, type SharedStores } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { failing, later, made } from '../../test/broken.ts';
import { findChess, headerOf } from '../../test/short-matches.ts';
import { memoryStores } from './index.ts';

const make = (change: (store: SharedStores) => Partial<SharedStores> = () => ({})) => {
  let now = 1_000_000;
  const store = memoryStores(() => now);
  const whole: MadeShared = {
    store: { ...store, ...change(store) },
    close: async () => {},
    pass: async ms => {
      now += ms;
    },
  };
  return Promise.resolve(whole);
};

for (const [name, check] of leasesContract(() => make())) test(name, check);
for (const [name, check] of appendContract(made(memoryStores))) test(`append: ${name}`, check);

test('a fence is nothing to a store that cannot append', async () => {
  const { blocks, heads } = memoryStores();
  const { game } = findChess;
  const begun = beginMatch({ blocks, heads }, game, headerOf(0, 0), { fence: 1 });
  await expect(begun).rejects.toThrow(TypeError);
});

describe('the contract notices', () => {
  const leased = (change: (leases: Leases) => Partial<Leases>) => (store: SharedStores) => ({
    leases: { ...store.leases, ...change(store.leases) },
  });
  test.each<[string, string, (store: SharedStores) => Partial<SharedStores>]>([
    [
      'who appends by any fence',
      'appends with the latest fence only',
      ({ append }) => ({ append: (blocks, match, from, to) => append(blocks, match, from, to) }),
    ],
    [
      'who starts counting again',
      'frees a released lease',
      leased(({ take }) => ({
        take: async (...args) => {
          const taken = await take(...args);
          return taken.fence === null ? taken : { ...taken, fence: 1 };
        },
      })),
    ],
    [
      'who never ends a lease',
      'gives an expired lease to another owner',
      leased(({ take }) => {
        const owners = new Map<string, string>();
        return {
          take: async (match, owner, ttlMs, ask) => {
            const first = owners.get(formatCid(match)) ?? owner;
            owners.set(formatCid(match), first);
            const taken = await take(match, first, ttlMs, ask);
            return first === owner ? taken : { ...taken, fence: null };
          },
        };
      }),
    ],
    [
      'who renews anything',
      'renews a lease unless another owner took it over',
      leased(() => ({ renew: async () => true })),
    ],
    [
      'who looks first and takes later',
      'gives a lease to one of 20 concurrent owners',
      leased(({ take }) => {
        let isTaken = false;
        return {
          take: async (match, owner, ttlMs, ask) => {
            if (isTaken) return take(match, owner, ttlMs, ask);
            await later();
            isTaken = true;
            const taken = await take(match, owner, ttlMs, ask);
            return { ...taken, fence: taken.fence ?? 7, owner };
          },
        };
      }),
    ],
  ])('%s', async (_name, expected, change) => {
    expect(await failing(leasesContract(() => make(change)))).toContain(expected);
  });
});
