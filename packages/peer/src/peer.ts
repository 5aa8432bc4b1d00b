/** A peer: a player's folder, and a node through which others hear of what is in it. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  type CommitStep,
  cidOf,
  type Fault,
  fail,
  formatCid,
  ok,
  parseCid,
  type Result,
} from '@kifu/core';
import {
  type Acted,
  chainTo,
  checkSent,
  fileBlock,
  hashesOf,
  type Keeping,
  type Namespace,
  type News,
  putBlocks,
  readGiven,
  type SignedCommit,
  type Signer,
  type Trees,
  takeStepOn,
  VERSION_DOCUMENT,
} from '@kifu/ipgs';
import type { Block } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';
import type { Connection, Libp2p, Stream } from '@libp2p/interface';
import { peerIdFromString } from '@libp2p/peer-id';
import { multiaddr } from '@multiformats/multiaddr';
import { createFetcher } from './blocks/fetcher.ts';
import { createCheckedCommits } from './checked-commits.ts';
import { framePair } from './follow/frame-pair.ts';
import { FOLLOW } from './follow/protocol.ts';
import { takePublications } from './follow/publishing.ts';
import { createShelf } from './follow/shelf.ts';
import { createGate } from './gate.ts';
import { type Envelope, gameTopic, LOBBY, playerTopic } from './gossip/envelope.ts';
import { createGossip } from './gossip/gossip.ts';
import { createRates } from './gossip/rates.ts';
import type { Look, PeerHome } from './home.ts';
import { createPublisher } from './ipns/publisher.ts';
import { checkRecord } from './ipns/records.ts';
import { resolveRecord } from './ipns/resolve.ts';
import { LastUsed } from './last-used.ts';
import { createLiveGames, type LiveGame } from './live-games.ts';
import { type ComeOffer, createMatchDesk, type MatchDesk } from './local/match-desk.ts';
import { MATCH_PROTOCOL } from './match/frame-wire.ts';
import { createBans } from './node/bans.ts';
import { createContacts } from './node/contacts.ts';
import { openDatastore } from './node/datastore.ts';
import { type FrameStream, framesOf } from './node/frames.ts';
import { createNode } from './node/node.ts';
import { answerAll, type SyncAnswers } from './sync/answer.ts';
import { type Asker, createAsker, type RecordPage, SyncRefused } from './sync/ask.ts';
import { PAGE, SYNC, type SyncError } from './sync/messages.ts';
import { fetchArchive, fetchTree } from './trees.ts';

/** How a peer is started. */
export interface PeerSetup {
  readonly home: PeerHome;
  /** The file in which the node remembers addresses and records. */
  readonly datastore: string;
  /** Multiaddrs to listen on. */
  readonly listen: readonly string[];
  /** Multiaddrs of others to be connected to. */
  readonly contacts: readonly string[];
  /** Whether connections of others may go through this node. */
  readonly isRelay?: boolean;
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

/** What happens, for those who look on. */
export type PeerEvent =
  | { readonly type: 'connected' | 'disconnected'; readonly node: string }
  /** It can be reached at other addresses than before: a relay has taken it, say. */
  | { readonly type: 'addresses' }
  | { readonly type: 'tree'; readonly node: string; readonly player: string }
  | { readonly type: 'archived'; readonly node: string; readonly games: number }
  | { readonly type: 'news'; readonly news: News }
  | { readonly type: 'commit'; readonly game: LiveGame; readonly isMine: boolean }
  | { readonly type: 'offer'; readonly offer: ComeOffer }
  | { readonly type: 'refused'; readonly node: string; readonly fault: Fault }
  | { readonly type: 'banned'; readonly node: string };

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
  readonly banned: number;
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
  /** Nobody else uses the folder meanwhile; what has changed in it afterwards is told. */
  lend<T>(work: () => Promise<T>): Promise<T>;
  /** Wants to be connected to an address from now on. */
  call(address: string): void;
  /** Opens a way for a match, to an address, a node or a player by name. */
  reach(to: string): Promise<FrameStream>;
  /** Those who opened one to us. */
  readonly desk: MatchDesk;
  /** A way on which `/kifu/follow/1` is spoken, for somebody on this machine: what is not known is looked for. */
  follow(): FrameStream;
  /** A way for matches to be published. */
  publish(): FrameStream;
  /** Streams of other protocols, as frames. */
  handle(protocol: string, handler: (stream: FrameStream) => void): Promise<void>;
  open(node: string, protocol: string): Promise<FrameStream>;
  stop(): Promise<void>;
}

