/** A peer: a player's folder, and a node that publishes what is in it. */
import type { CommitStep, Result } from '@kifu/core';
import type { Keeping } from '@kifu/ipgs';
import type { BlockStore } from '@kifu/record/store';
import type { Libp2p } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { createAnnouncing } from './announcing.ts';
import { createOfferBroker, type OfferBroker } from './api/offer-broker.ts';
import { createCheckedCommits } from './checked-commits.ts';
import { createCommitExchange } from './commit-exchange.ts';
import { createFolderRefresher, TREE_MS } from './folder-refresher.ts';
import { framePair } from './follow/frame-pair.ts';
import { FOLLOW } from './follow/protocol.ts';
import { createPublicationRegistry } from './follow/publication-registry.ts';
import { takePublications } from './follow/publishing.ts';
import { createRates } from './gossip/rates.ts';
import type { PeerHome, PeerSnapshot } from './home.ts';
import { createPublisher } from './ipns/publisher.ts';
import { resolveAll } from './ipns/resolve.ts';
import { createLiveGames, type LiveGame } from './live-games.ts';
import { MATCH_PROTOCOL } from './match/frame-wire.ts';
import { createBans } from './node/bans.ts';
import { createContacts } from './node/contacts.ts';
import { openDatastore } from './node/datastore.ts';
import type { FrameStream } from './node/frames.ts';
import { type BlockExchange, createJoining } from './node/joining.ts';
import { createNode } from './node/node.ts';
import type { RelayLimits } from './node/relay-budget.ts';
import { createStreams } from './node/streams.ts';
import { answersOf, mayAsk } from './peer-answers.ts';
import { createPeerGossip } from './peer-gossip.ts';
import { misbehaved, nodesOf, ownNodes, type PeerEvent, type PeerState } from './peer-state.ts';
import { createReadWriteLock } from './read-write-lock.ts';
import { createSigningTurn } from './signing-turn.ts';
import { answerAll } from './sync/answer.ts';
import { SYNC } from './sync/messages.ts';
import { createSyncPeers, sayTurn } from './sync/sync-peers.ts';
import { createTreeSync } from './tree-sync.ts';

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
  /** Peers of one network find each other; default: `kifu`. */
  readonly network?: string;
  /** Whether the local network can find it by mDNS. */
  readonly isAnnouncedLocally?: boolean;
  /** Exchanges blocks with others than peers too, over the same node; loaded once the peer listens, as that takes a second. */
  exchange?(libp2p: Libp2p, blocks: BlockStore): Promise<BlockExchange>;
  /** Called on each event. */
  hear?(event: PeerEvent): void;
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
  readonly waiting: PeerSnapshot['waiting'];
  /** How many nodes of the DHT have taken the record of this root; 0 while it is pending. */
  readonly takenBy: number;
  readonly banned: number;
  /** Bytes that this node relayed for others in this hour; null if it does not relay. */
  readonly relayedBytes: number | null;
}

/** A peer that runs. */
export interface Peer {
  readonly node: string;
  readonly addresses: readonly string[];
  readonly games: ReadonlyMap<string, LiveGame>;
  status(): PeerStatus;
  /** The last snapshot. */
  readonly seen: PeerSnapshot | null;
  /** Takes a step in a game; it is durable, and on its way, when this resolves. */
  step(game: string, step: CommitStep): Promise<Result<LiveGame>>;
  /** A game by the last letters of its acceptance. */
  gameById(id: string): LiveGame | undefined;
  /** The folder, with what was checked and replayed before. */
  readonly reading: Keeping;
  /** Runs work with exclusive access to the folder, when it is the turn of this device to sign; then announces what has changed. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Wants to be connected to an address from now on. */
  call(address: string): void;
  /** Opens a way for a match, to an address, a node or a player by name. */
  reach(to: string): Promise<FrameStream>;
  /** Takes the ways for matches that other nodes open to us. */
  readonly desk: OfferBroker;
  /** A stream for `/kifu/follow/1`, for a program on this machine: the peer looks for a match that it does not know. */
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
/** Gossip reaches only peers that listen at that moment: open offers are announced again this often. */
const OFFER_MS = 30_000;

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
    ...{ live: createLiveGames(), gate: createReadWriteLock(), rates: createRates(nowMs) },
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
  const { open, handle, reach } = createStreams(libp2p);
  const joining = createJoining(libp2p, reading.blocks, setup.exchange);
  const syncPeers = createSyncPeers({
    ...{ reading, nowMs, exchange: joining.blocks },
    isNear: node => libp2p.getConnections(peerIdFromString(node)).length > 0,
    open: node => open(node, SYNC),
  });
  const turns = createSigningTurn({
    node: home.node,
    others: () => ownNodes(state).filter(syncPeers.isNear),
    say: (node, word) => sayTurn(syncPeers, node, word),
  });
  const learning = createTreeSync(state, {
    ...{ libp2p, syncPeers, newest: datastore, contacts: setup.contacts },
    async learned(isQuiet) {
      if (isQuiet) scheduleRefresh(TREE_MS);
      else await look();
    },
  });
  const commits = createCommitExchange(state, {
    ...{ syncPeers, turns },
    spread: (game, fresh, sent) => gossip.spread(game, fresh, sent),
    spreadOffer: offer => void gossip.sayOffer(offer),
    learnFrom: node => void learning.learnFrom(node),
    scheduleRefresh: (ms, game) => scheduleRefresh(ms, game),
  });
  const gossip = createPeerGossip(state, {
    ...{ pubsub: libp2p.services.pubsub, syncPeers },
    ...{ take: commits.take, learnFrom: learning.learnFrom },
  });

