/** Which moves of a head those who tidy up must know of. */
import { cidOf } from '@kifu/core';
import { headOf, nodesOf } from '@kifu/record';
import { beforeAll, expect, test } from 'vitest';
import { node } from '../../test/blocks.ts';
import { KITS, matchOf, playInto } from '../../test/stored-matches.ts';
import { memoryStores } from '../memory/index.ts';
import { mayLeadBack } from './lead-back.ts';

let blocks: { cid: ReturnType<typeof cidOf>; bytes: Uint8Array }[];
let others: typeof blocks;
beforeAll(async () => {
  const [chain, other] = await Promise.all(
    [0, 1].map(n => playInto(memoryStores(), n, { kit: KITS[0]! })),
  );
  blocks = nodesOf(chain!).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  others = nodesOf(other!).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));
  expect(matchOf(chain!)).toEqual(blocks[0]!.cid);
  expect(headOf(chain!)).toEqual(blocks.at(-1)!.cid);
});

const at = (n: number) => blocks.at(n)!.cid;

test('one node after the other does not lead back', () => {
  expect(mayLeadBack([blocks[0]!], null, at(0))).toBe(false);
  for (let n = 1; n < blocks.length; n++)
    expect(mayLeadBack([blocks[n]!], at(n - 1), at(n))).toBe(false);
});

test('several nodes at once, in any order, do not lead back', () => {
  expect(mayLeadBack(blocks, null, at(-1))).toBe(false);
  expect(mayLeadBack(blocks.toReversed(), null, at(-1))).toBe(false);
  expect(mayLeadBack(blocks.slice(3, 9), at(2), at(8))).toBe(false);
  expect(mayLeadBack(blocks.slice(3, 6), at(2), at(5))).toBe(false);
});

test('a head that leads to blocks which do not come along may lead back', () => {
  expect(mayLeadBack([], at(0), at(1))).toBe(true);
  expect(mayLeadBack([], null, at(0))).toBe(true);
  expect(mayLeadBack([blocks[2]!], at(0), at(2))).toBe(true);
  expect(mayLeadBack([blocks[1]!], at(0), at(2))).toBe(true);
  expect(mayLeadBack(blocks.slice(1), null, at(-1))).toBe(true);
  expect(mayLeadBack(blocks.slice(4, 15), at(2), at(-1))).toBe(true);
  expect(mayLeadBack(others.slice(1), at(0), others.at(-1)!.cid)).toBe(true);
});

test('a block that is not a node has no predecessor', () => {
  expect(mayLeadBack([node(1)], at(0), node(1).cid)).toBe(false);
});
