/** Exchanges blocks with others than peers, from a while after the start. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BlockStore } from '@kifu/record/store';
import type { Libp2p } from '@libp2p/interface';
import { SYNC } from '../sync/messages.ts';

/** Blocks by another way than the own protocol. */
export interface BlockExchange {
  readonly blocks: Pick<BlockStore, 'get'>;
  close(): Promise<void>;
}

/** A way that is opened later. */
export interface Joining {
  /** Null until it is open. */
  blocks(): BlockExchange['blocks'] | null;
  begin(): void;
  /** Resolves when it is open, or cannot be. */
  done(): Promise<void>;
  stop(): Promise<void>;
}

/** So long after the start others than peers are asked for blocks, and given them. */
const JOIN_MS = 1000;

/** Not open, and with no `open` it never is. */
export function createJoining(
  libp2p: Libp2p,
  blocks: BlockStore,
  open: ((libp2p: Libp2p, blocks: BlockStore) => Promise<BlockExchange>) | undefined,
): Joining {
  const leaving = new AbortController();
  let exchange: BlockExchange | null = null;
  let joining: Promise<void> = Promise.resolve();
  const join = async (): Promise<void> => {
    // a user who has just started it waits for its first answer, and loading blocks everything else
    await delay(JOIN_MS, undefined, { signal: leaving.signal, ref: false });
    if (open === undefined) return;
    exchange = await open(libp2p, blocks);
    // other programs ask for our protocols only when they are dialed: so they are dialed once more
    for (const connection of libp2p.getConnections()) {
      const { protocols } = await libp2p.peerStore.get(connection.remotePeer);
      const isForeign = protocols.length > 0 && !protocols.includes(SYNC);
      if (isForeign && connection.direction === 'outbound') await connection.close();
    }
  };
  return {
    blocks: () => exchange?.blocks ?? null,
    begin() {
      // the libraries may not be installed: peers have the own protocol
      joining = join().catch(() => {});
    },
    done: () => joining,
    async stop() {
      leaving.abort();
      await joining;
      await exchange?.close();
    },
  };
}
