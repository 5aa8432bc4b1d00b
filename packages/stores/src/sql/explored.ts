/** Counts of games at a position as stores pass them: plain data, which goes from one thread to another. */
import type { Tally } from '@kifu/record/store';
import type { TableSearch, Value } from './search.ts';

/** What to count. */
export interface ExploreSearch {
  readonly do: 'explore';
  /** Which matches, with their position. */
  readonly search: TableSearch;
  /** Positions that moves lead to. */
  readonly next: readonly bigint[];
  /** Whether nothing but game and visibility is asked for. */
  readonly isPlain: boolean;
}

/** What was counted. */
export interface ExploredRows {
  readonly reached: Tally;
  /** As in the question. */
  readonly next: readonly Tally[];
  /** Rows of `LISTING_COLUMNS`. */
  readonly notable: readonly (readonly Value[])[];
  readonly isWhole: boolean;
}
