/** Announces the player's own tree: publishes its root, greets connected nodes, and stays above what was published before. */
import type { Publisher } from './ipns/publisher.ts';
import { playerOf, VERSION } from './peer-answers.ts';
import type { PeerGossip } from './peer-gossip.ts';
import type { PeerState } from './peer-state.ts';
import type { SyncPeers } from './sync/sync-peers.ts';

/** What it uses to publish and greet. */
interface AnnouncingParts {
  readonly publisher: Publisher;
  readonly syncPeers: SyncPeers;
  readonly gossip: PeerGossip;
}

/** Announces the player's tree. */
export interface Announcing {
  publish(): Promise<void>;
  /** Takes a record of this node that another has; if it is newer, the own tree is published again, above it. */
  catchUp(node: string, record: Uint8Array): Promise<void>;
  /** Introduces this node to another, learns who it is, and fetches its news; what it has of this node is requested once. */
  greet(node: string): Promise<void>;
  /** A node has disconnected: it is greeted again when it comes back. */
  forget(node: string): void;
}

/** Creates the announcer; nothing has been published yet. */
export function createAnnouncing(
  state: PeerState,
  { publisher, syncPeers, gossip }: AnnouncingParts,
): Announcing {
  const { home, hear } = state;
  const askedForOwn = new Set<string>();
  const publish = async (): Promise<void> => {
    const player = playerOf(state);
    const { root } = home;
    if (root === null || player === null || !(await publisher.publish(root))) return;
    // the nodes at hand are greeted again, which is quicker than gossip and never lost
    for (const node of syncPeers.nodes) void greet(node);
    await gossip.sayHead(player, publisher.record!, root);
  };
  const catchUp = async (node: string, record: Uint8Array): Promise<void> => {
    if (!(await publisher.catchUp(record))) return;
    hear({ type: 'behind', node, sequence: publisher.sequence });
    await publish();
  };
  const greet = async (node: string): Promise<void> => {
    try {
      await syncPeers.ask(node, asker => asker.hello(VERSION, playerOf(state)));
      if (askedForOwn.has(node) || home.root === null) return;
      askedForOwn.add(node);
      await catchUp(node, await syncPeers.ask(node, asker => asker.ipns(home.node)));
    } catch {
      // it speaks another protocol, has no record, or is gone
    }
  };
  return { publish, catchUp, greet, forget: node => void askedForOwn.delete(node) };
}
