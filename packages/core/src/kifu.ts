/** A record as a plain value: what dialects read and write and what a match is saved as. */
import type { Leaving, Outcome, Seat, Start } from './game.ts';
import type { Json, JsonObject } from './json.ts';
import type { Fault } from './result.ts';

/** A record: a header, entries in order, and whatever else belongs to it. */
export interface Kifu {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** Null while the match goes on. */
  readonly ending: Ending | null;
  /** Words about the record; they never change what happened. */
  readonly notes: readonly Note[];
  /** Other ways the match might have gone. */
  readonly variations: readonly Variation[];
}

/** What a match starts from, and who plays it. */
export interface Header {
  readonly game: string;
  readonly version: number;
  readonly options: JsonObject;
  readonly players: readonly Player[];
  /** The start seed as `parseSeed` takes it; null in games without chance. */
  readonly seed: Json;
  readonly start: Start | null;
  /** ISO 8601, UTC; null where unknown. */
  readonly startedAt: string | null;
  /** Whatever a foreign record said that has no place of its own. */
  readonly tags: { readonly [name: string]: string };
}

/** Who sits where. */
export interface Player {
  readonly seat: Seat;
  readonly name: string;
}

/** An act as it took its place: who, what, when. */
export interface Entry {
  /** Null for the referee or nobody. */
  readonly seat: Seat | null;
  readonly act: Act;
  /** The tick, in games that have ticks; otherwise null. */
  readonly at: number | null;
  /** Milliseconds since the start; null where unknown. */
  readonly ms: number | null;
  /** What the clock of the seat showed afterwards, in milliseconds, where a foreign record says so; otherwise null. */
  readonly clockMs: number | null;
  /** Hash of the state after it; null where none was taken. */
  readonly hash: string | null;
}

/** What somebody does: a move, a word at the table, or a link of a chance chain. */
export type Act =
  | { readonly type: 'move'; readonly move: Json }
  | { readonly type: 'refused'; readonly move: Json; readonly fault: Fault }
  | { readonly type: 'leave'; readonly of: Seat; readonly how: Leaving }
  | { readonly type: 'claim'; readonly reason: string }
  | { readonly type: 'allow-takeback'; readonly to: number }
  | { readonly type: 'links'; readonly links: readonly string[] }
  | { readonly type: TableWord };

/** Words at the table that need nothing else said. */
export type TableWord =
  | 'offer-draw'
  | 'accept-draw'
  | 'decline'
  | 'ask-takeback'
  | 'pause'
  | 'resume';

/** How and when a match ended. */
export interface Ending {
  readonly outcome: Outcome;
  readonly ms: number | null;
  readonly hash: string | null;
}

/** A comment; `entry` is how many entries had been made since the start of the match when it was said, in variations too. */
export interface Note {
  readonly entry: number;
  readonly author: string | null;
  /** Empty where there are glyphs only. */
  readonly text: string;
  /** Numeric annotation glyphs about the last of those entries: 1 for `!`, 2 for `?` (PGN standard §10). */
  readonly glyphs: readonly number[];
}

/** Entries that branch off after `entry` entries, counted from the start of the match, with notes and variations of their own. */
export interface Variation {
  readonly entry: number;
  readonly entries: readonly Entry[];
  readonly notes: readonly Note[];
  readonly variations: readonly Variation[];
}
