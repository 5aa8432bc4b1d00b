/** What a peer makes of the trees of others: its own games, from every tree that lists them, and what others have done wrong. */
import { formatCid, unwrap } from '@kifu/core';
import { describe, expect, test } from 'vitest';
import { makeReading } from '../../test/games.ts';
import {
  accept,
  confirm,
  HOUR,
  type Making,
  makePlayer,
  offer,
  play,
  START,
  stepOf,
} from '../../test/players.ts';
import { encodeCommit, type SignedCommit } from '../commit.ts';
import { fileBlock, hashOfFile } from '../ipld.ts';
import { gameName } from '../life/game-record.ts';
import {
  changeNamespace,
  joinChanges,
  type NamespaceChange,
  newTree,
  setCommit,
  setFile,
  setObject,
} from '../namespace/write.ts';
import { peerIdOf, signNodeList } from '../node-list.ts';
import type { Signer } from '../pgp/secret-key.ts';
import type { Keeping } from '../read-record.ts';
import { formatTimestamp, SECOND } from '../timestamp.ts';
import { putBlocks } from '../unixfs/tree.ts';
import { readGames } from './games.ts';
import { syncTree } from './sync.ts';
import { forgetStrangers, MAX_TREES, readTrees, type Trees } from './trees.ts';

const [ann, bob, eve] = (await Promise.all(
  ['Ann', 'Bob', 'Eve'].map(async name => (await makePlayer(name)).signer),
)) as [Signer, Signer, Signer];
const offered = await offer(ann, 'go');
const confirmed = await confirm(await accept(offered, bob), ann);
const playing = await play(await play(confirmed, ann, ';B[cc]'), bob, ';W[bb]');
const NODES = [1, 2].map(byte => peerIdOf(new Uint8Array(32).fill(byte)));

/** Publishes a tree; gives its root. */
async function publish(
  reading: Keeping,
  signer: Signer,
  change: readonly NamespaceChange[] = [],
  nodes: { readonly list: readonly string[]; readonly at: bigint } = { list: NODES, at: START },
): Promise<string> {
  const signed = unwrap(await signNodeList(signer, nodes.list, nodes.at));
  const tree = joinChanges([newTree(signer.file.bytes, signed), ...change]);
  const { root, blocks } = unwrap(await changeNamespace(reading, null, tree, START));
  await putBlocks(reading.blocks, blocks);
  return root;
}

/** Lists the newest commit of a game; the others go along. */
async function list(
  reading: Keeping,
  { record, commits }: Pick<Making, 'record' | 'commits'>,
): Promise<NamespaceChange> {
  const path = ['current-games', gameName(record)];
  const all = commits.map(signed => setCommit(path, signed));
  await putBlocks(
    reading.blocks,
    all.flatMap(({ blocks }) => blocks),
  );
  return all.at(-1)!;
}

const treesOf = async (reading: Keeping, root: string, ...others: string[]): Promise<Trees> =>
  unwrap(
    await readTrees(reading, {
      root,
      others: Object.fromEntries(others.map((each, i) => [`${i}`, each])),
    }),
  );

/** What the player of the first tree learns, and where the tree stands after it. */
async function look(reading: Keeping, now: bigint, root: string, ...others: string[]) {
  const trees = await treesOf(reading, root, ...others);
  const { games, bad } = await readGames(reading, trees, now);
  const synced = await syncTree(reading, trees, games, now);
  const published = unwrap(await changeNamespace(reading, root, synced.change, now));
  await putBlocks(reading.blocks, published.blocks);
  return { games, bad, news: synced.news, root: published.root };
}

describe('misconduct', () => {
  test('an offer that is confirmed twice: both contenders learn of it, once', async () => {
    const reading = makeReading();
    const second = await confirm(await accept(offered, eve), ann);
    const own = await publish(reading, bob, [await list(reading, confirmed)]);
    const theirs = await publish(reading, ann, [
      await list(reading, confirmed),
      await list(reading, second),
    ]);
    const seen = await look(reading, confirmed.now, own, theirs);
    const flag = { name: 'equivocation', against: ann.file.fingerprint };
    expect(seen.news.filter(({ what }) => what === 'evidence')).toMatchObject([{ flag }]);
    const again = await look(reading, confirmed.now, seen.root, theirs);
    expect(again.news.filter(({ what }) => what === 'evidence')).toEqual([]);
  });

  test('an offer that is confirmed again after its first game has ended', async () => {
    const reading = makeReading();
    const second = await confirm(await accept(offered, eve), ann);
    await list(reading, confirmed);
    const own = await publish(reading, bob);
    const theirs = await publish(reading, ann, [await list(reading, second)]);
    const heads = [confirmed.record.head.cid];
    const ended = new Map([
      [gameName(confirmed.record), { phase: 'cancelled', heads, history: null }] as const,
    ]);
    const trees = await treesOf(reading, own, theirs);
    const later = confirmed.now + 24n * HOUR;
    const { games } = await readGames(reading, trees, later, ended);
    expect(games.map(({ record }) => record.phase)).toEqual(['cancelled', 'cancelled']);
    const { news, change } = await syncTree(reading, trees, games, later);
    const flag = { name: 'equivocation', against: ann.file.fingerprint };
    expect(news.filter(({ what }) => what === 'evidence')).toMatchObject([{ flag }]);
    expect(change.changes.filter(({ path }) => path[0] === 'current-games')).toEqual([]);
  });

  test('a step that the rules refuse: the record stays where it was', async () => {
    const reading = makeReading();
    const illegal = await stepOf(playing, ann, ';B[cc]');
    const own = await publish(reading, bob, [await list(reading, playing)]);
    const commits: SignedCommit[] = [...playing.commits, illegal];
    const theirs = await publish(reading, ann, [await list(reading, { ...playing, commits })]);
    const { games, news } = await look(reading, illegal.commit.at, own, theirs);
    expect(games[0]?.record.head.cid).toBe(playing.record.head.cid);
    const flag = { name: 'illegal-move', against: ann.file.fingerprint };
    expect(news).toMatchObject([{ what: 'evidence', flag }]);
  });
});

