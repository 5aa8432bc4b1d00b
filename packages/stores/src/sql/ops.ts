/** Writes as rows of tables. Plain data, which may be copied to another thread. */

/** Block, with its content ID in bytes. */
export interface BlockRow {
  readonly cid: Uint8Array;
  readonly bytes: Uint8Array;
}

/** Move of a head. Content IDs in bytes. */
export interface HeadMove {
  readonly match: Uint8Array;
  readonly from: Uint8Array | null;
  readonly to: Uint8Array;
}

/** Summary as a row. */
export interface MatchRow {
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  readonly game: string;
  /** JSON. */
  readonly players: string;
  /** Each name in lower case, and `JOINT` before it. */
  readonly folded: string;
  /** The first name in lower case. */
  readonly first: string;
  readonly started_at: string | null;
  readonly entries: number;
  readonly result: string;
  readonly reason: string | null;
  /** JSON of what result and reason do not contain: winners, and points if there are any. */
  readonly outcome: string | null;
  readonly rated: number;
  readonly source: string | null;
  readonly visibility: string;
  /** Each move with `\n` after it. */
  readonly opening: string;
  /** JSON of what the columns below do not contain: ratings, titles and the name of the opening, if known; null if nothing is. */
  readonly facts: string | null;
  readonly event: string | null;
  readonly round: string | null;
  readonly time_control: string | null;
  readonly eco: string | null;
  /** The lowest of the players' ratings; null if a player has none. */
  readonly rating: number | null;
}

/** Block of annotations of a match. */
export interface RemarksRow {
  readonly match: Uint8Array;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes: nothing else would show that they have changed. */
  readonly digest: Uint8Array;
}

/** Player, and their search data. */
export interface PlayerRow {
  readonly player: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly digest: Uint8Array;
  /** Sorted, without duplicates. */
  readonly handles: readonly string[];
}

/** Separator of names: a search for a part of a name that contains it works differently. */
export const JOINT = '\u001f';

/** Result of a seat. */
export type Score = 'win' | 'loss' | 'draw' | 'void' | 'open';

/** Operation within a transaction. */
export type Op =
  | { readonly do: 'put'; readonly block: BlockRow }
  | ({ readonly do: 'append'; readonly blocks: readonly BlockRow[] } & HeadMove)
  | {
      /** `add` does nothing if the name is taken. */
      readonly do: 'keep' | 'add';
      readonly kind: string;
      readonly name: string;
      readonly value: string;
      readonly digest: Uint8Array;
    }
  | { readonly do: 'drop'; readonly kind: string; readonly name: string }
  | ({ readonly do: 'keep-remarks' } & RemarksRow)
  | { readonly do: 'drop-remarks'; readonly match: Uint8Array }
  | ({ readonly do: 'keep-player'; readonly from: Uint8Array | null } & PlayerRow)
  | { readonly do: 'drop-player'; readonly player: string }
  | ListOp
  | { readonly do: 'hide'; readonly match: Uint8Array; readonly hidden: number }
  | { readonly do: 'remove'; readonly match: Uint8Array };

/** Match to index. */
export interface ListOp {
  readonly do: 'list';
  readonly row: MatchRow;
  /** When it started, in seconds since 1970. */
  readonly second: number | null;
  /** Of each seat. */
  readonly scores: readonly Score[];
  /** Texts of its metadata, for full-text search. */
  readonly said: readonly string[];
  /** Absent if they do not change. */
  readonly comments?: readonly string[];
  /** Eight bytes each, one after the other. */
  readonly positions?: Uint8Array;
}
