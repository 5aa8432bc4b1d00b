/** A peer: a player's folder, and a node through which others hear of what is in it. */
import { setTimeout as delay } from 'node:timers/promises';
import { type CommitStep, fail, type Result } from '@kifu/core';
import type { Acted, Signer } from '@kifu/ipgs';
import type { BlockStore } from '@kifu/record/store';
import type { Connection, Libp2p, Stream } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { multiaddr } from '@multiformats/multiaddr';
import { createCheckedCommits } from './checked-commits.ts';
import { createCommitExchange } from './commit-exchange.ts';
import { framePair } from './follow/frame-pair.ts';
import { FOLLOW } from './follow/protocol.ts';
import { takePublications } from './follow/publishing.ts';
import { createShelf } from './follow/shelf.ts';
import { createGate } from './gate.ts';
import { createRates } from './gossip/rates.ts';
import type { Look, PeerHome } from './home.ts';
import { createPublisher } from './ipns/publisher.ts';
import { resolveAll } from './ipns/resolve.ts';
import { createLiveGames, type LiveGame } from './live-games.ts';
import { createMatchDesk, type MatchDesk } from './local/match-desk.ts';
import { createLooking, TREE_MS } from './looking.ts';
import { MATCH_PROTOCOL } from './match/frame-wire.ts';
import { createBans } from './node/bans.ts';
import { createContacts } from './node/contacts.ts';
import { openDatastore } from './node/datastore.ts';
import { type FrameStream, framesOf } from './node/frames.ts';
import { createNode } from './node/node.ts';
import type { RelayLimits } from './node/relay-budget.ts';
import { answersOf, mayAsk, playerOf, VERSION } from './peer-answers.ts';
import { createPeerGossip } from './peer-gossip.ts';
import { misbehaved, nodesOf, ownNodes, type PeerEvent, type PeerState } from './peer-state.ts';
import { createSigningTurn } from './signing-turn.ts';
import { answerAll } from './sync/answer.ts';
import { SYNC } from './sync/messages.ts';
import { createNeighbours, sayTurn } from './sync/neighbours.ts';
import { createTreeLearning } from './tree-learning.ts';

/** How a peer is started. */
export interface PeerSetup {
  readonly home: PeerHome;
  /** The file in which the node remembers addresses and records. */
  readonly datastore: string;
  /** Multiaddrs to listen on. */
  readonly listen: readonly string[];
  /** Multiaddrs of others to be connected to. */
  readonly contacts: readonly string[];
  /** Multiaddrs besides those that it listens on at which others reach it. */
  readonly announce?: readonly string[];
  /** How much this node relays for others; absent where it does not. */
  readonly relay?: RelayLimits;
  /** Peers of one network find each other; `kifu` unless told. */
  readonly network?: string;
  /** Whether the local network hears of it by mDNS. */
  readonly isAnnouncedLocally?: boolean;
  /** Exchanges blocks with others than peers too, over the same node; loaded once the peer listens, as that takes a second. */
  exchange?(libp2p: Libp2p, blocks: BlockStore): Promise<BlockExchange>;
  /** Hears of what happens. */
  hear?(event: PeerEvent): void;
}

/** Blocks by another way than the own protocol. */
interface BlockExchange {
  readonly blocks: Pick<BlockStore, 'get'>;
  close(): Promise<void>;
}

/** How a peer is doing. */
export interface PeerStatus {
  readonly node: string;
  readonly player: string | null;
  readonly addresses: readonly string[];
  readonly connections: readonly {
    readonly node: string;
    readonly address: string;
    /** Its player by name, where the tree is known; null where not. */
    readonly player: string | null;
  }[];
  readonly games: number;
  readonly root: string | null;
  readonly sequence: string;
  /** What waits for the passphrase. */
  readonly waiting: Look['waiting'];
  /** How many nodes of the DHT have taken the record of this root; 0 while it is pending. */
  readonly takenBy: number;
  readonly banned: number;
  /** Bytes that this node relayed for others in this hour; null where it is no relay. */
  readonly relayedBytes: number | null;
}

