/** What stores must offer. All are asynchronous and may be far away; none is trusted: what is read is hashed again. */
import { type Cid, formatCid, type Json, type Outcome } from '@kifu/core';

/** Every port takes a signal to give up by. */
export interface Ask {
  readonly signal?: AbortSignal;
}

/** Blocks by content id. */
export interface BlockStore {
  /** The bytes; throws `BlockNotFoundError`, or `BlockCorruptError` where what is kept does not hash to the id. */
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

/** What a library knows of a match: enough to find and list it without reading the chain. */
export interface Listing {
  readonly match: Cid;
  readonly head: Cid;
  readonly game: string;
  readonly players: readonly string[];
  /** ISO 8601, UTC; null where unknown. */
  readonly startedAt: string | null;
  readonly entries: number;
  /** Null while the match goes on. */
  readonly outcome: Outcome | null;
  readonly rated: boolean;
}

/** Which matches to find; what is left out is not asked for. */
export interface Query {
  readonly game?: string;
  /** Part of a player's name, capitals aside. */
  readonly player?: string;
  readonly result?: Outcome['result'] | 'open';
  readonly reason?: string;
  /** At most this many; 50 unless told, 500 at most. */
  readonly limit?: number;
  /** Where the page before ended. */
  readonly after?: string;
}

/** One page of what was found, the newest first; `next` is null on the last. */
export interface Page {
  readonly listings: readonly Listing[];
  readonly next: string | null;
}

/** Finds matches. It can be rebuilt from blocks and heads at any time. */
export interface Library {
  /** Lists a match, or brings its listing up to date. */
  list(listing: Listing, ask?: Ask): Promise<void>;
  get(match: Cid, ask?: Ask): Promise<Listing | null>;
  find(query: Query, ask?: Ask): Promise<Page>;
  remove(match: Cid, ask?: Ask): Promise<void>;
}

/** What is private and must survive a crash: keys, secrets of chance, invites. It is never exported. */
export interface Vault {
  get(kind: string, name: string, ask?: Ask): Promise<Json | undefined>;
  /** Resolves when it is durable. */
  put(kind: string, name: string, value: Json, ask?: Ask): Promise<void>;
  remove(kind: string, name: string, ask?: Ask): Promise<void>;
  /** The names of a kind, sorted. */
  names(kind: string, ask?: Ask): Promise<readonly string[]>;
}

/** The stores that a live match needs. */
export interface Stores {
  readonly blocks: BlockStore;
  readonly heads: Heads;
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

/** The bytes are not those that the content id names. */
export class BlockCorruptError extends Error {
  override readonly name = 'BlockCorruptError';
  readonly cid: Cid;
  constructor(cid: Cid, options?: ErrorOptions) {
    super(`the bytes are not those of block ${formatCid(cid)}`, options);
    this.cid = cid;
  }
}