  const { look, refreshExclusive, scheduleRefresh, stop } = createFolderRefresher(
    state,
    found => {
      follow(found);
      commits.tellAll(found);
    },
    () => announcing.publish(),
  );
  const announcing = createAnnouncing(state, { publisher, syncPeers, gossip });
  const { publish, catchUp, greet } = announcing;

  /** Follows the player's opponents and friends, and stays connected to current opponents. */
  const follow = ({ trees }: PeerSnapshot): void => {
    if (libp2p.status === 'started') gossip.follow(trees);
    for (const { record } of live.all.values())
      for (const node of nodesOf(state, record)) contacts.addNode(node);
    for (const node of trees.mine.nodes.nodes) contacts.addNode(node);
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
  const shelf = createPublicationRegistry({
    ...{ libp2p, home, newest: datastore, now: nowMs },
    reach: () => syncPeers.reaching(home.node, true).blocks,
    refused(node, fault) {
      // a node that is out of date does not lie yet
      if (fault.rule === 'stale') hear({ type: 'refused', node, fault });
      else misbehaved(state, node, fault);
    },
  });
  await handle(FOLLOW, frames =>
    mayAsk(state, frames.remote, 'follow') ? void shelf.answer(frames, false) : frames.close(),
  );
  const desk = createOfferBroker(offer => hear({ type: 'offer', offer }));
  await handle(MATCH_PROTOCOL, frames =>
    mayAsk(state, frames.remote, 'match') ? void desk.take(frames) : frames.close(),
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
    syncPeers.forget(node);
    announcing.forget(node);
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
      await joining.done();
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
  joining.begin();
  const repeating = setInterval(commits.repeatOffers, OFFER_MS).unref();
  followAfter(FIRST_FOLLOW_MS);

  /** Does something with the folder that may sign, exclusively; the player's other nodes learn of it before they sign. */
  const signAlone = <T>(work: () => Promise<T>): Promise<T> =>
    turns.take(async () => {
      const done = await gate.alone(work);
      await commits.flush();
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
      // two nodes that dial each other at once have two connections
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
    ...{ reading, gameById: live.byId },
    async alone(work) {
      const before = home.changes;
      const done = await signAlone(async () => {
        try {
          return await work();
        } finally {
          if (home.changes !== before) await refreshExclusive();
        }
      });
      if (home.changes !== before) await publish();
      return done;
    },
    call: address => contacts.addAddress(address),
    ...{ handle, open },
    reach(to) {
      const nodes = (state.seen?.trees.others ?? [])
        .filter(({ identity }) => identity.name === to)
        .flatMap(({ nodes: theirs }) => theirs.nodes);
      return reach(MATCH_PROTOCOL, nodes.length > 0 ? nodes : [to]);
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
      syncPeers.stop();
      stop();
      clearTimeout(following);
      clearInterval(repeating);
      contacts.stop();
      publisher.stop();
      await shelf.stop();
      await gate.alone(async () => {});
      await joining.stop();
      await libp2p.stop();
      datastore.close();
    },
  };
}
