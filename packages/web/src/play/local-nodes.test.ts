/** Nodes in this page alone, where the browser stores none or no longer does. */
import { cidOf } from '@kifu/core';
import { appendContract, blockStoreContract, headsContract } from '@kifu/record/contracts';
import type { Stores } from '@kifu/record/store';
import { memoryStores } from '@kifu/stores/memory';
import { describe, expect, test } from 'vitest';
import { holdUnstored } from './local-nodes.ts';

type Stored = Parameters<typeof holdUnstored>[0];

const working = (): NonNullable<Stored> => ({
  ...(memoryStores() as unknown as Required<Stores>),
  forget: async () => {},
});

/** Stores that have no room for anything. */
const full = (): NonNullable<Stored> => {
  const refuse = async (): Promise<never> => {
    throw new DOMException('no room', 'QuotaExceededError');
  };
  const { blocks, heads, ...rest } = working();
  return {
    ...rest,
    append: refuse,
    blocks: { ...blocks, put: refuse },
    heads: { ...heads, move: refuse },
  };
};

describe.each<[string, () => Stored]>([
  ['are blocked', () => null],
  ['are full', full],
  ['have room', working],
])('where stores %s', (_name, stored) => {
  const close = async () => {};
  const make = async () => ({ store: holdUnstored(stored()), close });
  const makeBlocks = async () => ({ store: holdUnstored(stored()).blocks, close });
  const makeHeads = async () => {
    const { heads, blocks } = holdUnstored(stored());
    return { store: heads, blocks, close };
  };
  const checks = [
    ...blockStoreContract(makeBlocks),
    ...headsContract(makeHeads),
    ...appendContract(make),
  ];
  for (const [name, check] of checks) test(name, check);
});

test('a match continues in the page when there is no more room, after what was stored', async () => {
  const stored = working();
  let isFull = false;
  const nodes = holdUnstored({
    ...stored,
    append: async (...args) => (isFull ? full() : stored).append(...args),
  });
  const block = (n: number) => {
    const bytes = Uint8Array.of(n);
    return { cid: cidOf('dag-cbor', bytes), bytes };
  };
  const [header, first, second] = [block(1), block(2), block(3)];
  const match = header.cid;
  expect(await nodes.append([header], match, null, match)).toBe(true);
  expect(nodes.isHeld(match)).toBe(false);
  isFull = true;
  expect(await nodes.append([second], match, first.cid, second.cid)).toBe(false);
  expect(await nodes.append([first], match, match, first.cid)).toBe(true);
  expect(nodes.isHeld(match)).toBe(true);
  // once a part of it is held, so is the rest
  isFull = false;
  expect(await nodes.append([second], match, first.cid, second.cid)).toBe(true);
  expect(await nodes.heads.get(match)).toEqual(second.cid);
  expect(await stored.heads.get(match)).toEqual(match);
  expect(await nodes.blocks.get(match)).toEqual(header.bytes);
});
