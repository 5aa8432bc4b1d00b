/** Counts of games at a position as stores keep and pass them: plain data, which goes from one thread to another. */
import type { Tally } from '@kifu/record/store';
import type { TableSearch, Value } from './search.ts';

/** What to count. */
export interface ExploreSearch {
  readonly do: 'explore';
  /** Which matches, with their position. */
  readonly search: TableSearch;
  /** Positions that moves lead to. */
  readonly next: readonly bigint[];
  /** Whether nothing but game and visibility is asked for, so that counts can be stored. */
  readonly isPlain: boolean;
  /** Counts of earlier games; null for none. */
  readonly kept: KeptCounts | null;
  /** Whether to count all games, however many there are, so that the counts can be stored. */
  readonly isFull: boolean;
}

/** Counts of all games up to a number, as they are stored. */
export interface KeptCounts {
  /** The number of the last match that may be counted. */
  readonly upTo: number;
  readonly reached: Tally;
  /** As in the question. */
  readonly next: readonly Tally[];
  readonly notable: readonly NotableGame[];
}

/** The number of a match, with what it is sorted by. */
export interface NotableGame {
  readonly number: number;
  readonly rating: number | null;
  readonly second: number | null;
}

/** What was counted. */
export interface ExploredRows {
  readonly counts: KeptCounts;
  /** Rows of `LISTING_COLUMNS`. */
  readonly notable: readonly (readonly Value[])[];
  readonly isWhole: boolean;
  /** How often counts were forgotten by then. */
  readonly forgotten: number;
  /** Whether many games have come since the counts were stored, so that all should be counted again. */
  readonly isOld: boolean;
}
