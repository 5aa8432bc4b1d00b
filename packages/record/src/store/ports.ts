/** What stores must offer. All are asynchronous and may be far away; none is trusted: what is read is hashed again. */
import { type Cid, DAY_MS, formatCid, type Json } from '@kifu/core';
import type { Block } from '../node/collect.ts';
import type { ToList } from './library.ts';

/** Every port takes a signal to give up by. */
export interface Ask {
  readonly signal?: AbortSignal;
}

/** What can be asked of an append, and of the vault. */
export interface AppendOptions extends Ask {
  /**
   * The number of the lease that the caller has on the match. Where another owner has taken it over, or it was released, nothing
   * is stored, and the call throws `LeaseLostError`.
   */
  readonly fence?: number;
  /** What the lease is on, where that is not the match. */
  readonly lease?: Cid;
}

/** Blocks by content ID. */
export interface BlockStore {
  /** The bytes; throws `BlockNotFoundError`, or `BlockCorruptError` if the stored bytes do not hash to the ID. */
  get(cid: Cid, ask?: Ask): Promise<Uint8Array>;
  /** Keeps the bytes; resolves when they are durable. Throws `BlockCorruptError` where they do not hash to the id. */
  put(cid: Cid, bytes: Uint8Array, ask?: Ask): Promise<void>;
  has(cid: Cid, ask?: Ask): Promise<boolean>;
}

/** The newest node of each match. A match is named by the id of its header. */
export interface Heads {
  /** Null where the match is not known. */
  get(match: Cid, ask?: Ask): Promise<Cid | null>;
  /** Compare and set: moves the head where it is still `from` (null: where there is none), and says whether it did, once that is durable. */
  move(match: Cid, from: Cid | null, to: Cid, ask?: Ask): Promise<boolean>;
}

/** Heads that say when they move, also by another process. */
export interface WatchedHeads extends Heads {
  /**
   * Reports each head that moves from now on, of one match or, for null, of all; resolves when it does. It ends by the signal,
   * or when the store is closed.
   */
  watch(match: Cid | null, tell: (news: HeadEvent) => void, ask?: Ask): Promise<void>;
}

/**
 * A head has moved: read it to know where it is now. Or `gap`: moves may have been missed, of any match, so that a watcher reads
 * all its heads again.
 */
export type HeadEvent = { readonly type: 'moved'; readonly match: Cid } | { readonly type: 'gap' };

/**
 * Grants one process the right to append to a match for a while: so that of several processes one has the match in memory. Each lease has a number that is
 * greater than those before it, the fence; an owner that appends by a fence that is not the newest is refused. So one that was away
 * for too long cannot do harm, even if its own clock is wrong. Time is the store's.
 */
export interface Leases {
  /** Takes the lease where it is free, has run out, or is the same owner's, whose older fence is then refused. */
  take(match: Cid, owner: string, ttlMs: number, ask?: Ask): Promise<LeaseState>;
  /** Keeps it for `ttlMs` from now; false where it was taken over or released. One that has run out can be renewed until it is taken. */
  renew(match: Cid, fence: number, ttlMs: number, ask?: Ask): Promise<boolean>;
  /** Gives it back; false where another owner had it by then. */
  release(match: Cid, fence: number, ask?: Ask): Promise<boolean>;
  /**
   * Says that an owner is there: for `ttlMs` from now none of its leases runs out. Gives all owners that have said so in the last
   * day, as they stood before.
   */
  hold(owner: string, ttlMs: number, ask?: Ask): Promise<readonly LeaseOwner[]>;
  /** Those of the matches whose lease a new owner could take now. */
  vacant(matches: readonly Cid[], ask?: Ask): Promise<readonly Cid[]>;
}

/** A process that has leases, as long as it keeps saying that it is there. */
export interface LeaseOwner {
  readonly owner: string;
  /** For how long it is taken to be there; 0 where it is not any more. */
  readonly leftMs: number;
  /** How long ago it said so last. */
  readonly silentMs: number;
}

/** The owner of a lease, and until when. */
export interface LeaseState {
  /** The number to append by; null where another owner has the lease. */
  readonly fence: number | null;
  readonly owner: string;
  /** The owner from whom it was taken over without having been released; null where there was none, or the lease was not given. */
  readonly before: string | null;
  /** Milliseconds since 1970, by the clock of the store. */
  readonly untilMs: number;
  /** The same from now, which needs no clock. */
  readonly leftMs: number;
}

/** How long a lease is to last, where that is from nothing to a day; throws a `RangeError` otherwise. */
export function checkTtlMs(ttlMs: number): number {
  if (ttlMs >= 0 && ttlMs <= DAY_MS) return ttlMs;
  throw new RangeError(`a lease must last from 0 to ${DAY_MS} ms, not ${ttlMs}`);
}

/** Private data that must survive a crash: keys, secrets of randomness, invites. It is never exported. */
export interface Vault {
  get(kind: string, name: string, ask?: Ask): Promise<Json | undefined>;
  /** Resolves when it is durable. By a lease that is named, where the store has leases. */
  put(kind: string, name: string, value: Json, ask?: AppendOptions): Promise<void>;
  /** Stores a value unless the name is taken. Returns whether it did, once that is durable; of several callers at once, one wins. */
  add(kind: string, name: string, value: Json, ask?: AppendOptions): Promise<boolean>;
  remove(kind: string, name: string, ask?: AppendOptions): Promise<void>;
  /** The names of a kind, sorted. */
  names(kind: string, ask?: Ask): Promise<readonly string[]>;
}

