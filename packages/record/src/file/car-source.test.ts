/** Records of CARs whose blocks, labels or roots are not what they should be: the node that is wrong is named. */
import { cidOf, fail, type Game, unwrap } from '@kifu/core';
import { chess } from '@kifu/games/chess';
import { beforeAll, expect, test } from 'vitest';
import { beginMatch, endMatch, type Playing, playOn } from '../../test/matches.ts';
import { writeCar } from '../car/index.ts';
import { judge, nodesOf } from '../index.ts';
import type { Block } from '../node/collect.ts';
import { findRecords, type Games, verifySource } from './index.ts';

const games: Games = {
  names: () => ['chess'],
  load: async name =>
    name === 'chess' ? { ok: true, value: chess as never } : fail('unknown-game', 'unknown game'),
};

let playing: Playing;
let blocks: readonly Block[];
let other: Block;

const blocksOf = ({ chain }: Playing): readonly Block[] =>
  nodesOf(chain).map(bytes => ({ cid: cidOf('dag-cbor', bytes), bytes }));

beforeAll(async () => {
  playing = await beginMatch({ game: chess.game as Game, keys: true });
  await playOn(playing, 4);
  const fork: Playing = { ...playing, seqs: new Map(playing.seqs) };
  await playOn(fork, 1);
  other = blocksOf(fork).at(-1)!;
  const outcome = { result: 'draw', winners: [], points: null, reason: 'decree' } as const;
  await endMatch(playing, { outcome });
  blocks = blocksOf(playing);
});

async function verifyCar(root: Block, all: readonly Block[]) {
  for await (const source of findRecords(games, '', writeCar([root.cid], all), null)) {
    const { report, fault } = await verifySource(games, unwrap(source));
    const { code, rule = null, at } = fault ?? { code: 'good', at: {} };
    return { code, rule, path: at?.path, good: report!.good, verdict: judge(report!).verdict };
  }
  throw new Error('nothing was found');
}

test('verifies a match of blocks in any order, among blocks that do not belong to it', async () => {
  const stray = { cid: cidOf('dag-cbor', Uint8Array.of(0x80)), bytes: Uint8Array.of(0x80) };
  const good = { code: 'good', good: 6, verdict: 'verified' };
  expect(await verifyCar(blocks.at(-1)!, blocks)).toMatchObject(good);
  expect(await verifyCar(blocks.at(-1)!, [...blocks.toReversed(), stray])).toMatchObject(good);
});

test.each([0, 3, 6])('refuses a root that is older than the newest node: node %i', async n => {
  expect(await verifyCar(blocks[n]!, blocks)).toMatchObject({
    ...{ code: 'broken-chain', rule: 'root', good: n, verdict: 'broken' },
    path: n === 6 ? '/ending' : `/entries/${n}`,
  });
});

test('refuses two nodes that follow on the same one', async () => {
  for (const all of [
    [...blocks, other],
    [other, ...blocks],
  ])
    expect(await verifyCar(blocks.at(-1)!, all)).toMatchObject({
      ...{ code: 'broken-chain', rule: 'root', path: '/ending', good: 6, verdict: 'broken' },
    });
});

test.each([1, 3, 6])('refuses a match where the block of node %i is missing', async n => {
  expect(await verifyCar(blocks.at(-1)!, blocks.toSpliced(n, 1))).toMatchObject({
    ...{ code: 'not-found', path: `/entries/${n - 1}`, good: n - 1, verdict: 'broken' },
  });
});

test('of a match without its end, names the first node that is missing', async () => {
  expect(await verifyCar(blocks.at(-1)!, blocks.slice(0, 5))).toMatchObject({
    ...{ code: 'not-found', path: '/entries/4', good: 4, verdict: 'broken' },
  });
});

test.each([0, 2, 7])('refuses bytes that are not those of their id: node %i', async n => {
  const label = cidOf('dag-cbor', Uint8Array.of(n));
  const all = blocks.with(n, { ...blocks[n]!, cid: label });
  const path = n === 0 ? '/header' : n === 7 ? '/ending' : `/entries/${n - 1}`;
  expect(await verifyCar(blocks.at(-1)!, all)).toMatchObject({
    ...{ code: 'broken-chain', path, good: Math.max(0, n - 1), verdict: 'broken' },
  });
});

test.each([0, 2, 7])(
  'says of bytes without form that they have none, before their id: node %i',
  async n => {
    const { bytes, cid } = blocks[n]!;
    const path = n === 0 ? '/header' : n === 7 ? '/ending' : `/entries/${n - 1}`;
    for (const changed of [Uint8Array.of(...bytes, 0), bytes.subarray(0, -1)])
      expect(
        await verifyCar(blocks.at(-1)!, blocks.with(n, { cid, bytes: changed })),
      ).toMatchObject({
        ...{ code: 'malformed', path, good: Math.max(0, n - 1), verdict: 'broken' },
      });
  },
);

test('refuses an id of another kind of block', async () => {
  const all = blocks.with(2, { ...blocks[2]!, cid: { ...blocks[2]!.cid, codec: 'dag-pb' } });
  expect(await verifyCar(blocks.at(-1)!, all)).toMatchObject({ path: '/entries/1', good: 1 });
});