/** A peer that runs. */
export interface Peer {
  readonly node: string;
  readonly addresses: readonly string[];
  readonly games: ReadonlyMap<string, LiveGame>;
  status(): PeerStatus;
  /** What was seen at the last look. */
  readonly seen: Look | null;
  /** Takes a step in a game; it is durable, and on its way, when this resolves. */
  step(game: string, step: CommitStep): Promise<Result<LiveGame>>;
  /** Does something on top of what is known and publishes it. */
  act(make: (signer: Signer, seen: Look) => Promise<Result<Acted>>): Promise<Result<Acted>>;
  /** Runs work that has the folder to itself; afterwards the peer tells others what has changed in it. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Wants to be connected to an address from now on. */
  call(address: string): void;
  /** Opens a way for a match, to an address, a node or a player by name. */
  reach(to: string): Promise<FrameStream>;
  /** Takes the ways for matches that other nodes open to us. */
  readonly desk: MatchDesk;
  /** A way on which `/kifu/follow/1` is spoken, for a program on this machine: the peer looks for a match that it does not know. */
  follow(): FrameStream;
  /** A way for matches to be published. */
  publish(): FrameStream;
  /** Streams of other protocols, as frames. */
  handle(protocol: string, handler: (stream: FrameStream) => void): Promise<void>;
  open(node: string, protocol: string): Promise<FrameStream>;
  stop(): Promise<void>;
}

/** Trees of others are looked for in the DHT: after 15 minutes, give or take a fifth. */
const FOLLOW_MS = 15 * 60_000;
const FIRST_FOLLOW_MS = 2000;
/** So long after the start others than peers are asked for blocks, and given them. */
const JOIN_MS = 1000;

