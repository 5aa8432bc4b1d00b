/** The columns of the tables, for queries that are checked when they are compiled. */
import type { Generated } from 'kysely';

/** The tables by name; what stands in the columns is said in `ops.ts`. */
export interface Tables {
  readonly marks: { readonly name: string; readonly value: number };
  readonly heads: {
    readonly id: Generated<number>;
    readonly match: Uint8Array;
    readonly head: Uint8Array;
  };
  readonly vault: {
    readonly kind: string;
    readonly name: string;
    readonly value: string;
    readonly digest: Uint8Array;
  };
  readonly matches: MatchTable;
  readonly names: {
    readonly id: Generated<number>;
    readonly name: string;
    readonly folded: string;
  };
  readonly seats: {
    readonly match: number;
    readonly seat: number;
    readonly name: number;
    readonly score: string;
  };
  readonly positions: { readonly position: bigint; readonly match: number };
  readonly traces: {
    readonly match: number;
    readonly comments: string;
    readonly positions: Uint8Array;
  };
}

interface MatchTable {
  readonly id: number;
  readonly match: Uint8Array;
  readonly head: Uint8Array;
  readonly game: string;
  readonly players: string;
  readonly folded: string;
  readonly first: string;
  readonly started_at: string | null;
  readonly entries: number;
  readonly result: string;
  readonly reason: string | null;
  readonly outcome: string | null;
  readonly rated: number;
  readonly source: string | null;
  readonly visibility: string;
  readonly hidden: number;
  readonly opening: string;
}
