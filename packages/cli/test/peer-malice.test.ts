/** A peer of the test suite that keeps to no rule, against one that does. It has a folder of its own, and its player's key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cidOf, formatCid, unwrap } from '@kifu/core';
import { loadKit } from '@kifu/games';
import { findCommitGame } from '@kifu/games/commits';
import {
  createKeyring,
  fileBlock,
  fromMs,
  type Keeping,
  type SignedCommit,
  unlock,
} from '@kifu/ipgs';
import { createSqliteStore, type SqliteStore } from '@kifu/stores/sqlite';
import { multiaddr } from '@multiformats/multiaddr';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCommit } from '../../ipgs/src/commit.ts';
import { readCommits } from '../../ipgs/src/read-record.ts';
import { encodeEnvelope, LOBBY } from '../../peer/src/gossip/envelope.ts';
import { checkRecord, makeRecord, routingKeyOf } from '../../peer/src/ipns/records.ts';
import { createBans } from '../../peer/src/node/bans.ts';
import { openDatastore } from '../../peer/src/node/datastore.ts';
import { framesOf } from '../../peer/src/node/frames.ts';
import { createNode, type PeerNode } from '../../peer/src/node/node.ts';
import { answerAll, type SyncAnswers } from '../../peer/src/sync/answer.ts';
import { createSyncClient, type SyncClient, SyncRefused } from '../../peer/src/sync/ask.ts';
import { SYNC } from '../../peer/src/sync/messages.ts';
import { as, folderOf, json, NETWORK, type PeerProcess, startPeer, until } from './peers.ts';

let ann: PeerProcess;
let store: SqliteStore;
let reading: Keeping;
const nodes: PeerNode[] = [];
afterAll(async () => {
  for (const { libp2p } of nodes) await libp2p.stop();
  await store?.close();
});

/** Mal's peer is gone, and the test speaks in its place: with its node key and Mal's signature. */
let game: string;
let chain: readonly SignedCommit[];
let secret: Uint8Array;

beforeAll(async () => {
  for (const name of ['ann', 'mal']) await as(name, 'id', 'new', name);
  ann = await startPeer('ann');
  const mal = await startPeer('mal', '--peer', ann.address);
  const { id } = await json('ann', 'challenge', 'offer', 'chess', '--first', 'them');
  await until('mal hears of it', async () => (await as('mal', 'challenge', 'list')).includes(id));
  game = (await json('mal', 'challenge', 'accept', id)).id;
  await until('ann hears of it', async () => (await as('ann', 'challenge', 'list')).includes(game));
  await as('ann', 'challenge', 'confirm', game);
  await until('it begins', async () => (await as('mal', 'game', 'list')).includes('your turn'));
  // commits come faster than trees
  await until('ann knows who mal is', () =>
    ann.said.some(({ event, player }) => event === 'tree' && player === 'mal'),
  );
  await mal.kill();
  store = await createSqliteStore(join(folderOf('mal'), 'ipgs.sqlite'));
  reading = { blocks: store.blocks, keyring: createKeyring(), findGame: findCommitGame(loadKit) };
  secret = Buffer.from((await store.vault.get('peer', 'node-key')) as string, 'hex');
  const { games } = await json('ann', 'game', 'list');
  chain = unwrap(await readCommits(reading, games[0].head));
});

/** A node that speaks to Ann. */
interface TestNode {
  readonly node: PeerNode;
  /** Asks Ann, and again where the connection is lost, as it may be on a busy machine. */
  ask<T>(
    work: (asker: SyncClient) => Promise<NonNullable<T>>,
    lost?: () => void,
  ): Promise<NonNullable<T>>;
  /** Sends a commit, to which Ann says this. */
  puts(block: Uint8Array, data: Uint8Array, said: string): Promise<void>;
}

