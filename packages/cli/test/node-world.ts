/** Nodes of players in one process, each with a folder in memory; what they say to each other is lost, doubled, late and out of order by a seed. */
import { setImmediate } from 'node:timers/promises';
import { type Game, type Json, ok, parseCid, unwrap } from '@kifu/core';
import { fileBlock, gameName, newTree, putBlocks, type Signer, signNodeList } from '@kifu/ipgs';
import { moversOf } from '@kifu/record/match-state';
import type { Block } from '@kifu/record/node';
import { memoryBlocks, memoryVault } from '@kifu/stores/memory';
import { generateKeyPairFromSeed } from '@libp2p/crypto/keys';
import { seatOf } from '../../ipgs/src/life/game-record.ts';
import { accept, confirm, makePlayer, offer, START } from '../../ipgs/test/players.ts';
import { createFetcher } from '../../peer/src/blocks/fetcher.ts';
import { createCheckedCommits } from '../../peer/src/checked-commits.ts';
import { type CommitExchange, createCommitExchange } from '../../peer/src/commit-exchange.ts';
import {
  createFolderRefresher,
  type FolderRefresher,
  TREE_MS,
} from '../../peer/src/folder-refresher.ts';
import { createRates } from '../../peer/src/gossip/rates.ts';
import { makeRecord } from '../../peer/src/ipns/records.ts';
import { createLiveGames } from '../../peer/src/live-games.ts';
import { openDatastore } from '../../peer/src/node/datastore.ts';
import { answersOf } from '../../peer/src/peer-answers.ts';
import { ownNodes, type PeerEvent, type PeerState } from '../../peer/src/peer-state.ts';
import { createReadWriteLock } from '../../peer/src/read-write-lock.ts';
import { createSigningTurn } from '../../peer/src/signing-turn.ts';
import type { SyncAnswers } from '../../peer/src/sync/answer.ts';
import { type SyncClient, SyncRefused } from '../../peer/src/sync/ask.ts';
import { type SyncPeers, sayTurn } from '../../peer/src/sync/neighbours.ts';
import { createTreeSync, type TreeSync } from '../../peer/src/tree-sync.ts';
import { FAIR, type Weather, type World } from '../../peer/test/world.ts';
import { openFolder, type PeerFolder } from '../src/ipgs/peer-folder.ts';
import { homeOf } from '../src/ipgs/run-peer.ts';
import { collector, makeIo } from './run-kifu.ts';

/** A node of a player. */
export interface TestNode {
  readonly name: string;
  readonly signer: Signer;
  readonly folder: PeerFolder;
  readonly state: PeerState;
  readonly commits: CommitExchange;
  readonly looking: FolderRefresher;
  readonly answers: SyncAnswers;
  readonly heard: PeerEvent[];
  /** Says hello to another, which then asks for what is new. */
  greet(to: TestNode): Promise<void>;
}

/** Nodes and the ways between them. */
export interface NodeWorld {
  readonly nodes: readonly TestNode[];
  /** The name of the game that all play. */
  readonly game: string;
  setWeather(weather: Weather): void;
  /** Cuts the ways between nodes, until they are joined again. */
  cut(a: TestNode, b: TestNode): void;
  join(): void;
  /** A step of chess, drawn at random, where it is the player's turn; null where not. */
  step(node: TestNode): Promise<boolean> | null;
  /** Lets so much time pass. */
  pass(ms: number): Promise<void>;
}

const RECONNECT_MS = 500;

/** Waits until nothing more happens by itself: all keys and signatures are asked for through one interface. */
function createQuiet(): () => Promise<void> {
  let pending = 0;
  const { subtle } = globalThis.crypto;
  for (const name of ['sign', 'verify', 'importKey', 'exportKey', 'digest'] as const) {
    const work = subtle[name].bind(subtle) as (...words: unknown[]) => Promise<unknown>;
    Object.defineProperty(subtle, name, {
      configurable: true,
      value: (...words: unknown[]) => {
        pending++;
        return work(...words).finally(() => {
          pending--;
        });
      },
    });
  }
  return async () => {
    for (let calm = 0; calm < 4; calm = pending === 0 ? calm + 1 : 0) await setImmediate();
  };
}
const quiet = createQuiet();

/** Two who play, and one who looks on. */
const PLAYERS = await Promise.all(
  ['ann', 'bob', 'eve'].map(async name => (await makePlayer(name)).signer),
);
const [ANN, BOB] = PLAYERS as [Signer, Signer];

