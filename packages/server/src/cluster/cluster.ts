/**
 * Several processes with one store. Each room is in the memory of one of them, which has a lease on it; all writes for the
 * room carry that lease, so that the store refuses a process that has lost it. Each process renews its heartbeat once per second;
 * one that has not for a while counts as down, and its rooms are free.
 */
import type { ServerMessage } from '@kifu/client/protocol';
import { type Cid, cidOf, formatCid, isObject, type Json } from '@kifu/core';
import type { AppendOptions, BusEvent, LeaseOwner } from '@kifu/record/store';
import type { FastifyBaseLogger } from 'fastify';
import type { ClusterOptions, ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';
import { RoomElsewhereError } from './room-elsewhere.ts';

/** Lease on a room. */
interface RoomLease {
  /** The stores for writes of the room. */
  readonly stores: ServerStores;
  /** When the previous process was last up, in milliseconds since 1970; null if there was none, or it released the room. */
  readonly leftMs: number | null;
}

/** Message between processes. */
export type ClusterMessage =
  /** A stored room has changed or was removed. */
  | { readonly type: 'room'; readonly id: string }
  /** A process has stopped: its rooms are free. */
  | { readonly type: 'left' }
  /** A player signed a statement, such as a vacation; concerns processes with their matches. */
  | { readonly type: 'player'; readonly player: string }
  /** The head of a match has moved; only if the store does not notify. */
  | { readonly type: 'moved'; readonly match: string }
  /** The process that has a room sent something to all its members. */
  | { readonly type: 'said'; readonly id: string; readonly message: ServerMessage }
  /** The player of an open challenge asked for it at another process than the one that has it. */
  | { readonly type: 'wanted'; readonly id: string }
  /** The number of spectators of a room at a process that does not have it; and a chat message of one of them. */
  | { readonly type: 'watching'; readonly id: string; readonly count: number }
  | { readonly type: 'say'; readonly id: string; readonly text: string };

/** The processes that share a store, as seen by one of them. */
export interface Cluster {
  /** The number of processes. */
  readonly processes: number;
  /** Takes the lease on a room for this process; throws `RoomElsewhereError` if another has it. */
  take(id: string): Promise<RoomLease>;
  /** Releases a room. */
  release(id: string): Promise<void>;
  /**
   * Makes this process the one that counts the invites and joins of a network for a while; throws `RoomElsewhereError` if another
   * does. Processes learn of each other's rooms with a delay, so that each would let guests use the rest of their quota.
   */
  countFor(network: string): Promise<void>;
  /** Whether this process counts for a network. */
  countsFor(network: string): boolean;
  /** Returns the rooms that no process has. */
  vacant(ids: readonly string[]): Promise<readonly string[]>;
  /** Whether this process has the room, as far as it knows. */
  has(id: string): boolean;
  /** Whether the store has not answered for so long that the others consider this process down, and its rooms free. */
  readonly isCutOff: boolean;
  /** Renews the heartbeat. Returns the rooms that this process has lost since, and the processes that went down since. */
  beat(): Promise<{ readonly lost: readonly string[]; readonly gone: readonly string[] }>;
  /** Notifies the other processes; drops messages that are too long for the bus. */
  tell(word: ClusterMessage): void;
  /** Notifies the others that the head of a match has moved, unless the store does. */
  moved(match: string): void;
  /** Listens to messages of other processes; null if some may have been missed. */
  hear(listen: (word: ClusterMessage | null, by: string) => void): Promise<void>;
  /** Releases all rooms. */
  leave(): Promise<void>;
}

interface ClusterContext extends ClusterOptions {
  readonly stores: ServerStores;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  /** Address of this process for the others. */
  readonly url: string;
}

const TTL_MS = 5000;
/** After this delay, all processes know the rooms that another one created. */
const COUNT_MS = 10_000;

/** Adds this process to those that share the store. */
export function createCluster(surroundings: ClusterContext): Cluster {
  const { stores, leases, bus, watchHeads, now, log, url } = surroundings;
  const { ttlMs: lastsMs = TTL_MS } = surroundings;
  const owner = `${freshId()} ${url}`;
  const fences = new Map<string, number>();
  const ears = new AbortController();
  let owners: readonly LeaseOwner[] = [];
  let ownersMs = 0;
  /** Since when a request to the store has been unanswered; null if none is. */
  let askedMs: number | null = null;

  const hold = async (ttlMs = lastsMs): Promise<readonly LeaseOwner[]> => {
    askedMs ??= now();
    try {
      owners = await leases.hold(owner, ttlMs);
    } finally {
      askedMs = null;
    }
    ownersMs = now();
    return owners;
  };
  const others = () => owners.filter(other => other.owner !== owner);
  const gone = () =>
    others()
      .filter(({ leftMs }) => leftMs === 0)
      .map(other => other.owner);
  const findOwner = (name: string) => owners.find(other => other.owner === name);

  /** Returns when a process was last up; asks the store again unless it is known to be down, since an older answer may be wrong. */
  const lastSeenMs = async (name: string): Promise<number | null> => {
    if (findOwner(name)?.leftMs !== 0) await hold();
    const found = findOwner(name);
    return found === undefined ? null : ownersMs - found.silentMs;
  };

  const tell = (word: ClusterMessage): void => {
    // the others know already that this process is down, and its store may be closed
    if (ears.signal.aborted) return;
    const value = { by: owner, word } as unknown as Json;
    bus.tell(value).catch(err => {
      if (!(err instanceof RangeError)) log.error({ err }, 'cannot notify other processes');
    });
  };

  /** When another process may count for a network that this one counts for. */
  const counting = new Map<string, ReturnType<typeof setTimeout>>();

  const cluster: Cluster = {
    get processes() {
      return 1 + others().filter(({ leftMs }) => leftMs > 0).length;
    },
    async take(id) {
      const lease = leaseOf(id);
      const { fence, owner: other, before } = await leases.take(lease, owner, lastsMs);
      if (fence === null) {
        fences.delete(id);
        throw new RoomElsewhereError(urlOf(other));
      }
      fences.set(id, fence);
      const leftMs = before === null ? null : ((await lastSeenMs(before)) ?? now());
      return { stores: writtenBy(stores, { lease, fence }), leftMs };
    },
    async release(id) {
      const fence = fences.get(id);
      fences.delete(id);
      if (fence !== undefined) await leases.release(leaseOf(id), fence);
    },
    async countFor(network) {
      const id = countOf(network);
      if (!fences.has(id)) await cluster.take(id);
      clearTimeout(counting.get(id));
      const giveBack = (): void => {
        counting.delete(id);
        if (ears.signal.aborted) return;
        cluster.release(id).catch(err => log.error({ err }, 'cannot release a lease'));
      };
      counting.set(id, setTimeout(giveBack, COUNT_MS).unref());
    },
    countsFor: network => fences.has(countOf(network)),
    async vacant(ids) {
      const names = new Map(ids.map(id => [leaseOf(id), id]));
      return (await leases.vacant([...names.keys()])).map(lease => names.get(lease)!);
    },
    has: id => fences.has(id),
    get isCutOff() {
      return askedMs !== null && now() - askedMs > lastsMs;
    },
    async beat() {
      const known = new Set(gone());
      await hold();
      const isLate = findOwner(owner)?.leftMs === 0;
      const lost: string[] = [];
      if (isLate)
        for (const [id, fence] of [...fences])
          if (!(await leases.renew(leaseOf(id), fence, lastsMs)) && fences.get(id) === fence) {
            fences.delete(id);
            lost.push(id);
          }
      return { lost, gone: gone().filter(name => !known.has(name)) };
    },
    tell,
    moved(match) {
      if (watchHeads === undefined) tell({ type: 'moved', match });
    },
    async hear(listen) {
      const { signal } = ears;
      await bus.hear(news => listenTo(news, owner, listen), { signal });
      // a gap of heads is a gap of the bus too, which has the same connection
      await watchHeads?.(
        null,
        news => {
          if (news.type === 'moved') listen({ type: 'moved', match: formatCid(news.match) }, '');
        },
        { signal },
      );
    },
    async leave() {
      ears.abort();
      await hold(0);
      await bus.tell({ by: owner, word: { type: 'left' } });
    },
  };
  return cluster;
}

/** Messages of other processes; its own ones are ignored. */
function listenTo(news: BusEvent, owner: string, listen: Parameters<Cluster['hear']>[0]): void {
  if (news.type === 'gap') listen(null, '');
  else if (isObject(news.value) && news.value.by !== owner)
    listen(news.value.word as unknown as ClusterMessage, String(news.value.by));
}

/** Takes the lease on a room by its name: before its match starts, a room has no other id. */
const leaseOf = (id: string): Cid => cidOf('raw', Buffer.from(id));

/** What the process that counts for a network has a lease on. */
const countOf = (network: string): string => `counts ${network}`;

/** Name and address of an owner. */
const urlOf = (owner: string): string => owner.slice(owner.indexOf(' ') + 1);

/** Returns stores that write with a lease. */
function writtenBy(stores: ServerStores, by: AppendOptions): ServerStores {
  const { append, vault } = stores;
  return {
    ...stores,
    append: (blocks, match, from, to, ask) => append!(blocks, match, from, to, { ...ask, ...by }),
    vault: {
      get: vault.get,
      names: vault.names,
      put: (kind, name, value, ask) => vault.put(kind, name, value, { ...ask, ...by }),
      add: (kind, name, value, ask) => vault.add(kind, name, value, { ...ask, ...by }),
      remove: (kind, name, ask) => vault.remove(kind, name, { ...ask, ...by }),
    },
  };
}

/** Runs something in one process at a time, such as what the first start creates. */
export async function alone<T>(
  { leases }: Pick<ClusterOptions, 'leases'>,
  work: () => Promise<T>,
): Promise<T> {
  const [lease, me] = [cidOf('raw', Buffer.from('the first start')), freshId()];
  for (;;) {
    const { fence, leftMs } = await leases.take(lease, me, START_MS);
    if (fence !== null) {
      try {
        return await work();
      } finally {
        await leases.release(lease, fence);
      }
    }
    await new Promise(done => setTimeout(done, Math.min(leftMs, LOOK_MS)));
  }
}

const START_MS = 10_000;
const LOOK_MS = 100;
