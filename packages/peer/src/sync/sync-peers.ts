/** Other nodes as they can be asked: one stream to each, which is opened on first use, and blocks from the first node that has them. */
import { parseCid } from '@kifu/core';
import type { Keeping } from '@kifu/ipgs';
import type { BlockStore } from '@kifu/record/store';
import { createFetcher } from '../blocks/fetcher.ts';
import { LruCache } from '../lru-cache.ts';
import type { FrameStream } from '../node/frames.ts';
import type { TurnWord } from '../signing-turn.ts';
import { createSyncClient, type SyncClient, SyncRefused } from './ask.ts';

/** What is needed to reach them. */
export interface NeighbourLinks {
  /** Opens a stream to a node. */
  open(node: string): Promise<FrameStream>;
  /** Whether there is a connection. */
  isNear(node: string): boolean;
  /** The own store. */
  readonly reading: Keeping;
  /** Blocks from the wider network, beside the own protocol; null until the exchange has started. */
  exchange(): Pick<BlockStore, 'get'> | null;
  nowMs(): number;
}

/** Nodes that can be asked. */
export interface SyncPeers {
  /** Does something with a node; a stream that has ended is opened again, once. */
  ask<T>(node: string, work: (asker: SyncClient) => Promise<T>): Promise<T>;
  isNear(node: string): boolean;
  /** Those to which there is a stream. */
  readonly nodes: readonly string[];
  /** Records and trees are read from other nodes if they are not here; callers that can wait also ask nodes that only have blocks. */
  reaching(first: string, mayWait?: boolean): Keeping;
  /** A node is gone. */
  forget(node: string): void;
  /** No stream is opened again. */
  stop(): void;
}

/** How long a node that could not be reached is not called for a block again. */
const AWAY_MS = 30_000;
const MAX_AWAY = 1000;
const MAX_SOURCES = 4;

/** Begins without streams. */
export function createSyncPeers(links: NeighbourLinks): SyncPeers {
  const { isNear, nowMs, reading } = links;
  const askers = new Map<string, Promise<SyncClient>>();
  /** When nodes could not be reached. */
  const away = new LruCache<number>(MAX_AWAY);
  let isStopped = false;

  const askerOf = (node: string): Promise<SyncClient> => {
    const known = askers.get(node);
    if (known !== undefined) return known;
    const opening = links.open(node).then(createSyncClient);
    askers.set(node, opening);
    opening.catch(() => {
      askers.delete(node);
      away.set(node, nowMs());
    });
    return opening;
  };
  const forget = (node: string): void => {
    const asker = askers.get(node);
    askers.delete(node);
    asker?.then(each => each.close()).catch(() => {});
  };
  const ask = async <T>(node: string, work: (asker: SyncClient) => Promise<T>): Promise<T> => {
    try {
      return await work(await askerOf(node));
    } catch (cause) {
      if (!(cause instanceof SyncRefused) || cause.code !== 'closed' || isStopped) throw cause;
      forget(node);
      return work(await askerOf(node));
    }
  };
  const blocksFrom = (node: string) => async (cid: string) =>
    (await ask(node, asker => asker.blocks([cid])))[0]?.bytes ?? null;
  const fromExchange = async (cid: string) => {
    const parsed = parseCid(cid);
    return parsed.ok ? (links.exchange()?.get(parsed.value) ?? null) : null;
  };

  return {
    ...{ ask, isNear, forget },
    get nodes() {
      return [...askers.keys()];
    },
    reaching(first, mayWait = false) {
      const fetcher = createFetcher(nowMs);
      // a call to a node that is away takes seconds, and there may be many blocks
      const isHere = (node: string) => isNear(node) || nowMs() - (away.get(node) ?? 0) > AWAY_MS;
      const nodes = [...new Set([first, ...askers.keys()])].filter(isHere).slice(0, MAX_SOURCES);
      const sources = nodes.map(blocksFrom);
      fetcher.setSources(mayWait ? [...sources, fromExchange] : sources);
      return { ...reading, blocks: fetcher.over(reading.blocks) };
    },
    stop() {
      isStopped = true;
    },
  };
}

/** Reports to another node of the player that this one is about to sign, or has signed; returns false if it may not sign now. */
export const sayTurn = (syncPeers: SyncPeers, node: string, word: TurnWord): Promise<boolean> =>
  syncPeers
    .ask(node, asker => asker.turn(word))
    .then(
      () => true,
      // it is gone, or of a version that knows of no turns
      cause => !(cause instanceof SyncRefused && cause.code === 'busy'),
    );
