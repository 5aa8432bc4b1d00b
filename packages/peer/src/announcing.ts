/** Tells others of the own tree: publishes its root, greets the nodes at hand, and stays above what was published before. */
import type { Publisher } from './ipns/publisher.ts';
import { playerOf, VERSION } from './peer-answers.ts';
import type { PeerGossip } from './peer-gossip.ts';
import type { PeerState } from './peer-state.ts';
import type { SyncPeers } from './sync/neighbours.ts';

/** By what others are told. */
interface AnnouncingParts {
  readonly publisher: Publisher;
  readonly neighbours: SyncPeers;
  readonly gossip: PeerGossip;
}

/** Tells others. */
export interface Announcing {
  publish(): Promise<void>;
  /** Takes a record of this node that another has; if it is newer, the own tree is published again, above it. */
  catchUp(node: string, record: Uint8Array): Promise<void>;
  /** Says who we are, hears who the other is, and gets what is new there; what it has of this node is asked for once. */
  greet(node: string): Promise<void>;
  /** A node is gone: when it comes back it is asked again. */
  forget(node: string): void;
}

/** Nothing was told at first. */
export function createAnnouncing(
  state: PeerState,
  { publisher, neighbours, gossip }: AnnouncingParts,
): Announcing {
  const { home, hear } = state;
  const askedForOwn = new Set<string>();
  const publish = async (): Promise<void> => {
    const player = playerOf(state);
    const { root } = home;
    if (root === null || player === null || !(await publisher.publish(root))) return;
    // the nodes at hand are greeted again, which is quicker than gossip and never lost
    for (const node of neighbours.nodes) void greet(node);
    await gossip.sayHead(player, publisher.record!, root);
  };
  const catchUp = async (node: string, record: Uint8Array): Promise<void> => {
    if (!(await publisher.catchUp(record))) return;
    hear({ type: 'behind', node, sequence: publisher.sequence });
    await publish();
  };
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
  return { publish, catchUp, greet, forget: node => void askedForOwn.delete(node) };
}