/** Starts a peer; it listens when this resolves. */
export async function startPeer(setup: PeerSetup): Promise<Peer> {
  const { home, hear = () => {} } = setup;
  const nowMs = () => Number(home.now() / 1_000_000n);
  const bans = createBans(nowMs);
  const datastore = openDatastore(setup.datastore);
  const checked = createCheckedCommits();
  const { libp2p, key, relayed } = await createNode({
    ...{ secret: home.nodeSecret, listen: setup.listen, datastore, bans },
    ...{ announce: setup.announce ?? [], relay: setup.relay ?? null },
    network: setup.network ?? 'kifu',
    isAnnouncedLocally: setup.isAnnouncedLocally ?? false,
  });
  const publisher = await createPublisher(libp2p, key, home, datastore, nowMs);
  const contacts = createContacts(libp2p, bans.isBanned);
  const state: PeerState = {
    ...{ home, reading: { ...home.reading, checked }, checked, nowMs, hear },
    ...{ live: createLiveGames(), gate: createGate(), rates: createRates(nowMs) },
    ...{ seen: null, isStopped: false },
    ban(node) {
      if (node === home.node || bans.isBanned(node)) return;
      const peer = peerIdFromString(node);
      const [connection] = libp2p.getConnections(peer);
      bans.ban(node, connection?.remoteAddr.toString() ?? null);
      hear({ type: 'banned', node });
      libp2p.hangUp(peer).catch(() => {});
    },
  };
  const { live, gate, reading } = state;
  let exchange: BlockExchange | null = null;
  const neighbours = createNeighbours({
    ...{ reading, nowMs, exchange: () => exchange?.blocks ?? null },
    isNear: node => libp2p.getConnections(peerIdFromString(node)).length > 0,
    open: node => open(node, SYNC),
  });
  /** Opens a stream, over a relay with limits too. */
  const open = async (node: string, protocol: string): Promise<FrameStream> =>
    framesOf(
      await libp2p.dialProtocol(peerIdFromString(node), protocol, {
        runOnLimitedConnection: true,
      }),
      node,
    );
  const handle = (protocol: string, handler: (stream: FrameStream) => void): Promise<void> =>
    libp2p.handle(
      protocol,
      (stream: Stream, connection: Connection) =>
        handler(framesOf(stream, connection.remotePeer.toString())),
      { runOnLimitedConnection: true },
    );
  const turns = createSigningTurn({
    node: home.node,
    others: () => ownNodes(state).filter(neighbours.isNear),
    say: (node, word) => sayTurn(neighbours, node, word),
  });
  const learning = createTreeLearning(state, {
    ...{ libp2p, neighbours, newest: datastore, contacts: setup.contacts },
    async learned(isQuiet) {
      if (isQuiet) lookSoon(TREE_MS);
      else await look();
    },
  });
  const commits = createCommitExchange(state, {
    ...{ neighbours, turns },
    spread: (game, fresh, told) => gossip.spread(game, fresh, told),
    spreadOffer: offer => void gossip.sayOffer(offer),
    learnFrom: node => void learning.learnFrom(node),
    lookSoon: ms => lookSoon(ms),
  });
  const gossip = createPeerGossip(state, {
    ...{ pubsub: libp2p.services.pubsub, neighbours },
    ...{ take: commits.take, learnFrom: learning.learnFrom },
  });

  const { look, lookAlone, lookSoon, stop } = createLooking(
    state,
    found => {
      follow(found);
      commits.tellAll(found);
    },
    () => publish(),
  );
  const publish = async (): Promise<void> => {
    const player = playerOf(state);
    const { root } = home;
    if (root === null || player === null || !(await publisher.publish(root))) return;
    // the nodes at hand are greeted again, which is quicker than gossip and never lost
    for (const node of neighbours.nodes) void greet(node);
    await gossip.sayHead(player, publisher.record!, root);
  };

  /** Follows those with whom the player has to do, and stays connected to those who play. */
  const follow = ({ trees }: Look): void => {
    if (libp2p.status === 'started') gossip.follow(trees);
    for (const { record } of live.all.values())
      for (const node of nodesOf(state, record)) contacts.addNode(node);
    for (const node of trees.mine.nodes.nodes) contacts.addNode(node);
  };

  /** Takes a record of this node that another has; if it is newer, the own tree is published again, above it. */
  const catchUp = async (node: string, record: Uint8Array): Promise<void> => {
    if (!(await publisher.catchUp(record))) return;
    hear({ type: 'behind', node, sequence: publisher.sequence });
    await publish();
  };
  const askedForOwn = new Set<string>();
  /** Says who we are, hears who the other is, and gets what is new there; what it has of this node is asked for once. */
  const greet = async (node: string): Promise<void> => {
    try {
      await neighbours.ask(node, asker => asker.hello(VERSION, playerOf(state)));
      if (askedForOwn.has(node) || home.root === null) return;
      askedForOwn.add(node);
      await catchUp(node, await neighbours.ask(node, asker => asker.ipns(home.node)));
    } catch {
      // it speaks another protocol, has no record, or is gone
    }
  };

  const answers = answersOf(state, turns, {
    put: commits.take,
    greeted(node) {
      void learning.learnFrom(node).then(() => commits.catchUp(node));
    },
    async ipns(node) {
      return node === home.node ? publisher.record : learning.recordOf(node);
    },
  });
  await handle(SYNC, frames => void answerAll(frames, answers));
  const shelf = createShelf({
    ...{ libp2p, home, newest: datastore, now: nowMs },
    reach: () => neighbours.reaching(home.node, true).blocks,
    refused(node, fault) {
      // who is behind the times is no liar yet
      if (fault.rule === 'stale') hear({ type: 'refused', node, fault });
      else misbehaved(state, node, fault);
    },
  });
  await handle(FOLLOW, frames =>
    mayAsk(state, frames.remote, 'follow') ? void shelf.answer(frames, false) : frames.close(),
  );
  const desk = createMatchDesk(offer => hear({ type: 'offer', offer }));
  await libp2p.handle(
    MATCH_PROTOCOL,
    (stream, connection) => {
      const node = connection.remotePeer.toString();
      if (mayAsk(state, node, 'match')) void desk.take(framesOf(stream, node));
      else stream.abort(new Error('too often'));
    },
    { runOnLimitedConnection: true },
  );
  const dhtProtocol = `/${setup.network ?? 'kifu'}/kad/1.0.0`;
  libp2p.addEventListener('peer:identify', ({ detail: { peerId, protocols } }) => {
    if (protocols.includes(dhtProtocol)) publisher.wake();
    if (protocols.includes(SYNC)) void greet(peerId.toString());
  });
  libp2p.addEventListener('self:peer:update', () => hear({ type: 'addresses' }));
  libp2p.addEventListener('peer:connect', ({ detail }) =>
    hear({ type: 'connected', node: detail.toString() }),
  );
  libp2p.addEventListener('peer:disconnect', ({ detail }) => {
    const node = detail.toString();
    neighbours.forget(node);
    askedForOwn.delete(node);
    hear({ type: 'disconnected', node });
    contacts.wake();
  });
  libp2p.addEventListener('peer:discovery', ({ detail: { id } }) => {
    if (setup.isAnnouncedLocally) libp2p.dial(id).catch(() => {});
  });

  let following: NodeJS.Timeout | undefined;
  /** Looks for the newest trees of all known players, one by one: soon after the start, when none may be connected yet, then less often. */
  const followAfter = (ms: number): void => {
    const all = async () => {
      await joining;
      if (ms === FIRST_FOLLOW_MS && home.root !== null)
        for await (const record of resolveAll(libp2p, home.node)) await catchUp(home.node, record);
      for (const { nodes } of state.seen?.trees.others ?? [])
        for (const node of nodes.nodes) if (!state.isStopped) await learning.learnFrom(node);
      if (!state.isStopped) followAfter(Math.min(2 * ms, FOLLOW_MS));
    };
    following = setTimeout(all, ms * (0.8 + 0.4 * Math.random())).unref();
  };

  await look();
  await libp2p.start();
  if (state.seen !== null) follow(state.seen);
  for (const address of setup.contacts) contacts.addAddress(address);
  const leaving = new AbortController();
  const join = async (): Promise<void> => {
    // who has just started it waits for its first answer, and loading keeps everything waiting
    await delay(JOIN_MS, undefined, { signal: leaving.signal, ref: false });
    if (setup.exchange === undefined) return;
    exchange = await setup.exchange(libp2p, reading.blocks);
    // other programs look at what we speak when they are called, and never again: so they are called once more
    for (const connection of libp2p.getConnections()) {
      const { protocols } = await libp2p.peerStore.get(connection.remotePeer);
      const isForeign = protocols.length > 0 && !protocols.includes(SYNC);
      if (isForeign && connection.direction === 'outbound') await connection.close();
    }
  };
  // the libraries may not be installed: peers have the own protocol
  const joining = join().catch(() => {});
  followAfter(FIRST_FOLLOW_MS);

  /** Does something with the folder in which it may be signed, alone with it; the other nodes of the player hear of it before they sign. */
  const signAlone = <T>(work: () => Promise<T>): Promise<T> =>
    turns.take(async () => {
      const done = await gate.alone(work);
      await commits.told();
      return done;
    });

  return {
    node: home.node,
    get addresses() {
      return libp2p.getMultiaddrs().map(String);
    },
    games: live.all,
    get seen() {
      return state.seen;
    },
    status: () => ({
      node: home.node,
      player: state.seen?.trees.mine.identity.name ?? null,
      addresses: libp2p.getMultiaddrs().map(String),
      // two who call each other at once have two connections
      connections: libp2p.getPeers().map(id => ({
        node: id.toString(),
        address: libp2p.getConnections(id)[0]!.remoteAddr.toString(),
        player:
          state.seen?.trees.others.find(({ nodes }) => nodes.nodes.includes(id.toString()))
            ?.identity.name ?? null,
      })),
      games: live.all.size,
      root: publisher.root,
      sequence: `${publisher.sequence}`,
      waiting: state.seen?.waiting ?? [],
      takenBy: publisher.takenBy,
      banned: bans.count,
      relayedBytes: relayed?.bytes ?? null,
    }),
    step: commits.step,
    async act(make) {
      const signer = await home.signer();
      if (!signer.ok) return signer;
      const done = await signAlone(async () => {
        if (state.seen === null) return fail('not-found', 'there is no identity here yet');
        const acted = await make(signer.value, state.seen);
        if (!acted.ok) return acted;
        const published = await home.publish(acted.value.change);
        if (!published.ok) return published;
        await lookAlone();
        return acted;
      });
      await publish();
      return done;
    },
    async lend(work) {
      const done = await signAlone(async () => {
        try {
          return await work();
        } finally {
          await lookAlone();
        }
      });
      await publish();
      return done;
    },
    call: address => contacts.addAddress(address),
    ...{ handle, open },
    async reach(to) {
      const nodes = (state.seen?.trees.others ?? [])
        .filter(({ identity }) => identity.name === to)
        .flatMap(({ nodes: theirs }) => theirs.nodes);
      const ends = to.startsWith('/')
        ? [multiaddr(to)]
        : (nodes.length > 0 ? nodes : [to]).map(idOf);
      const [first, ...others] = ends;
      const dial = (end: (typeof ends)[number]) =>
        libp2p.dialProtocol(end, MATCH_PROTOCOL, { runOnLimitedConnection: true });
      const stream = await others.reduce(
        (tried, end) => tried.catch(() => dial(end)),
        dial(first!),
      );
      return framesOf(stream, '');
    },
    desk,
    follow() {
      const [here, there] = framePair();
      void shelf.answer(there, true);
      return here;
    },
    publish() {
      const [here, there] = framePair();
      takePublications(there, shelf.publish).catch(() => there.close());
      return here;
    },
    async stop() {
      state.isStopped = true;
      neighbours.stop();
      stop();
      clearTimeout(following);
      contacts.stop();
      publisher.stop();
      await shelf.stop();
      await gate.alone(async () => {});
      leaving.abort();
      await joining;
      await exchange?.close();
      await libp2p.stop();
      datastore.close();
    },
  };
}

/** A node by its name. */
function idOf(name: string): ReturnType<typeof peerIdFromString> {
  try {
    return peerIdFromString(name);
  } catch {
    throw new Error(`nobody is known by the name ${JSON.stringify(name)}`);
  }
}
