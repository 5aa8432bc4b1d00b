/** What a library of matches must offer: summaries, and finding them by any of their fields. */
import type { Cid, Metadata, Outcome } from '@kifu/core';
import type { Explored, ExploreQuestion } from './explore.ts';
import type { Query } from './filters.ts';
import type { Ask } from './ports.ts';

/** What a library knows of a match: enough to list it without reading the chain. */
export interface MatchSummary {
  readonly match: Cid;
  readonly head: Cid;
  readonly game: string;
  /** Names by seat; empty where the seat is not taken or the record does not name the player. */
  readonly players: readonly string[];
  /** ISO 8601, UTC: a moment or a day; a month or a year where no more is known, which count as their beginning; null where unknown. */
  readonly startedAt: string | null;
  readonly entries: number;
  /** Null while the match is in progress. */
  readonly outcome: Outcome | null;
  readonly rated: boolean;
  /** Where it comes from, as named by the program that lists it: a server, a collection, a file; null if unknown. */
  readonly source: string | null;
  readonly visibility: Visibility;
  /** The first moves as text, always written in one way for a game; empty where the lister gives none. */
  readonly opening: readonly string[];
  /** What the record says besides: ratings, titles, where it was played, what the opening is called. */
  readonly facts: Metadata;
}

/** Whom a match may be shown to: everyone, or only those who got its link from the owner. */
export type Visibility = 'public' | 'private';

/** A summary with what else the match is found by, which is not given back. What is left out stays as it was. */
export interface ToList extends MatchSummary {
  /** The words of notes about it, for search. */
  readonly comments?: readonly string[];
  /** Each position that was reached, by `positionKey`, one after the other. */
  readonly positions?: Uint8Array;
}

/** Bytes of the name of a position. */
export const POSITION_BYTES = 8;

/** The names of positions that stand one after the other. */
export function* eachPosition(positions: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < positions.length; at += POSITION_BYTES)
    yield positions.subarray(at, at + POSITION_BYTES);
}

/**
 * In which order: by time, by number of entries, or by the first player's name without capitals. Time counts in seconds, and no
 * time is before all others; of one second the match that was listed last is the newest. Of one length the newest is the longest, of one name the
 * oldest comes first. So every order is exact, and the reverse of `newest` and of `longest` is `oldest` and `shortest`.
 */
export const SORTS = ['newest', 'oldest', 'longest', 'shortest', 'player'] as const;
export type Sort = (typeof SORTS)[number];

/** One page of results; `next` is null on the last. */
export interface QueryPage {
  readonly listings: readonly MatchSummary[];
  readonly next: string | null;
}

/** What a query found, counted. */
export interface Stats {
  readonly matches: number;
  /** Of all those matches together. */
  readonly entries: number;
  /** The most matches first; as many as the query's limit. Where it names a player, of those players only. */
  readonly tallies: readonly PlayerTally[];
}

/** How a player did in a game, counted by seats. */
export interface PlayerTally {
  readonly player: string;
  readonly game: string;
  readonly matches: number;
  readonly wins: number;
  readonly losses: number;
  readonly draws: number;
  readonly voids: number;
  readonly open: number;
}

/** Finds matches. It can be rebuilt from blocks, heads and annotations at any time, but for what is hidden and what is private. */
export interface Library {
  /** Lists a match, or brings its summary up to date. One that is hidden stays so. */
  list(listing: ToList, ask?: Ask): Promise<void>;
  /** Also of a match that is hidden. */
  get(match: Cid, ask?: Ask): Promise<MatchSummary | null>;
  /** Throws `BadQueryError` where a query cannot be read. */
  find(query: Query, ask?: Ask): Promise<QueryPage>;
  /** Counts all that a query finds, on all its pages. */
  stats(query: Query, ask?: Ask): Promise<Stats>;
  /** Counts what was played next at a position, in the matches that a query finds. */
  explore(question: ExploreQuestion, ask?: Ask): Promise<Explored>;
  /** Hides a match from all queries that do not ask for what is hidden, or shows it again; says whether it is listed. */
  hide(match: Cid, isHidden: boolean, ask?: Ask): Promise<boolean>;
  /** Forgets a match, and everything that it was found by. */
  remove(match: Cid, ask?: Ask): Promise<void>;
}

/** Matches that have ended, in files that are only read. */
export interface Archive {
  /** How many there are. */
  readonly matches: number;
  /**
   * The matches that a query finds, the newest first and in no other order. A part of a player's name begins a word here. Where a query finds few among
   * many, a page may have fewer summaries than asked for, or none, and yet not be the last. Throws `BadQueryError`, or where it cannot be read.
   */
  find(query: Query, ask?: Ask): Promise<QueryPage>;
  /** Counts what was played next at a position, in the newest matches that a query finds. */
  explore(question: ExploreQuestion, ask?: Ask): Promise<Explored>;
  /** By the id of a match, or of its head. */
  get(id: Cid, ask?: Ask): Promise<MatchSummary | null>;
  /** The stored pack of a match, not verified; null if it is not here. */
  pack(id: Cid, ask?: Ask): Promise<Uint8Array | null>;
}

type QueryField = keyof Query & string;

/** A query has something in it that cannot be: a time that is none, a position of another length, a page of another query. */
export class BadQueryError extends Error {
  override readonly name = 'BadQueryError';
  readonly field: QueryField;
  constructor(field: QueryField, message: string) {
    super(`${field} of the query ${message}`);
    this.field = field;
  }
}