const dial = async (key: Uint8Array): Promise<TestNode> => {
  const datastore = openDatastore(':memory:');
  datastore.hearSequence = () => true; // it takes and sends everything
  const node = await createNode({
    ...{ secret: key, listen: [], datastore, network: NETWORK },
    ...{ bans: createBans(Date.now), announce: [], relay: null, isAnnouncedLocally: false },
  });
  nodes.push(node);
  await node.libp2p.start();
  let asker: SyncClient | null = null;
  const ask: TestNode['ask'] = (work, lost = () => {}) =>
    until('an answer', async () => {
      try {
        asker ??= await askAgain(node);
        return await work(asker);
      } catch (cause) {
        if (cause instanceof SyncRefused && cause.code !== 'closed') throw cause;
        asker = null;
        lost();
        return null;
      }
    });
  const puts: TestNode['puts'] = async (block, data, said) => {
    let wasLost = false;
    const code = await codeOf(
      ask(
        each => each.put(block, data).then(() => 'ok'),
        () => {
          wasLost = true;
        },
      ),
    );
    // of which Ann may have said the same before, unheard
    expect(wasLost && code === 'stale' ? said : code).toBe(said);
  };
  return { node, ask, puts };
};

const askAgain = async ({ libp2p }: PeerNode): Promise<SyncClient> =>
  createSyncClient(framesOf(await libp2p.dialProtocol(multiaddr(ann.address), SYNC), 'ann'));

const signerOf = async (player: string) => {
  const file = unwrap(
    await reading.keyring.read(readFileSync(join(folderOf(player), 'identity.asc'))),
  );
  const pair = { file, secret: readFileSync(join(folderOf(player), 'secret.asc'), 'utf8') };
  return unwrap(await unlock(pair, 'so'));
};

/** A step on top of a commit. */
const stepBy = async (player: string, text: string, parent = chain.at(-1)!.commit.cid) =>
  unwrap(
    await makeCommit(await signerOf(player), {
      ...{ type: 'game-step', payload: new TextEncoder().encode(text), parent },
      at: fromMs(Date.now()),
    }),
  );

const codeOf = (put: Promise<unknown>): Promise<string> =>
  put.then(
    () => 'ok',
    (error: { code: string }) => error.code,
  );

const commitsOf = async () => (await json('ann', 'game', 'list')).games[0]?.commits;
/** Steps of white's pawns: two that are legal, and one that goes too far. */
const [E4, D4, E5] = ['0x0C1C00', '0x0B1B00', '0x0C2400'] as const;
const fresh = (n: number) => new Uint8Array(32).fill(n);

