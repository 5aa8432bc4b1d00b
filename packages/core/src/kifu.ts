/** A record as a plain value: what dialects read and write and what a match is saved as. */
import type { Action, ActionOf } from './acts.ts';
import type { MoveCodec, Outcome, Seat, Start } from './game.ts';
import type { Json, JsonObject } from './json.ts';
import type { Note } from './note.ts';
import type { Terms } from './terms.ts';

/** A record: a header, entries in order, an ending, and remarks. */
export interface Kifu {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** Null while the match is in progress. */
  readonly ending: Ending | null;
  /** Words about the record; they never change what happened. */
  readonly notes: readonly Note[];
  /** Other ways the match might have gone. */
  readonly variations: readonly Variation[];
}

/** Start of a match and its players. */
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
  /** What a foreign record said that has no field of its own. */
  readonly tags: { readonly [name: string]: string };
  /** What a match played here was agreed on; absent in foreign records. */
  readonly terms?: Terms;
}

/** Chance that all make together: one chain of hashes for each seat in order, and one for the referee, if any, at the end. */
export interface FairTerms {
  /** Hashes given in advance, one for each seat in order and one for the referee, if any; null where there is no chain. */
  readonly commitments: readonly (string | null)[];
  /** How long a holder may keep the others waiting for a link, where there are no clocks. */
  readonly waitMs: number;
  /** The commitment to the secret of the deal, in matches with hidden hands; null in others. */
  readonly deal: string | null;
}

/** A point of another match. */
export interface Branch {
  /** Content id of the last node before that point. */
  readonly node: string;
  /** How many parts of what that node did lie before the point. */
  readonly part: number;
  /** The tick of the point, in games with ticks; otherwise null. */
  readonly at: number | null;
}

/** Who sits where. */
export interface Player {
  readonly seat: Seat;
  readonly name: string;
  /** Public key (Ed25519), 64 hex digits; absent where the player has none. */
  readonly key?: string;
}

/** An act as it took its place: who, what, when. Bytes stay bytes; hex and JSON are for files. */
export interface Entry {
  /** Null for the referee, or where the record names no seat. */
  readonly seat: Seat | null;
  readonly act: Action;
  /** The tick, in games that have ticks; otherwise null. */
  readonly at: number | null;
  /** Milliseconds since the start; null where unknown. */
  readonly ms: number | null;
  /** Milliseconds that the referee gave back to who ended a turn with it; null where none. */
  readonly lag: number | null;
  /** What the clock of the seat showed afterwards, in milliseconds, where a foreign record says so; otherwise null. */
  readonly clockMs: number | null;
  /** Hash of the state after it; null where none was taken. */
  readonly hash: Uint8Array | null;
  /** Null where the player has no key. */
  readonly signed: Signed | null;
  /** The referee's signature, 64 bytes; null where there is no referee. */
  readonly referee: Uint8Array | null;
}

/** An entry of which only the act and its seat need be said; any other field that is left out is null. */
export type NewEntry = Pick<Entry, 'seat' | 'act'> & Partial<Entry>;

/** How a player signed an act. */
export interface Signed {
  /** Counts the acts of the seat, from 1. */
  readonly seq: number;
  /** Number of the newest node that the player knew; 0 is the header. */
  readonly seen: number;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** A whole entry. */
export const entryOf = (seat: Seat | null, act: Action, more: Partial<Entry> = {}): Entry => ({
  seat,
  act,
  at: null,
  ms: null,
  lag: null,
  clockMs: null,
  hash: null,
  signed: null,
  referee: null,
  ...more,
});

/** A move as an act: in the game's canonical bytes. */
export const moveAct = <Move extends Json>(
  { moves }: { readonly moves: MoveCodec<Move> },
  move: Move,
): ActionOf<'move'> => ({ type: 'move', move: moves.bytes.encode(move) });

/** How and when a match ended. */
export interface Ending {
  readonly outcome: Outcome;
  readonly ms: number | null;
  /** Hash of the last state; null where none was taken. */
  readonly hash: Uint8Array | null;
  /** The tick at which it was seen that the match had ended, where time alone ended it; otherwise null. */
  readonly at: number | null;
  /** The secret of the deal, 32 bytes, in matches with hidden hands; otherwise null. */
  readonly deal: Uint8Array | null;
  /** The players who signed it, in order of their seats. */
  readonly signed: readonly SeatSignature[];
  /** The referee's signature, 64 bytes; null where there is no referee. */
  readonly referee: Uint8Array | null;
}

/** A player's signature under an ending. */
export interface SeatSignature {
  readonly seat: Seat;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** A whole ending. */
export const endingOf = (outcome: Outcome, more: Partial<Ending> = {}): Ending => ({
  outcome,
  ms: null,
  hash: null,
  at: null,
  deal: null,
  signed: [],
  referee: null,
  ...more,
});

/** Entries that branch off after `entry` entries, counted from the start of the match, with notes and variations of their own. */
export interface Variation {
  readonly entry: number;
  readonly entries: readonly Entry[];
  readonly notes: readonly Note[];
  readonly variations: readonly Variation[];
}

/**
 * The author of a note that a program wrote: it carries what another form of the record needs to be itself again, such as the commits of
 * IPGS. Programs keep it, and do not show it.
 */
export const CARRIER_AUTHOR = 'IPGS';

/** Whether a note is something that was said. */
export const isSpoken = ({ author }: Pick<Note, 'author'>): boolean => author !== CARRIER_AUTHOR;
