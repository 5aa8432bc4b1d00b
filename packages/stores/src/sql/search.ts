/** A query as tables take it: checked, folded, and times as ids. Plain data, which goes from one thread to another. */
import type { Sort } from '@kifu/record/store';

/** A value that a statement takes. */
export type Value = string | number | bigint | Uint8Array | null;

/** What to find, or to count. */
export interface TableSearch {
  readonly do: 'find' | 'stats';
  /** Columns of a match that must be this. */
  readonly same: { readonly [column: string]: string | number };
  /** Columns of a match that must lie within bounds. */
  readonly ranges: { readonly [column: string]: Range };
  /** A part of a name, without capitals. */
  readonly part: string | null;
  /** Beginnings of words. */
  readonly words: readonly string[];
  /** Beginnings of words of the event; null for any event or none. */
  readonly event: readonly string[] | null;
  readonly position: bigint | null;
  /** What the opening begins with; empty for any. */
  readonly opening: string;
  /** Ids from the first up to but without the second. */
  readonly ids: readonly [from: number | null, before: number | null];
  readonly sort: Sort;
  readonly limit: number;
  /** Where the page before ended. */
  readonly after: readonly (string | number)[] | null;
}

/** Bounds, which are in. A number that is none lets nothing in. */
export interface Range {
  readonly least?: string | number;
  readonly most?: string | number;
}

/** What was found: rows of `LISTING_COLUMNS`, and where the page ends; null where it is the last. */
export interface FoundRows {
  readonly rows: readonly (readonly Value[])[];
  readonly next: readonly (string | number)[] | null;
}

/** What was counted. */
export interface CountedRows {
  readonly matches: number;
  readonly entries: number;
  /** Name, game, matches, wins, losses, draws, voids, open. */
  readonly tallies: readonly (readonly Value[])[];
}

/** The columns of a match that make a listing. */
export const LISTING_COLUMNS = [
  ...['match', 'head', 'game', 'players', 'started_at', 'entries', 'result', 'reason', 'outcome'],
  ...['rated', 'source', 'visibility', 'opening'],
  ...['facts', 'event', 'round', 'time_control', 'eco'],
] as const;
