/** Trees that other nodes publish: found, checked, merged; and the archives of friends, which are stored. */
import { formatCid, parseCid } from '@kifu/core';
import type { Namespace } from '@kifu/ipgs';
import type { Libp2p } from '@libp2p/interface';
import { checkRecord, type NewestSequences } from './ipns/records.ts';
import { resolveRecord } from './ipns/resolve.ts';
import { LruCache } from './lru-cache.ts';
import type { Services } from './node/node.ts';
import { misbehaved, nodesOf, type PeerState } from './peer-state.ts';
import type { RecordPage } from './sync/ask.ts';
import { PAGE } from './sync/messages.ts';
import type { SyncPeers } from './sync/sync-peers.ts';
import { fetchArchive, fetchTree } from './trees.ts';

/** What learning of others needs of the peer around it. */
export interface TreeLearningPeer {
  readonly libp2p: Libp2p<Services>;
  readonly syncPeers: SyncPeers;
  readonly newest: NewestSequences;
  /** Addresses that the player has called. */
  readonly contacts: readonly string[];
  /** A tree was taken in: with nothing in it but what was heard before, or with news. */
  learned(isQuiet: boolean): Promise<void>;
}

/** Reads the trees of other nodes. */
export interface TreeSync {
  /** Reads the tree that a node publishes, by its newest record or by one that was given; many calls at once make two reads. */
  learnFrom(node: string, given?: Uint8Array): Promise<void>;
  /** The newest record of a node that was read; null where none was. */
  recordOf(node: string): Uint8Array | null;
}

const MAX_RECORDS = 1000;
const STRANGERS_A_MINUTE = 60;
/** A record has 10,000 commits at most. IPGS §17. */
const MAX_RECORD_PAGES = Math.ceil(10_000 / PAGE);

/** Begins without records of other nodes. */
export function createTreeSync(
  state: PeerState,
  { libp2p, syncPeers, newest, contacts, learned }: TreeLearningPeer,
): TreeSync {
  const { home, live, gate, rates, reading, hear } = state;
  const learning = new Map<string, { readonly done: Promise<void>; again: Promise<void> | null }>();
  const records = new LruCache<Uint8Array>(MAX_RECORDS);

  const learnFrom = (node: string, given?: Uint8Array): Promise<void> => {
    const known = learning.get(node);
    if (known !== undefined) {
      if (given !== undefined) return known.done.then(() => learnFrom(node, given));
      // what it publishes may have changed since it was asked: once more, for all who call meanwhile
      known.again ??= known.done.then(() => learnFrom(node));
      return known.again;
    }
    const done = learn(node, given)
      .catch(() => {})
      .finally(() => learning.delete(node));
    learning.set(node, { done, again: null });
    return done;
  };
  const askForRecord = async (node: string): Promise<Uint8Array | null> =>
    syncPeers.isNear(node)
      ? syncPeers.ask(node, asker => asker.ipns(node)).catch(() => null)
      : null;
  const learn = async (node: string, given?: Uint8Array): Promise<void> => {
    if (node === home.node || home.root === null) return;
    const record = given ?? (await askForRecord(node)) ?? (await resolveRecord(libp2p, node));
    if (record === null) return;
    const published = await checkRecord(node, record);
    if (!published.ok) return misbehaved(state, node, published.fault);
    const { root, sequence } = published.value;
    if ((newest.sequenceOf(node) ?? 0n) > sequence) return;
    records.set(node, record);
    const { mine = null, others = [] } = state.seen?.trees ?? {};
    const isKnown = others.some(({ nodes }) => nodes.nodes.includes(node));
    if (!isKnown && rates.count('', 'strangers') > STRANGERS_A_MINUTE) return;
    if (home.isLearned(root, node)) return void newest.raiseSequence(node, sequence);
    const reaching = syncPeers.reaching(node, true);
    const tree = await fetchTree(reaching, mine, root, node, home.now());
    // a node that disconnects in the middle has done nothing wrong
    if (!tree.ok && tree.fault.code === 'not-found') return;
    if (!tree.ok) return misbehaved(state, node, tree.fault);
    const isQuiet = !bringsNews(node, tree.value);
    const taken = await gate.alone(() => home.learn(root, node));
    if (!taken.ok) return;
    // only now: names of nodes without a tree are made up by the thousand
    newest.raiseSequence(node, sequence);
    hear({ type: 'tree', node, player: taken.value.identity.name });
    await learned(isQuiet);
    if (isFriend(node)) await keepArchive(node, tree.value);
  };

  /** Whether a tree lists more than the games whose moves we know: while two play, each publishes what the opponent has just sent. */
  const bringsNews = (node: string, { challenges, finishedGames, currentGames }: Namespace) => {
    const before = state.seen?.trees.others.find(({ nodes }) => nodes.nodes.includes(node));
    return (
      before === undefined ||
      !isSameList(before.challenges, challenges) ||
      !isSameList(before.finishedGames, finishedGames) ||
      [...currentGames.values()].some(cid => !live.isKnown(cid))
    );
  };

  /** Whether the player has to do with a node: called it, plays with its player, or is its player. */
  const isFriend = (node: string): boolean =>
    contacts.some(address => address.endsWith(`/p2p/${node}`)) ||
    (state.seen?.trees.mine.nodes.nodes.includes(node) ?? false) ||
    [...live.all.values()].some(({ record }) => nodesOf(state, record).includes(node));
  /** Archives of friends are stored, so that they can be fetched here while their players are away. */
  const keepArchive = async (node: string, tree: Namespace): Promise<void> => {
    const isKept = async (game: string) => {
      const cid = parseCid(game);
      return cid.ok && (await reading.blocks.has(cid.value));
    };
    const pagesOf = async function* (head: string) {
      let have: string | null = null;
      for (let pages = 0, isDone = false; !isDone && pages < MAX_RECORD_PAGES; pages++) {
        const page: RecordPage = await syncPeers.ask(node, asker => asker.record(head, have));
        yield page.blocks;
        const last = page.blocks.findLast(({ cid }) => cid.codec === 'dag-json');
        if (last === undefined) return;
        have = formatCid(last.cid);
        ({ isDone } = page);
      }
    };
    const games = await fetchArchive(syncPeers.reaching(node, true), tree, isKept, pagesOf);
    if (games > 0) hear({ type: 'archived', node, games });
  };

  return { learnFrom, recordOf: node => records.get(node) ?? null };
}

const isSameList = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean =>
  a.size === b.size && [...a].every(([name, cid]) => b.get(name) === cid);
