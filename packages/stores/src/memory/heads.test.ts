/** Heads in memory keep the contract, and the contract notices stores that do not. */
import { type Cid, cidOf, isSameCid } from '@kifu/core';
import { headsContract } from '@kifu/record/contracts';
import type { Heads } from '@kifu/record/store';
import { describe, expect, test } from 'vitest';
import { broken, failing, later, made } from '../../test/broken.ts';
import { memoryHeads } from './index.ts';

for (const [name, check] of headsContract(made(memoryHeads))) test(name, check);

describe('the contract notices', () => {
  test.each<[string, string, (heads: Heads) => Partial<Heads>]>([
    [
      'always move',
      'refuses to move from another head',
      ({ get, move }) => ({
        move: async (match, _from, to, ask) => move(match, await get(match), to, ask),
      }),
    ],
    [
      'set later than they compare',
      'lets one of 50 concurrent moves from one node win',
      ({ get, move }) => ({
        move: async (match, from, to, ask) => {
          const head = await get(match, ask);
          if (head === null ? from !== null : from === null || !isSameCid(head, from)) return false;
          await later();
          return move(match, await get(match), to);
        },
      }),
    ],
    ['never move', 'moves from no head, once', () => ({ move: async () => false })],
    ['forget a head', 'moves from the current head', () => ({ get: async () => null })],
    [
      'invent a head',
      'has no head before the first move',
      ({ get }) => ({
        get: async (match, ask) => (await get(match, ask)) ?? match,
      }),
    ],
    [
      'have one head for all',
      'separates matches',
      ({ get, move }) => {
        const one = cidOf('raw', new Uint8Array(0));
        return {
          get: (_match, ask) => get(one, ask),
          move: (_match, from, to, ask) => move(one, from, to, ask),
        };
      },
    ],
    [
      'heed no signal',
      'stops when its signal aborts',
      ({ move }) => ({
        move: (match, from, to) => move(match, from, to),
      }),
    ],
    [
      'hand out what they keep',
      'cannot be changed through its arguments or results',
      ({ move }) => {
        let head: Cid | null = null;
        return {
          get: async () => head,
          move: async (match, from, to, ask) => {
            const moved = await move(match, from, to, ask);
            if (moved) head = to;
            return moved;
          },
        };
      },
    ],
    [
      'lie about a move',
      'loses no move of many writers',
      ({ move }) => {
        let count = 0;
        return {
          move: async (match, from, to, ask) =>
            (await move(match, from, to, ask)) && ++count % 7 !== 0,
        };
      },
    ],
  ])('heads that %s', async (_what, caughtBy, change) => {
    expect(await failing(headsContract(broken(memoryHeads, change)))).toContain(caughtBy);
  });

  test('nothing about several matches in heads with room for one', async () => {
    const names = headsContract(
      broken(memoryHeads, () => ({})),
      { oneMatch: true },
    );
    expect(names.map(([name]) => name)).not.toContain('separates matches');
  });
});