/** Nodes by the names of their players and a number, `ann`, `ann2`, `bob`; those of the two know that a game of chess has begun. */
export async function createNodes(world: World, names: readonly string[]): Promise<NodeWorld> {
  const { random, timer } = world;
  let weather = FAIR;
  const cuts = new Set<string>();
  const between = (a: string, b: string) => [a, b].sort().join(' ');
  world.resting.add(quiet);

  const begun = await confirm(await accept(await offer(ANN, 'chess'), BOB), ANN);
  const game = gameName(begun.record);
  const nowMs = () => Number(begun.now / 1_000_000n) + Math.floor(timer.now());

  const reconnecting = new Set<string>();
  /** A message is lost with its connection, and those who are reconnected say hello. */
  const reconnect = (a: TestNode, b: TestNode): void => {
    const name = between(a.name, b.name);
    if (reconnecting.has(name)) return;
    reconnecting.add(name);
    world.after(RECONNECT_MS, () => {
      reconnecting.delete(name);
      if (cuts.has(name)) return;
      void a.greet(b);
      void b.greet(a);
    });
  };
  /** The way of one message. */
  const way = (from: TestNode, to: TestNode): Promise<void> =>
    new Promise((resolve, reject) => {
      const isLost = random() < weather.loss;
      const ms = weather.minMs + random() * (weather.maxMs - weather.minMs);
      world.after(ms, () => {
        if (!isLost && !cuts.has(between(from.name, to.name))) return resolve();
        reconnect(from, to);
        reject(new SyncRefused('closed'));
      });
    });
  const call = async <T>(from: TestNode, to: TestNode, work: () => Promise<T>): Promise<T> => {
    await way(from, to);
    if (random() < weather.double)
      void way(from, to)
        .then(work)
        .catch(() => {});
    const answer = await work();
    await way(to, from);
    return answer;
  };
  const askerOf = (from: () => TestNode, to: TestNode): SyncClient => {
    const ask = <T>(work: (answers: SyncAnswers) => Promise<T>) =>
      call(from(), to, () => work(to.answers));
    return {
      ...{ node: to.folder.node, isClosed: false, close() {} },
      hello: (_version, player) =>
        ask(async answers => {
          answers.greeted(from().folder.node, player);
          return { player: answers.player };
        }),
      heads: () => ask(answers => answers.heads()),
      record: (head, have) =>
        ask(async answers => {
          const found = await answers.record(head, have, 256);
          if (found === null) throw new SyncRefused('not-found');
          const blocks: Block[] = [];
          for await (const block of found.blocks) blocks.push(block);
          return { blocks, isDone: found.isDone };
        }),
      blocks: cids =>
        ask(async answers => {
          const parsed = cids.map(cid => unwrap(parseCid(cid)));
          const found = await Promise.all(
            parsed.map(async cid => ({ cid, bytes: await answers.block(cid) })),
          );
          return found.flatMap(({ cid, bytes }) => (bytes === null ? [] : [{ cid, bytes }]));
        }),
      put: (block, data) =>
        ask(async answers => {
          const said = await answers.put(from().folder.node, block, data);
          if (said !== 'ok') throw new SyncRefused(said);
        }),
      turn: word =>
        ask(async answers => {
          if (!answers.turn(from().folder.node, word)) throw new SyncRefused('busy');
        }),
      ipns: node =>
        ask(async answers => {
          const record = await answers.ipns(node);
          if (record === null) throw new SyncRefused('not-found');
          return record;
        }),
    };
  };

  const nodes: TestNode[] = [];
  const byNode = (node: string): TestNode => nodes.find(({ folder }) => folder.node === node)!;
  const openNode = async (name: string): Promise<TestNode> => {
    const signer = PLAYERS.find(({ file }) => name.startsWith(file.name))!;
    const { stream } = collector();
    const io = makeIo({}, { stdin: process.stdin, stdout: stream, stderr: stream });
    const vault = memoryVault();
    const secret = Buffer.alloc(32, `${name} ${random()}`).toString('hex');
    await vault.put('peer', 'node-key', secret);
    const stores = { blocks: memoryBlocks(), vault };
    const opened = await openFolder({ ...io, now: nowMs }, {}, name, stores);
    const folder: PeerFolder = Object.create(opened, { signer: { value: async () => ok(signer) } });
    const home = homeOf(folder);
    const heard: PeerEvent[] = [];
    const checked = createCheckedCommits();
    const state: PeerState = {
      ...{ home, reading: { ...home.reading, checked }, checked, nowMs },
      ...{ live: createLiveGames(), gate: createReadWriteLock(), rates: createRates(nowMs) },
      ...{ seen: null, isStopped: false, hear: event => heard.push(event), ban: () => {} },
    };
    const others = () => nodes.filter(({ folder: each }) => each !== folder);
    const neighbours: SyncPeers = {
      ask: (node, work) => work(askerOf(() => self, byNode(node))),
      isNear: node => !cuts.has(between(name, byNode(node).name)),
      get nodes() {
        return others().map(({ folder: each }) => each.node);
      },
      reaching() {
        const fetcher = createFetcher(nowMs);
        const from = (to: TestNode) => async (cid: string) =>
          (await askerOf(() => self, to).blocks([cid]))[0]?.bytes ?? null;
        fetcher.setSources(others().map(from));
        return { ...state.reading, blocks: fetcher.over(state.reading.blocks) };
      },
      ...{ forget() {}, stop() {} },
    };
    const key = await generateKeyPairFromSeed('Ed25519', folder.nodeSecret);
    let published: { readonly root: string; readonly record: Uint8Array } | null = null;
    let sequence = 0n;
    const looking = createFolderRefresher(
      state,
      look => commits.tellAll(look),
      async () => {
        const { root } = home;
        if (root === null || root === published?.root) return;
        published = { root, record: new Uint8Array(await makeRecord(key, root, sequence++)) };
        for (const other of others()) void self.greet(other);
      },
      timer,
    );
    const learning: TreeSync = createTreeSync(state, {
      libp2p: { services: { dht: { async *get() {} } } } as never,
      ...{ neighbours, newest: openDatastore(':memory:'), contacts: [] },
      async learned(isQuiet) {
        if (isQuiet) looking.lookSoon(TREE_MS);
        else await looking.look();
      },
    });
    const turns = createSigningTurn(
      {
        node: folder.node,
        others: () => ownNodes(state).filter(neighbours.isNear),
        say: (node, word) => sayTurn(neighbours, node, word),
      },
      timer,
    );
    const commits = createCommitExchange(state, {
      ...{ neighbours, turns },
      spread: async () => {},
      spreadOffer: () => {},
      learnFrom: node => void learning.learnFrom(node),
      lookSoon: (ms, game) => looking.lookSoon(ms, game),
    });
    const answers = answersOf(state, turns, {
      put: commits.take,
      greeted: node => void learning.learnFrom(node).then(() => commits.catchUp(node)),
      ipns: async node => (node === folder.node ? (published?.record ?? null) : null),
    });
    const self: TestNode = {
      ...{ name, signer, folder, state, commits, looking, answers, heard },
      greet: to =>
        askerOf(() => self, to)
          .hello('', null)
          .then(
            () => {},
            () => {},
          ),
    };
    return self;
  };
  for (const name of names) nodes.push(await openNode(name));
  for (const { signer, folder, looking, state } of nodes) {
    const own = nodes.filter(each => each.signer === signer).map(each => each.folder.node);
    const list = unwrap(await signNodeList(signer, own, START));
    unwrap(await folder.publish(newTree(signer.file.bytes, list)));
    for (const { block, payload, file } of begun.commits)
      await putBlocks(state.reading.blocks, [block, ...[payload, file.bytes].map(fileBlock)]);
    if (signer === ANN || signer === BOB) await folder.note(game, [begun.record.head.cid]);
    await putBlocks(state.reading.blocks, [
      fileBlock(new TextEncoder().encode(begun.record.form.rules[0]!)),
    ]);
    await world.during(looking.look());
  }
  const pass = async (ms: number): Promise<void> => {
    let isOver = false;
    world.after(ms, () => {
      isOver = true;
    });
    await world.until(() => isOver, 100_000);
  };
  // all learn of all
  for (const a of nodes) for (const b of nodes) if (a !== b) void a.greet(b);
  await pass(5000);

  return {
    ...{ nodes, game, pass },
    setWeather(given) {
      weather = given;
    },
    cut: (a, b) => void cuts.add(between(a.name, b.name)),
    join() {
      cuts.clear();
      for (const a of nodes) for (const b of nodes) if (a !== b) void a.greet(b);
    },
    step(node) {
      const live = node.state.live.all.get(game);
      const table = live?.record.match?.native?.chain.table;
      if (live === undefined || table === undefined || table.outcome !== null) return null;
      const seat = seatOf(live.record, node.signer.file.fingerprint);
      if (live.record.phase !== 'playing' && live.record.phase !== 'confirmed') return null;
      if (seat === null || !moversOf(table).includes(seat)) return null;
      const legal = [...(table.game as Game).legal(table.state, seat)];
      const move = legal[Math.floor(random() * legal.length)] as Json;
      const step = { type: 'move', seat, moves: [move], links: [], comment: '' } as const;
      return node.commits.step(game, step).then(({ ok }) => ok);
    },
  };
}
