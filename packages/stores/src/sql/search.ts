/** Query for tables: checked, in lower case, and with times as IDs. Plain data, which goes from one thread to another. */
import type { Sort } from '@kifu/record/store';

/** Value of a parameter of a statement. */
export type Value = string | number | bigint | Uint8Array | null;

/** What to find, or to count. */
export interface TableSearch {
  readonly do: 'find' | 'stats';
  /** Columns of a match that must have this value. */
  readonly same: { readonly [column: string]: string | number };
  /** Columns of a match that must lie within bounds. */
  readonly ranges: { readonly [column: string]: Range };
  /** Part of a name, in lower case. */
  readonly part: string | null;
  /** Prefixes of words, also those that a site or a tag must have. */
  readonly words: readonly string[];
  /** Prefixes of words of the event; null for any event or none. */
  readonly event: readonly string[] | null;
  /** Prefixes of words of the site; null for any site or none. */
  readonly site: readonly string[] | null;
  /** A tag of the record, as `NAME=VALUE`; null for any or none. */
  readonly tag: string | null;
  readonly position: bigint | null;
  /** First moves; empty for any. */
  readonly opening: string;
  /** IDs from the first up to but without the second. */
  readonly ids: readonly [from: number | null, before: number | null];
  readonly sort: Sort;
  readonly limit: number;
  /** Where the previous page ended. */
  readonly after: readonly (string | number)[] | null;
}

/** Inclusive bounds. NaN matches nothing. */
export interface Range {
  readonly least?: string | number;
  readonly most?: string | number;
}

/** Results: rows of `LISTING_COLUMNS`, and where the page ends; null for the last page. */
export interface FoundRows {
  readonly rows: readonly (readonly Value[])[];
  readonly next: readonly (string | number)[] | null;
}

/** Counts. */
export interface CountedRows {
  readonly matches: number;
  readonly entries: number;
  /** Name, game, matches, wins, losses, draws, voids, open. */
  readonly tallies: readonly (readonly Value[])[];
}

/** The columns of a match in a summary. */
export const LISTING_COLUMNS = [
  ...['match', 'head', 'game', 'players', 'started_at', 'entries', 'result', 'reason', 'outcome'],
  ...['rated', 'source', 'visibility', 'opening'],
  ...['facts', 'event', 'round', 'time_control', 'eco'],
] as const;