/** What a node may ask for in a minute. */
const A_MINUTE: { readonly [what: string]: number } = {
  hello: 120,
  heads: 240,
  record: 1200,
  blocks: 6000,
  put: 120_000,
  ipns: 240,
  match: 60,
  follow: 120,
};
const FLOOD = 10;
/** So many commits that are not good are put up with in a minute. */
const MAX_BAD = 20;
/** After a move the own tree is brought up to date so much later, with what comes meanwhile. */
const TREE_MS = 1000;
/** Between two looks that nobody waits for there are so many times as long as one takes. */
const LOOK_PAUSE = 4;
/** Trees of others are looked for in the DHT: after 15 minutes, give or take a fifth. */
const FOLLOW_MS = 15 * 60_000;
const FIRST_FOLLOW_MS = 2000;
/** So long after the start others than peers are asked for blocks, and given them. */
const JOIN_MS = 1000;
const MAX_STRANGERS = 1000;
/** Who could not be reached is not called for a block again for so long. */
const AWAY_MS = 30_000;
const STRANGERS_A_MINUTE = 60;
const MAX_TOPICS = 500;
/** A record has 10,000 commits at most. IPGS §17. */
const MAX_RECORD_PAGES = Math.ceil(10_000 / PAGE);

const VERSION = formatCid(fileBlock(new TextEncoder().encode(VERSION_DOCUMENT)).cid);

