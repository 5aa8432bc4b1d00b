/** What is to be written, as rows of tables. Nothing but plain data: it may be copied from one thread to another. */

/** A block, its content id in bytes. */
export interface BlockRow {
  readonly cid: Uint8Array;
  readonly bytes: Uint8Array;
}

/** A move of a head. Content ids in bytes. */
export interface HeadMove {
  readonly match: Uint8Array;
  readonly from: Uint8Array | null;
  readonly to: Uint8Array;
}

/** A listing as it stands in the table. */
export interface MatchRow {
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  readonly game: string;
  /** JSON. */
  readonly players: string;
  /** Each name without capitals, and `JOINT` before it. */
  readonly folded: string;
  /** The first name without capitals. */
  readonly first: string;
  readonly started_at: string | null;
  readonly entries: number;
  readonly result: string;
  readonly reason: string | null;
  /** JSON of what result and reason do not tell: winners, and points where there are some. */
  readonly outcome: string | null;
  readonly rated: number;
  readonly source: string | null;
  readonly visibility: string;
  /** Each move with `\n` behind it. */
  readonly opening: string;
  /** JSON of what the columns below do not tell: ratings, titles and the name of the opening, where they are known; null where nothing is. */
  readonly facts: string | null;
  readonly event: string | null;
  readonly round: string | null;
  readonly time_control: string | null;
  readonly eco: string | null;
  /** The lowest of the players' ratings; null where a player has none. */
  readonly rating: number | null;
}

/** The block of remarks about a match. */
export interface RemarksRow {
  readonly match: Uint8Array;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes: nothing else would show that they have changed. */
  readonly digest: Uint8Array;
}

/** A player, and what the player is found by. */
export interface PlayerRow {
  readonly player: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes. */
  readonly digest: Uint8Array;
  /** Sorted, each once. */
  readonly handles: readonly string[];
}

/** Stands between names: a part of a name that has it in it is looked for in another way. */
export const JOINT = '\u001f';

/** How a seat did. */
export type Score = 'win' | 'loss' | 'draw' | 'void' | 'open';

/** Something to be done within a transaction. */
export type Op =
  | { readonly do: 'put'; readonly block: BlockRow }
  | ({ readonly do: 'append'; readonly blocks: readonly BlockRow[] } & HeadMove)
  | {
      /** `add` does nothing where the name is taken. */
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

/** A match to list. */
export interface ListOp {
  readonly do: 'list';
  readonly row: MatchRow;
  /** When it started, in seconds since 1970. */
  readonly second: number | null;
  /** Of each seat. */
  readonly scores: readonly Score[];
  /** Texts of its facts, to be found by their words. */
  readonly said: readonly string[];
  /** Left out where they stay as they were. */
  readonly comments?: readonly string[];
  /** Eight bytes each, one after the other. */
  readonly positions?: Uint8Array;
}