/**
 * What is said about matches besides what happened: for each one block of annotations, as `encodeAnnotations` writes it. Public with its record and
 * only with it, exported with it, gone with it: so the match comes first, and annotations of one that is not there may be tidied away.
 */
export interface AnnotationStore {
  /** The block; null if there is none. Throws `BlockCorruptError` if the stored block has changed. */
  get(match: Cid, ask?: Ask): Promise<Uint8Array | null>;
  /** Keeps a block in the place of the one before; resolves when it is durable. */
  put(match: Cid, remarks: Uint8Array, ask?: Ask): Promise<void>;
  remove(match: Cid, ask?: Ask): Promise<void>;
}

/** A player as stored: the file that `encodePlayerFile` writes, and what the player is found by. */
export interface StoredPlayer {
  /** The first key, in hex. */
  readonly id: string;
  readonly file: Uint8Array;
  /** Keys and names; each is one player's at a time. */
  readonly handles: readonly string[];
}

/** Players: what each has signed about themselves. Public, and gone when the player wants it. */
export interface PlayerStore {
  /** The file; null if there is none. Throws `BlockCorruptError` if the stored file has changed. */
  get(id: string, ask?: Ask): Promise<Uint8Array | null>;
  /** The id of the player whom a handle belongs to; null where it is free. */
  find(handle: string, ask?: Ask): Promise<string | null>;
  /**
   * Compare and set: keeps a player where the file is still the one with this SHA-256 (null: where there is none) and all handles are
   * free or theirs; other handles of theirs become free. Says whether it did, or why not, once that is durable.
   */
  put(player: StoredPlayer, from: Uint8Array | null, ask?: Ask): Promise<PlayerPut>;
  /** Removes a player, whose handles become free. */
  remove(id: string, ask?: Ask): Promise<void>;
}

/** The player is stored; or the file has changed meanwhile; or a handle belongs to another player. */
export type PlayerPut = 'kept' | 'changed' | 'taken';

/** The stores that a live match needs. */
export interface Stores {
  readonly blocks: BlockStore;
  readonly heads: Heads;
  /**
   * Puts blocks and moves the head in one go, where the store can: all of it or, where the head is elsewhere, nothing. Says
   * whether the head moved; resolves when it is durable.
   */
  append?(
    blocks: readonly Block[],
    match: Cid,
    from: Cid | null,
    to: Cid,
    ask?: AppendOptions,
  ): Promise<boolean>;
}

/** A whole record as a pack, with what it is found by. */
export interface PackedRecord {
  /** Gives the nodes back when it is unpacked: the caller has checked that, the store does not. */
  readonly pack: Uint8Array;
  /** Of the nodes in order, 32 bytes each: those of the match first, those of its head last. */
  readonly digests: Uint8Array;
  readonly listing: ToList;
  /** The block of annotations about it; left out if there are none, and then the stored one stays. */
  readonly remarks?: Uint8Array | null;
}

/** A store that takes whole records: an import, an upload, or a match that has ended. */
export interface PackStore {
  /**
   * Keeps a record with what is said about it, and lists it, in one go, where the head of its match is still `from` (null: where there is none): all of it
   * or nothing. Says whether it did; resolves when it is durable. Throws `BlockCorruptError` where the digests are not those of the summary.
   */
  keepPack(record: PackedRecord, from: Cid | null, ask?: Ask): Promise<boolean>;
}

/** Stores that several processes share, each match in one of them. */
export interface SharedStores extends Required<Stores> {
  readonly leases: Leases;
}

/** Tells all processes small things, this one too. Each is heard once at most, and in the order of its teller. */
export interface Bus {
  /** Tells a value of at most `MAX_NEWS_BYTES` as JSON; throws a `RangeError` where it is longer. */
  tell(value: Json, ask?: Ask): Promise<void>;
  /** Calls back with every message from now on; resolves when it does. It ends by the signal, or when the bus is closed. */
  hear(listen: (news: BusEvent) => void, ask?: Ask): Promise<void>;
}

/** A message arrived. Or `gap`: some may have been missed. */
export type BusEvent = { readonly type: 'told'; readonly value: Json } | { readonly type: 'gap' };

/** What a notice of PostgreSQL has room for. */
export const MAX_NEWS_BYTES = 7900;

/** Another owner has taken over the match, or its lease was released: nothing was stored. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
  readonly match: Cid;
  readonly fence: number;
  constructor(match: Cid, fence: number, options?: ErrorOptions) {
    super(`the lease ${fence} on match ${formatCid(match)} is lost`, options);
    this.match = match;
    this.fence = fence;
  }
}

/** The store has no such block. */
export class BlockNotFoundError extends Error {
  override readonly name = 'BlockNotFoundError';
  readonly cid: Cid;
  constructor(cid: Cid, options?: ErrorOptions) {
    super(`there is no block ${formatCid(cid)}`, options);
    this.cid = cid;
  }
}

/** The bytes are not those that the content ID names. */
export class BlockCorruptError extends Error {
  override readonly name = 'BlockCorruptError';
  readonly cid: Cid;
  constructor(cid: Cid, options?: ErrorOptions) {
    super(`the bytes are not those of block ${formatCid(cid)}`, options);
    this.cid = cid;
  }
}
