/** What stores must offer. All are asynchronous and may be far away; none is trusted: what is read is hashed again. */
import { type Cid, formatCid, type Json } from '@kifu/core';
import type { Block } from './collect.ts';

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
  /**
   * Puts blocks and moves the head in one go, where the store can: all of it or, where the head is elsewhere, nothing. Says
   * whether the head moved; resolves when it is durable.
   */
  append?(
    blocks: readonly Block[],
    match: Cid,
    from: Cid | null,
    to: Cid,
    ask?: Ask,
  ): Promise<boolean>;
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