/** Starts a peer; it listens when this resolves. */
export async function startPeer(setup: PeerSetup): Promise<Peer> {
  const { home, hear = () => {} } = setup;
  const nowMs = () => Number(home.now() / 1_000_000n);
  const bans = createBans(nowMs);
  const rates = createRates(nowMs);
  const datastore = openDatastore(setup.datastore);
  const checked = createCheckedCommits();
  const { libp2p, key } = await createNode({
    ...{ secret: home.nodeSecret, listen: setup.listen, datastore, bans },
    ...{ isRelay: setup.isRelay ?? false, network: setup.network ?? 'kifu' },
    isAnnouncedLocally: setup.isAnnouncedLocally ?? false,
  });
  const reading = { ...home.reading, checked };
  const gate = createGate();
  const live = createLiveGames();
  const askers = new Map<string, Promise<Asker>>();
  /** When nodes could not be reached. */
  const away = new LastUsed<number>(MAX_STRANGERS);
  const learning = new Map<string, Promise<void>>();
  const records = new LastUsed<Uint8Array>(MAX_STRANGERS);
  /** Key files that are in the store. */
  const keptKeys = new LastUsed<true>(MAX_STRANGERS);
  const publisher = await createPublisher(libp2p, key, home, datastore, nowMs);
  const contacts = createContacts(libp2p, bans.isBanned);
  let seen: Look | null = null;
  let isStopped = false;
  /** The newest commit of each game that the other side was told. */
  const told = new Map<string, string>();

  const ban = (node: string): void => {
    if (node === home.node || bans.isBanned(node)) return;
    const peer = peerIdFromString(node);
    const [connection] = libp2p.getConnections(peer);
    bans.ban(node, connection?.remoteAddr.toString() ?? null);
    hear({ type: 'banned', node });
    libp2p.hangUp(peer).catch(() => {});
  };
  /** A node sent what no honest program sends. */
  const misbehaved = (node: string, fault: Fault): void => {
    hear({ type: 'refused', node, fault });
    if (rates.count(node, 'bad') > MAX_BAD) ban(node);
  };

  /** Asks a node; the stream is opened on first use. */
  const askerOf = (node: string): Promise<Asker> => {
    const known = askers.get(node);
    if (known !== undefined) return known;
    const opening = libp2p
      .dialProtocol(peerIdFromString(node), SYNC, { runOnLimitedConnection: true })
      .then(stream => createAsker(framesOf(stream, node)));
    askers.set(node, opening);
    opening.catch(() => {
      askers.delete(node);
      away.set(node, nowMs());
    });
    return opening;
  };
  const forgetAsker = (node: string): void => {
    const asker = askers.get(node);
    askers.delete(node);
    asker?.then(each => each.close()).catch(() => {});
  };
  /** Does something with a node; a stream that has ended is opened again, once. */
  const asking = async <T>(node: string, work: (asker: Asker) => Promise<T>): Promise<T> => {
    try {
      return await work(await askerOf(node));
    } catch (cause) {
      if (!(cause instanceof SyncRefused) || cause.code !== 'closed' || isStopped) throw cause;
      forgetAsker(node);
      return work(await askerOf(node));
    }
  };
  const blocksFrom = (node: string) => async (cid: string) =>
    (await asking(node, asker => asker.blocks([cid])))[0]?.bytes ?? null;
  const syncNodes = (): string[] => [...askers.keys()];
  const isNear = (node: string): boolean =>
    libp2p.getConnections(peerIdFromString(node)).length > 0;
  let exchange: BlockExchange | null = null;
  /** Records and trees are read from other nodes where they are not here; who can wait asks those too that only have blocks. */
  const reaching = (first: string, mayWait = false): Keeping => {
    const fetcher = createFetcher(nowMs);
    // a call to somebody who is away takes seconds, and there may be many blocks
    const isHere = (node: string) => isNear(node) || nowMs() - (away.get(node) ?? 0) > AWAY_MS;
    const nodes = [...new Set([first, ...syncNodes()])].filter(isHere).slice(0, 4);
    const anybody = async (cid: string) => {
      const parsed = parseCid(cid);
      return parsed.ok && exchange !== null ? exchange.blocks.get(parsed.value) : null;
    };
    const sources = nodes.map(blocksFrom);
    fetcher.setSources(mayWait ? [...sources, anybody] : sources);
    return { ...reading, blocks: fetcher.over(reading.blocks) };
  };

  /** Keeps a commit; durable when this resolves. */
  const keep = async (signed: SignedCommit, game: LiveGame): Promise<void> => {
    const { block, payload, file } = signed;
    const key = keptKeys.get(file.hash) === undefined ? [fileBlock(file.bytes)] : [];
    await Promise.all([
      putBlocks(reading.blocks, [block, fileBlock(payload), ...key]),
      home.note(game.name, [game.record.head.cid, ...game.aside]),
    ]);
    keptKeys.set(file.hash, true);
    checked.set(signed.commit.cid, signed);
  };

  /** Takes a commit that a node sent, with its payload. */
  const takeSent = async (
    node: string,
    bytes: Uint8Array,
    data: Uint8Array,
    given: readonly Block[] = [],
  ): Promise<'ok' | SyncError> => {
    const cid = formatCid(cidOf('dag-json', bytes));
    if (live.isKnown(cid)) return 'stale';
    const { blocks, ...rest } = reaching(node);
    const signed = await checkSent({ ...rest, blocks: readGiven(given, blocks) }, bytes, data);
    if (!signed.ok) {
      if (signed.fault.code === 'not-found') return 'not-found';
      misbehaved(node, signed.fault);
      return 'invalid-commit';
    }
    return gate.share(async () => {
      const taken = live.take(signed.value, home.now());
      switch (taken.is) {
        case 'stale':
          return 'stale';
        case 'ahead':
          return 'busy';
        case 'unknown':
          void (signed.value.commit.parent === null ? learnFrom(node) : catchUp(node));
          return signed.value.commit.parent === null ? 'ok' : 'not-found';
        case 'refused':
          misbehaved(node, taken.fault);
          return 'invalid-commit';
        case 'new':
          told.set(taken.game.name, cid);
          await keep(signed.value, taken.game);
          hear({ type: 'commit', game: taken.game, isMine: false });
          void spread(taken.game, [signed.value], [node]);
          lookSoon(TREE_MS);
          return 'ok';
        default:
          await keep(signed.value, taken.game);
          lookSoon(0);
          if (taken.fault !== null) misbehaved(node, taken.fault);
          return taken.is === 'fork' ? 'fork' : 'invalid-commit';
      }
    });
  };

  /** Asks a node for what it has of the own games, and takes what is new. */
  const catchUp = async (node: string): Promise<void> => {
    try {
      const heads = await asking(node, asker => asker.heads([...live.all.keys()]));
      for (const [name, head] of heads) {
        const game = live.all.get(name);
        if (game === undefined || live.isKnown(head)) continue;
        await pull(node, head, game.record.head.cid);
      }
    } catch {
      // it is asked again when it comes back
    }
  };
  /** Takes the commits of a record page by page; the first that is refused ends it, and a page with nothing new. */
  const pull = async (node: string, head: string, have: string): Promise<void> => {
    let from: string | null = have;
    for (let isDone = false; !isDone; ) {
      const page: RecordPage = await asking(node, asker => asker.record(head, from));
      let isNew = false;
      for (const { cid, bytes } of page.blocks) {
        if (cid.codec !== 'dag-json') continue;
        from = formatCid(cid);
        if (live.isKnown(from)) continue;
        const data = payloadIn(page.blocks, bytes);
        const said = data && (await takeSent(node, bytes, data, page.blocks));
        if (said !== 'ok' && said !== 'stale' && said !== 'fork') return;
        isNew ||= live.isKnown(from);
      }
      isDone = page.isDone || !isNew;
    }
  };

  /** Reads the tree that a node publishes; many calls at once are one. */
  const learnFrom = (node: string, given?: Uint8Array): Promise<void> => {
    const known = learning.get(node);
    if (known !== undefined)
      return given === undefined ? known : known.then(() => learnFrom(node, given));
    const work = learn(node, given)
      .catch(() => {})
      .finally(() => learning.delete(node));
    learning.set(node, work);
    return work;
  };
  const learn = async (node: string, given?: Uint8Array): Promise<void> => {
    if (node === home.node || home.root === null) return;
    const record =
      given ??
      (isNear(node) ? await asking(node, asker => asker.ipns(node)).catch(() => null) : null) ??
      (await resolveRecord(libp2p, node));
    if (record === null) return;
    const published = await checkRecord(node, record);
    if (!published.ok) return misbehaved(node, published.fault);
    const { root, sequence } = published.value;
    if (!datastore.raiseSequence(node, sequence)) return;
    records.set(node, record);
    const isKnown = seen?.trees.others.some(({ nodes }) => nodes.nodes.includes(node)) ?? false;
    if (!isKnown) {
      if ((seen?.trees.others.length ?? 0) >= MAX_STRANGERS) return;
      if (rates.count('', 'strangers') > STRANGERS_A_MINUTE) return;
    }
    if (home.isLearned(root, node)) return;
    const tree = await fetchTree(
      reaching(node, true),
      seen?.trees.mine ?? null,
      root,
      node,
      home.now(),
    );
    if (!tree.ok) return misbehaved(node, tree.fault);
    const isQuiet = !bringsNews(node, tree.value);
    const learned = await gate.alone(() => home.learn(root, node));
    if (!learned.ok) return;
    hear({ type: 'tree', node, player: learned.value.identity.name });
    if (isQuiet) lookSoon(TREE_MS);
    else await look();
    if (isFriend(node)) await keepArchive(node, tree.value);
  };

  /** Whether a tree lists more than that moves were made of which we heard: while two play, each publishes what the other has just sent. */
  const bringsNews = (node: string, { challenges, finishedGames, currentGames }: Namespace) => {
    const before = seen?.trees.others.find(({ nodes }) => nodes.nodes.includes(node));
    return (
      before === undefined ||
      !isSameList(before.challenges, challenges) ||
      !isSameList(before.finishedGames, finishedGames) ||
      [...currentGames.values()].some(cid => !live.isKnown(cid))
    );
  };

  /** Whether the player has to do with a node: called it, plays with its player, or is its player. */
  const isFriend = (node: string): boolean =>
    setup.contacts.some(address => address.endsWith(`/p2p/${node}`)) ||
    (seen?.trees.mine.nodes.nodes.includes(node) ?? false) ||
    [...live.all.values()].some(({ record }) => nodesOf(record).includes(node));
  /** Archives of friends are kept, so that they can be had here while their players are away. */
  const keepArchive = async (node: string, tree: Namespace): Promise<void> => {
    const isKept = async (game: string) => {
      const cid = parseCid(game);
      return cid.ok && (await reading.blocks.has(cid.value));
    };
    const recordOf = async function* (head: string) {
      let have: string | null = null;
      for (let pages = 0, isDone = false; !isDone && pages < MAX_RECORD_PAGES; pages++) {
        const page: RecordPage = await asking(node, asker => asker.record(head, have));
        yield page.blocks;
        const last = page.blocks.findLast(({ cid }) => cid.codec === 'dag-json');
        if (last === undefined) return;
        have = formatCid(last.cid);
        ({ isDone } = page);
      }
    };
    const games = await fetchArchive(reaching(node, true), tree, isKept, recordOf);
    if (games > 0) hear({ type: 'archived', node, games });
  };

  let planned: { readonly at: number; readonly timer: NodeJS.Timeout } | null = null;
  /** When the last look was over, and how long it kept everything else waiting. */
  let looked = { at: 0, tookMs: 0 };
  const lookSoon = (ms: number): void => {
    const at = Math.max(Date.now() + ms, looked.at + LOOK_PAUSE * looked.tookMs);
    if (isStopped || (planned !== null && planned.at <= at)) return;
    clearTimeout(planned?.timer);
    const timer = setTimeout(() => {
      planned = null;
      look().catch(() => lookSoon(TREE_MS));
    }, at - Date.now());
    planned = { at, timer };
  };
  const look = async (): Promise<void> => {
    if (home.root === null || isStopped) return;
    await gate.alone(lookAlone);
    await publish();
  };
  /** Brings everything up to date with the folder; nobody else may be at it. */
  const lookAlone = async (): Promise<void> => {
    const begunAt = Date.now();
    await home.reload();
    const found = await home.look(checked);
    if (!found.ok) return;
    seen = found.value;
    live.set(seen);
    for (const news of seen.news) hear({ type: 'news', news });
    follow(seen.trees);
    tellAll(seen);
    looked = { at: Date.now(), tookMs: Date.now() - begunAt };
  };
  const publish = async (): Promise<void> => {
    const { root } = home;
    if (root === null || seen === null || !(await publisher.publish(root))) return;
    const player = seen.trees.mine.root.hash;
    // the nodes at hand are greeted again, which is quicker than gossip and never lost
    for (const node of syncNodes()) void greet(node);
    await gossip.say(playerTopic(player), {
      ...{ t: 'head', player, record: publisher.record!, root },
    });
  };

  /** Follows those with whom the player has to do. */
  const follow = ({ mine, others }: Trees): void => {
    const topics = [LOBBY, ...hashesOf(mine).map(playerTopic)];
    for (const { record } of live.all.values()) topics.push(gameTopic(record.offer.commit.cid));
    for (const tree of others) topics.push(playerTopic(tree.root.hash));
    if (libp2p.status === 'started') gossip.follow(new Set(topics.slice(0, MAX_TOPICS)));
    for (const { record } of live.all.values())
      for (const node of nodesOf(record)) contacts.addNode(node);
    for (const node of mine.nodes.nodes) contacts.addNode(node);
  };
  /** The nodes of both players of a game, but for this one. */
  const nodesOf = ({ offer, accept }: LiveGame['record']): string[] => {
    if (seen === null) return [];
    const players = [offer.file.fingerprint, accept?.file.fingerprint];
    const trees = [seen.trees.mine, ...seen.trees.others].filter(({ identity }) =>
      players.includes(identity.fingerprint),
    );
    const nodes = new Set(trees.flatMap(tree => tree.nodes.nodes));
    nodes.delete(home.node);
    return [...nodes];
  };

  /** Tells the other side of all that is new since it was told last. */
  const tellAll = (present: Look): void => {
    for (const { name, merged, role } of present.games) {
      if (role === 'spectator') continue;
      const cids = merged.commits.map(({ commit }) => commit.cid);
      const head = cids.at(-1)!;
      const before = told.get(name);
      told.set(name, head);
      if (before === head || isFirstLook) continue;
      const fresh = merged.commits.slice(before === undefined ? 1 : cids.indexOf(before) + 1);
      void tell(live.all.get(name)!, fresh);
    }
    for (const { record, isMine } of present.offers) {
      const { cid } = record.offer.commit;
      if (!isMine || told.has(cid)) continue;
      told.set(cid, cid);
      void tellOffer(cid);
    }
    isFirstLook = false;
  };
  let isFirstLook = true;
  const tell = async (game: LiveGame, commits: readonly SignedCommit[]): Promise<void> => {
    const near = nodesOf(game.record).filter(isNear);
    const said = await Promise.allSettled(
      near.map(node =>
        asking(node, async asker => {
          for (const { block, payload } of commits) await asker.put(block.bytes, payload);
        }),
      ),
    );
    const isTold = near.filter((_node, i) => said[i]!.status === 'fulfilled');
    await spread(game, commits, isTold);
  };
  /** Tells those who look on. Whoever plays was told directly, and passes it on to those who listen there. */
  const spread = async (
    game: LiveGame,
    commits: readonly SignedCommit[],
    told: readonly string[],
  ): Promise<void> => {
    const topic = gameTopic(game.record.offer.commit.cid);
    if (!gossip.isFollowedBeside(topic, told)) return;
    for (const { commit, block, payload } of commits)
      await gossip.say(topic, { t: 'commit', cid: commit.cid, block: block.bytes, data: payload });
  };
  const tellOffer = async (link: string): Promise<void> => {
    const signed = checked.get(link);
    if (signed === undefined) return;
    const message = {
      t: 'commit',
      cid: link,
      block: signed.block.bytes,
      data: signed.payload,
    } as const;
    await gossip.say(LOBBY, message);
  };

  /** Says who we are, hears who the other is, and gets what is new there. */
  const greet = async (node: string): Promise<void> => {
    try {
      await asking(node, asker => asker.hello(VERSION, seen?.trees.mine.root.hash ?? null));
    } catch {
      // it speaks another protocol, or is gone
    }
  };

  const answers: SyncAnswers = {
    version: VERSION,
    get player() {
      return seen?.trees.mine.root.hash ?? null;
    },
    greeted(node) {
      void learnFrom(node).then(() => catchUp(node));
    },
    async heads() {
      const heads = new Map<string, string>();
      const { challenges, currentGames, finishedGames } = seen?.trees.mine ?? EMPTY;
      for (const list of [challenges, currentGames, finishedGames])
        for (const [name, cid] of list) heads.set(name, cid);
      for (const [name, { record }] of live.all) heads.set(name, record.head.cid);
      return heads;
    },
    block: cid => reading.blocks.get(cid).catch(() => null),
    async record(head, have, limit) {
      const chain = await chainTo({ ...reading, walk: { left: 10_000 } }, head);
      if (!chain.ok) return null;
      const from =
        have === null ? 0 : chain.value.findIndex(({ commit }) => commit.cid === have) + 1;
      const page = chain.value.slice(from, from + limit);
      const isDone = from + page.length >= chain.value.length;
      const blocks = (async function* () {
        const sent = new Set<string>();
        for (const { commit, block } of page) {
          for (const link of [commit.key, commit.data]) {
            if (sent.has(link)) continue;
            sent.add(link);
            const cid = parseCid(link);
            const bytes = cid.ok ? await answers.block(cid.value) : null;
            if (cid.ok && bytes !== null) yield { cid: cid.value, bytes };
          }
          yield block;
        }
      })();
      return { blocks, isDone };
    },
    put: (node, block, data) => takeSent(node, block, data),
    async ipns(node) {
      return node === home.node ? publisher.record : (records.get(node) ?? null);
    },
    mayAsk(node, what) {
      const most = A_MINUTE[what] ?? 60;
      const count = rates.count(node, what);
      if (count > most * FLOOD) ban(node);
      return count <= most;
    },
  };

  const gossip = createGossip(libp2p.services.pubsub, {
    ...{ node: home.node, now: home.now, rates, ban },
    async check(topic, { node, message }) {
      if (message.t === 'head') {
        const good = await checkRecord(node, message.record);
        return good.ok && good.value.root === message.root;
      }
      if (message.t !== 'commit') return true;
      if (formatCid(cidOf('dag-json', message.block)) !== message.cid) return false;
      if (live.isKnown(message.cid)) return true;
      const signed = await checkSent(reaching(node), message.block, message.data);
      if (!signed.ok) return signed.fault.code === 'not-found' ? null : false;
      return topic !== LOBBY || signed.value.commit.parent === null;
    },
    hear(topic, envelope) {
      void heard(topic, envelope).catch(() => {});
    },
  });
  const heard = async (topic: string, { node, message }: Envelope): Promise<void> => {
    if (message.t === 'head') return learnFrom(node, message.record);
    if (message.t === 'commit') {
      if (topic === LOBBY) return learnFrom(node);
      await takeSent(node, message.block, message.data);
    }
    if (message.t === 'want') {
      const game = [...live.all.values()].find(
        ({ record }) => gameTopic(record.offer.commit.cid) === topic,
      );
      const head = game && checked.get(game.record.head.cid);
      if (game !== undefined && head !== undefined && head.commit.cid !== message.head)
        await gossip.say(topic, {
          ...{ t: 'commit', cid: head.commit.cid, block: head.block.bytes, data: head.payload },
        });
    }
  };

  await libp2p.handle(
    SYNC,
    (stream, connection) => {
      const node = connection.remotePeer.toString();
      void answerAll(framesOf(stream, node), answers);
    },
    { runOnLimitedConnection: true },
  );
  const shelf = createShelf({
    ...{ libp2p, home, newest: datastore, now: nowMs },
    reach: () => reaching(home.node, true).blocks,
    refused(node, fault) {
      // who is behind the times is no liar yet
      if (fault.rule === 'stale') hear({ type: 'refused', node, fault });
      else misbehaved(node, fault);
    },
  });
  await libp2p.handle(
    FOLLOW,
    (stream, connection) => {
      const node = connection.remotePeer.toString();
      if (answers.mayAsk(node, 'follow')) void shelf.answer(framesOf(stream, node), false);
      else stream.abort(new Error('too often'));
    },
    { runOnLimitedConnection: true },
  );
  const desk = createMatchDesk(offer => hear({ type: 'offer', offer }));
  await libp2p.handle(
    MATCH_PROTOCOL,
    (stream, connection) => {
      const node = connection.remotePeer.toString();
      if (answers.mayAsk(node, 'match')) void desk.take(framesOf(stream, node));
      else stream.abort(new Error('too often'));
    },
    { runOnLimitedConnection: true },
  );
  libp2p.addEventListener('peer:identify', ({ detail: { peerId, protocols } }) => {
    if (protocols.includes(SYNC)) void greet(peerId.toString());
  });
  libp2p.addEventListener('self:peer:update', () => hear({ type: 'addresses' }));
  libp2p.addEventListener('peer:connect', ({ detail }) =>
    hear({ type: 'connected', node: detail.toString() }),
  );
  libp2p.addEventListener('peer:disconnect', ({ detail }) => {
    const node = detail.toString();
    forgetAsker(node);
    hear({ type: 'disconnected', node });
    contacts.wake();
  });
  libp2p.addEventListener('peer:discovery', ({ detail: { id } }) => {
    if (setup.isAnnouncedLocally) libp2p.dial(id).catch(() => {});
  });

  let following: NodeJS.Timeout | undefined;
  /** Looks for the newest trees of all who are known, one after the other; soon after the start, when it may be that nobody is there to be asked, and then less and less often. */
  const followAfter = (ms: number): void => {
    const all = async () => {
      await joining;
      for (const { nodes } of seen?.trees.others ?? [])
        for (const node of nodes.nodes) if (!isStopped) await learnFrom(node);
      if (!isStopped) followAfter(Math.min(2 * ms, FOLLOW_MS));
    };
    following = setTimeout(all, ms * (0.8 + 0.4 * Math.random())).unref();
  };

  await look();
  await libp2p.start();
  if (seen !== null) follow((seen as Look).trees);
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

  return {
    node: home.node,
    get addresses() {
      return libp2p.getMultiaddrs().map(String);
    },
    games: live.all,
    get seen() {
      return seen;
    },
    status: () => ({
      node: home.node,
      player: seen?.trees.mine.identity.name ?? null,
      addresses: libp2p.getMultiaddrs().map(String),
      connections: libp2p.getConnections().map(({ remotePeer, remoteAddr }) => ({
        node: remotePeer.toString(),
        address: remoteAddr.toString(),
        player:
          seen?.trees.others.find(({ nodes }) => nodes.nodes.includes(remotePeer.toString()))
            ?.identity.name ?? null,
      })),
      games: live.all.size,
      root: publisher.root,
      sequence: `${publisher.sequence}`,
      banned: bans.count,
    }),
    async step(name, step) {
      const signer = await home.signer();
      if (!signer.ok) return signer;
      for (let tries = 0; tries < 3; tries++) {
        const game = live.all.get(name);
        if (game === undefined) return fail('not-found', 'there is no such game');
        const acted = await takeStepOn(signer.value, game.record, step, home.now());
        if (!acted.ok) return acted;
        const taken = await gate.share(async () => {
          // something may have come while it was being signed: then nobody has heard of this one
          if (live.all.get(name)?.record.head.cid !== acted.value.signed.commit.parent) return null;
          const next = live.take(acted.value.signed, home.now());
          if (next.is !== 'new') return null;
          told.set(name, acted.value.signed.commit.cid);
          await keep(acted.value.signed, next.game);
          return next.game;
        });
        if (taken === null) continue;
        hear({ type: 'commit', game: taken, isMine: true });
        lookSoon(TREE_MS);
        await tell(taken, [acted.value.signed]);
        return ok(taken);
      }
      return fail('conflict', 'the other player is quicker');
    },
    async act(make) {
      const signer = await home.signer();
      if (!signer.ok) return signer;
      const done = await gate.alone(async () => {
        if (seen === null) return fail('not-found', 'there is no identity here yet');
        const acted = await make(signer.value, seen);
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
      const done = await gate.alone(async () => {
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
    handle: (protocol, handler) =>
      libp2p.handle(
        protocol,
        (stream: Stream, connection: Connection) =>
          handler(framesOf(stream, connection.remotePeer.toString())),
        { runOnLimitedConnection: true },
      ),
    open: async (node, protocol) =>
      framesOf(
        await libp2p.dialProtocol(peerIdFromString(node), protocol, {
          runOnLimitedConnection: true,
        }),
        node,
      ),
    async reach(to) {
      const nodes = (seen?.trees.others ?? [])
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
      isStopped = true;
      clearTimeout(planned?.timer);
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

const EMPTY = {
  challenges: new Map<string, string>(),
  currentGames: new Map<string, string>(),
  finishedGames: new Map<string, string>(),
};

/** A node by its name. */
function idOf(name: string): ReturnType<typeof peerIdFromString> {
  try {
    return peerIdFromString(name);
  } catch {
    throw new Error(`nobody is known by the name ${JSON.stringify(name)}`);
  }
}

const isSameList = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([name, cid]) => b.get(name) === cid);

/** The payload of a commit among blocks that came with it. */
function payloadIn(blocks: readonly Block[], commit: Uint8Array): Uint8Array | null {
  const { data } = JSON.parse(new TextDecoder().decode(commit)) as { data?: { '/'?: string } };
  return blocks.find(({ cid }) => formatCid(cid) === data?.['/'])?.bytes ?? null;
}