test('a list of nodes that another node has signed later is taken over', async () => {
  const reading = makeReading();
  const own = await publish(reading, bob, [], { list: NODES.slice(0, 1), at: START });
  const other = await publish(reading, bob, [], { list: NODES, at: START + 10n * SECOND });
  const { root } = await look(reading, START, own, other);
  expect((await treesOf(reading, root)).mine.nodes.nodes).toEqual(NODES.toSorted());
  const back = await look(reading, START, other, own);
  expect((await treesOf(reading, back.root)).mine.nodes.nodes).toEqual(NODES.toSorted());
});

test('games with a player of another protocol version are passed over', async () => {
  const reading = makeReading();
  const own = await publish(reading, bob, [await list(reading, confirmed)]);
  const theirs = await publish(reading, ann, [
    await list(reading, playing),
    setFile(['version'], 'ipgs-protocol 2.0.0\n'),
  ]);
  const { games } = await look(reading, playing.now, own, theirs);
  expect(games[0]?.record.head.cid).toBe(confirmed.record.head.cid);
});

test('spends little on a million listed commits that are unreachable, and continues its games', async () => {
  const reading = makeReading();
  const CHAIN = 10_000;
  const LISTED = process.env.KIFU_DEEP === '1' ? 1000 : 100;
  const payload = fileBlock(new TextEncoder().encode('{}'));
  const blocks = [payload, fileBlock(eve.file.bytes)];
  let parent: string | null = null;
  const changes: NamespaceChange[] = [];
  for (let i = 0; i < CHAIN; i++) {
    const timestamp = formatTimestamp(START + BigInt(i) * SECOND);
    const block = encodeCommit({
      ...{ type: i === 0 ? 'challenge-offer' : 'game-step', key: eve.file.hash, parent, timestamp },
      ...{ data: hashOfFile(payload.bytes), signature: 'x' },
    });
    blocks.push(block);
    parent = formatCid(block.cid);
    // each head has nearly all of the chain behind it
    if (i >= CHAIN - LISTED)
      changes.push(
        setObject(['current-games', `${eve.file.hash}|${timestamp}|${bob.file.hash}`], block),
      );
  }
  await putBlocks(reading.blocks, blocks);
  const own = await publish(reading, bob, [await list(reading, confirmed)]);
  const [hostile, good] = [
    await publish(reading, eve, changes),
    await publish(reading, ann, [await list(reading, playing)]),
  ];
  let reads = 0;
  const counting: Keeping = {
    ...reading,
    blocks: {
      ...reading.blocks,
      get: (cid, ask) => {
        reads++;
        return reading.blocks.get(cid, ask);
      },
    },
  };
  const trees = await treesOf(counting, own, hostile, good);
  const { games, bad } = await readGames(counting, trees, playing.now);
  expect(games.map(({ record }) => record.head.cid)).toEqual([playing.record.head.cid]);
  expect(bad).toHaveLength(LISTED);
  expect(new Set(bad.map(({ fault }) => fault.rule))).toEqual(new Set(['record', 'length']));
  expect(reads).toBeLessThan(120_000);
});

test('a stranger makes room for the next one, a friend does not', () => {
  const others = Object.fromEntries(
    Array.from({ length: MAX_TREES + 10 }, (_, n) => [`player-${n}/node`, `root-${n}`]),
  );
  const left = forgetStrangers(others, fingerprint => fingerprint === 'player-3');
  expect(Object.keys(left)).toHaveLength(MAX_TREES);
  expect(left).toHaveProperty('player-3/node');
  expect(left).not.toHaveProperty('player-10/node');
  expect(left).toHaveProperty('player-11/node');
  expect(forgetStrangers(left, () => false)).toEqual(left);
});
