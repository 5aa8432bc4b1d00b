/** What peers gossip about: new roots, offers, and the commits of games for spectators. IPGS §14.1. */
import { cidOf, formatCid } from '@kifu/core';
import { checkSent, hashesOf, type SignedCommit } from '@kifu/ipgs';
import type { GossipSub } from '@libp2p/gossipsub';
import type { CommitExchange } from './commit-exchange.ts';
import {
  type Envelope,
  type GossipMessage,
  gameTopic,
  LOBBY,
  playerTopic,
} from './gossip/envelope.ts';
import { createGossip } from './gossip/gossip.ts';
import type { PeerSnapshot } from './home.ts';
import { checkRecord } from './ipns/records.ts';
import type { LiveGame } from './live-games.ts';
import type { PeerState } from './peer-state.ts';
import type { SyncPeers } from './sync/sync-peers.ts';
import type { TreeSync } from './tree-sync.ts';

/** What gossip needs of the parts of the peer that act on it. */
export interface PeerGossipParts {
  readonly pubsub: GossipSub;
  readonly syncPeers: SyncPeers;
  take: CommitExchange['take'];
  learnFrom: TreeSync['learnFrom'];
}

/** Gossips news from here, and handles that from elsewhere. */
export interface PeerGossip {
  /** Follows those with whom the player has to do. */
  follow(trees: PeerSnapshot['trees']): void;
  /** The own tree has a new root. */
  sayHead(player: string, record: Uint8Array, root: string): Promise<void>;
  sayOffer(offer: SignedCommit): Promise<void>;
  /** Sends to spectators. The players' nodes got it directly, and forward it to those who listen there. */
  spread(game: LiveGame, commits: readonly SignedCommit[], sent: readonly string[]): Promise<void>;
}

const MAX_TOPICS = 500;

/** Listens from when topics are followed. */
export function createPeerGossip(
  { home, live, checked, rates, ban }: PeerState,
  { pubsub, syncPeers, take, learnFrom }: PeerGossipParts,
): PeerGossip {
  const gossip = createGossip(pubsub, {
    ...{ node: home.node, now: home.now, rates, ban },
    async check(topic, { node, message }) {
      if (message.t === 'head') {
        const good = await checkRecord(node, message.record);
        return good.ok && good.value.root === message.root;
      }
      if (message.t !== 'commit') return true;
      if (formatCid(cidOf('dag-json', message.block)) !== message.cid) return false;
      if (live.isKnown(message.cid)) return true;
      const signed = await checkSent(syncPeers.reaching(node), message.block, message.data);
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
      await take(node, message.block, message.data);
    }
    if (message.t === 'want') {
      const game = [...live.all.values()].find(
        ({ record }) => gameTopic(record.offer.commit.cid) === topic,
      );
      const head = game && checked.get(game.record.head.cid);
      if (head !== undefined && head.commit.cid !== message.head)
        await gossip.say(topic, commitMessage(head));
    }
  };

  return {
    follow({ mine, others }) {
      const topics = [LOBBY, ...hashesOf(mine).map(playerTopic)];
      for (const { record } of live.all.values()) topics.push(gameTopic(record.offer.commit.cid));
      for (const tree of others) topics.push(playerTopic(tree.root.hash));
      gossip.follow(new Set(topics.slice(0, MAX_TOPICS)));
    },
    sayHead: (player, record, root) =>
      gossip.say(playerTopic(player), { t: 'head', player, record, root }),
    sayOffer: offer => gossip.say(LOBBY, commitMessage(offer)),
    async spread(game, commits, sent) {
      const topic = gameTopic(game.record.offer.commit.cid);
      if (!gossip.isFollowedBeside(topic, sent)) return;
      for (const commit of commits) await gossip.say(topic, commitMessage(commit));
    },
  };
}

const commitMessage = ({ commit, block, payload }: SignedCommit): GossipMessage => ({
  ...{ t: 'commit', cid: commit.cid, block: block.bytes, data: payload },
});
