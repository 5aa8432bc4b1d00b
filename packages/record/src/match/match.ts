/**
 * One match in hand: what a page, a terminal and a program hold while they play or watch, wherever the match is: in this process, on a
 * server, or with a peer. What a transport cannot do is null, so that callers hide a button instead of handling a fault.
 */
import type { Action, Entry, Fault, Json, Part, Result, Seat } from '@kifu/core';
import type { Replay } from '../replay/replay.ts';
import type { SeatView } from '../replay/seat-views.ts';
import type { Emitter } from './emitter.ts';

/** A match being played or watched. */
export interface Match extends Pick<Emitter<MatchEvents>, 'on'> {
  /** Every node so far, durable and replayed; null while an invite is open. A new object once hidden hands are revealed. */
  readonly replay: Replay | null;
  /** The seats that act through this object; none for a spectator. */
  readonly seats: readonly Seat[];
  /** The players by seat, also before the match has started. */
  readonly players: readonly MatchPlayer[];
  /** Own moves that are not durable yet. */
  readonly pending: readonly SeatMove[];
  /** Moves to be played as soon as they are legal. */
  readonly premoves: ReadonlyMap<Seat, Json>;
  /** Milliseconds since the start of the match; negative during the countdown. */
  elapsedMs(): number;
  /** What a seat (null: a spectator) sees while hands are hidden, newest last; null where nothing is hidden. */
  viewsOf(seat: Seat | null): readonly SeatView[] | null;
  /** Performs an action; resolves with its number once it is durable, or with the reason for its refusal. */
  submit(seat: Seat, action: Action): Promise<Result<number>>;
  /** Sets the premove of a seat, or clears it. */
  premove(seat: Seat, move: Json | null): void;
  /** Closes this object; the match itself continues where it is stored. */
  close(): Promise<void>;

  /** Null where there is no one to chat with. */
  readonly chat: MatchChat | null;
  /** Null where nothing can be disconnected. */
  readonly connection: MatchConnection | null;
  /** Conditional moves; null where nothing plays them for an absent player. */
  readonly conditional: ConditionalMoves | null;
  /** Null where a rematch is simply a new match. */
  readonly rematch: Rematch | null;
}

export interface MatchEvents {
  /** The next node: header, entry or ending. `replay` stands at it. */
  readonly node: NodeEvent;
  /** Something else that is shown has changed. */
  readonly change: MatchChange;
  /** A failure that no promise reports. */
  readonly fault: Fault;
  /** Nothing more will come through this object. */
  readonly closed: { readonly reason: string };
}

export interface NodeEvent {
  readonly replay: Replay;
  /** Null for the header and the ending. */
  readonly entry: Entry | null;
  /** What it did; empty while hands are hidden. */
  readonly parts: readonly Part[];
}

export type MatchChange =
  | 'premove'
  | 'players'
  | 'chat'
  | 'connection'
  | 'conditional'
  | 'rematch'
  | 'thinking';

export interface MatchPlayer {
  readonly seat: Seat;
  /** Null for an open seat. */
  readonly name: string | null;
  readonly kind: 'person' | 'program';
  readonly isOnline: boolean;
}

export interface SeatMove {
  readonly seat: Seat;
  readonly move: Json;
}

export interface MatchChat {
  readonly messages: readonly ChatMessage[];
  say(text: string): void;
  /** Null where it cannot be muted. */
  readonly mute: ((isMuted: boolean) => void) | null;
}

export interface ChatMessage {
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly n: number;
}

export interface MatchConnection {
  readonly isConnected: boolean;
  readonly roundTripMs: number | null;
  readonly watching: number;
  /** Proof that the other side signed two histories; null while it has not. */
  readonly fork: { readonly at: number; readonly proof: Uint8Array | null } | null;
}

export interface ConditionalMoves {
  readonly lines: readonly (readonly Json[])[];
  set(lines: readonly (readonly Json[])[]): Promise<Result<null>>;
}

export interface Rematch {
  /** The match that all players agreed on; null until they have. */
  readonly next: { readonly id: string; readonly seat: Seat } | null;
  offer(): void;
}