test('commits that no player of the game signed, or of another game, change nothing', async () => {
  const { puts } = await dial(fresh(1));
  const good = await stepBy('mal', E4);
  const text = new TextDecoder().decode(good.block.bytes);
  const forged = new TextEncoder().encode(text.replace(/"timestamp":"20/, '"timestamp":"19'));
  await puts(forged, good.payload, 'invalid-commit');
  await puts(good.block.bytes, new TextEncoder().encode(D4), 'invalid-commit');
  await puts(new Uint8Array(100), good.payload, 'invalid-commit');
  await puts(new Uint8Array(100_000), good.payload, 'too-large');
  const elsewhere = await stepBy('mal', E4, chain[0]!.commit.data);
  await puts(elsewhere.block.bytes, elsewhere.payload, 'not-found');
  // what was said before is no news
  await puts(chain[1]!.block.bytes, chain[1]!.payload, 'stale');
  expect(await commitsOf()).toBe(3);
});

test('a frame that claims to be a gigabyte ends the stream, and a sender of junk is cut off', async () => {
  const { node } = await dial(fresh(2));
  const stream = await until('a stream', () =>
    node.libp2p.dialProtocol(multiaddr(ann.address), SYNC).catch(() => null),
  );
  stream.send(Uint8Array.of(0x80, 0x80, 0x80, 0x80, 0x04, 1, 2, 3)); // 2^30 as a varint
  await until('the stream ends', () => stream.status !== 'open');
  const good = await stepBy('mal', E4);
  // twenty in a minute are put up with; a minute may turn meanwhile, or the connection be lost
  await until('it is cut off', async () => {
    const asker = await askAgain(node).catch(() => null);
    for (let i = 0; asker !== null && i < 60; i++)
      await codeOf(asker.put(new Uint8Array(50).fill(i), good.payload));
    return asker === null && ann.said.some(({ event }) => event === 'banned');
  });
  await expect(node.libp2p.dialProtocol(multiaddr(ann.address), SYNC)).rejects.toThrow();
});

test('ten thousand offers are a flood, and memory stays what it was', async () => {
  const { node, ask } = await dial(fresh(3));
  await ask(asker => asker.heads());
  const { pubsub } = node.libp2p.services;
  pubsub.subscribe(LOBBY);
  await until('ann is in the lobby', () => pubsub.getSubscribers(LOBBY).length > 0);
  const before = residentBytes();
  const [offer] = chain;
  const isCutOff = () => node.libp2p.getConnections().length === 0;
  const flood = async (i: number): Promise<void> => {
    const message = { t: 'commit', cid: offer!.commit.cid, block: offer!.block.bytes } as const;
    const data = encodeEnvelope({
      ...{ at: fromMs(Date.now()) + BigInt(i), node: node.libp2p.peerId.toString() },
      message: { ...message, data: new Uint8Array(1000).fill(i) },
    });
    await pubsub.publish(LOBBY, data).catch(() => {});
  };
  let count = 0;
  while (count < 10_000 && !isCutOff()) await flood(count++);
  // what was lost on the way was no flood
  await until('it is cut off', async () => {
    if (!isCutOff()) await flood(count++);
    return isCutOff();
  });
  expect(residentBytes() - before).toBeLessThan(100 << 20);
  expect((await json('ann', 'peer', 'status')).player).toBe('ann');
});

/** Of Ann's process. */
function residentBytes(): number {
  const status = readFileSync(`/proc/${ann.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) * 1024;
}

/** A node that answers what Ann asks it, by these; says how often each thing was asked. */
async function answerAnn(n: number, record: SyncAnswers['record']) {
  const { node, ask } = await dial(fresh(n));
  const asked = { heads: 0, record: 0, ended: 0 };
  const name = [...(await ask(asker => asker.heads())).keys()][0]!;
  await node.libp2p.handle(SYNC, async (stream, { remotePeer }) => {
    await answerAll(framesOf(stream, remotePeer.toString()), {
      ...{
        version: chain[0]!.commit.cid,
        player: null,
        greeted: () => {},
        mayAsk: () => true,
        turn: () => true,
      },
      async heads() {
        asked.heads++;
        return new Map([[name, cidOfText('nobody has it')]]);
      },
      async record(...words) {
        asked.record++;
        return record(...words);
      },
      block: async () => null,
      put: async () => 'stale',
      ipns: async () => null,
    });
    asked.ended++;
  });
  const greet = () => ask(asker => asker.hello(chain[0]!.commit.cid, null));
  return { asked, greet };
}

const cidOfText = (text: string) => formatCid(cidOf('dag-json', new TextEncoder().encode(text)));

test.each<[string, number, SyncAnswers['record']]>([
  [
    'a million commits that lead nowhere',
    5,
    async () => ({
      isDone: false,
      blocks: (async function* () {
        for (let i = 0; i < 256; i++) {
          const bytes = new TextEncoder().encode(`{"junk":${i}}`);
          yield { cid: cidOf('dag-json', bytes), bytes };
        }
      })(),
    }),
  ],
  [
    'the same commits for ever',
    6,
    async () => ({
      isDone: false,
      blocks: (async function* () {
        for (const { block, payload } of chain) {
          yield fileBlock(payload);
          yield block;
        }
      })(),
    }),
  ],
])('a node that offers %s is asked once each time', async (_what, n, record) => {
  const { asked, greet } = await answerAnn(n, record);
  for (let times = 1; times <= 3; times++) {
    await greet();
    await until('ann asks again', () => asked.record >= times);
    expect(asked.record).toBeLessThanOrEqual(asked.heads);
  }
  expect(await commitsOf()).toBe(3);
});

test('blocks of a gigabyte in all are cut off, and memory stays what it was', async () => {
  const before = residentBytes();
  let sent = 0;
  const { asked, greet } = await answerAnn(7, async () => ({
    isDone: false,
    blocks: (async function* () {
      for (; sent < 1 << 30; sent += 900_000) {
        const bytes = new Uint8Array(900_000).fill(sent % 251);
        yield { cid: cidOf('raw', bytes), bytes };
      }
    })(),
  }));
  await greet();
  await until('ann ends the stream', () => asked.ended > 0);
  expect(sent).toBeLessThan(100 << 20);
  expect(residentBytes() - before).toBeLessThan(200 << 20);
  expect((await json('ann', 'peer', 'status')).player).toBe('ann');
});

test('a node that calls twice is shown once', async () => {
  const { libp2p } = (await dial(fresh(8))).node;
  const twice = async () => {
    await libp2p.dial(multiaddr(ann.address), { force: true });
    return libp2p.getConnections().length > 1;
  };
  await until('there are two connections', twice);
  const shown = async () =>
    (await json('ann', 'peer', 'status')).connections.filter(
      ({ node }: { node: string }) => node === libp2p.peerId.toString(),
    );
  await until('ann shows it', async () => (await shown()).length > 0);
  expect(await shown()).toHaveLength(1);
  await libp2p.stop();
});

test('an old IPNS record does not bring an old tree back', async () => {
  const { node, ask } = await dial(secret); // Mal's own node
  const name = node.libp2p.peerId.toString();
  const newestAtAnn = async () =>
    unwrap(await checkRecord(name, await ask(asker => asker.ipns(name))));
  const newest = await newestAtAnn();
  expect(newest.sequence).toBeGreaterThan(0n);
  /** Puts a record to the DHT; gives the number of nodes that took it. */
  const putRecord = async (sequence: bigint): Promise<number> => {
    const record = await makeRecord(node.key, newest.root, sequence);
    let taken = 0;
    for await (const event of node.libp2p.services.dht.put(routingKeyOf(name), record))
      if (event.name === 'PEER_RESPONSE' && event.messageName === 'PUT_VALUE') taken++;
    return taken;
  };
  // Ann is one of its nodes soon after the connection was made
  const put = [newest.sequence];
  await until('a record is taken', async () => {
    put.push(put.at(-1)! + 2n);
    return (await putRecord(put.at(-1)!).catch(() => 0)) === 1;
  });
  expect(await putRecord(put.at(-1)! - 1n)).toBe(0);
  // Ann may have looked the name up meanwhile, and goes by the newest
  const { root, sequence } = await newestAtAnn();
  expect(root).toEqual(newest.root);
  expect(put).toContain(sequence);
});

test('an illegal step and a second one are refused, kept as proof, and counted', async () => {
  const { puts } = await dial(fresh(4));
  const illegal = await stepBy('mal', E5);
  await puts(illegal.block.bytes, illegal.payload, 'invalid-commit');
  expect(await commitsOf()).toBe(3);
  const one = await stepBy('mal', E4);
  await puts(one.block.bytes, one.payload, 'ok');
  const other = await stepBy('mal', D4);
  await puts(other.block.bytes, other.payload, 'fork');
  const evidence = await until('it is kept', async () => {
    const said = await as('ann', 'namespace', 'evidence');
    return said.includes('two steps on one commit') && said;
  });
  expect(evidence).toMatch(/by mal +published by ann/);
  expect(await as('ann', 'player', 'show', 'mal')).toMatch(/double signing +1/);
});
