/** What everything that plays or watches a match has in its hands, wherever the match is: on a server, at another peer, or in this process. */
import type { Act, Entry, Fault, Json, Outcome, Part, Result, Seat } from '@kifu/core';
import type { Emitter } from '@kifu/record/match';
import type { Replay, SeatView } from '@kifu/record/replay';
import type { PlanLines } from './plan.ts';
import type { Chat, Invite, Presence, ServerMessage } from './protocol/messages.ts';

/** What there is to listen to. */
export interface LiveEvents {
  /** Connected, and everything missed is there. */
  readonly welcome: { readonly seat: Seat | null };
  readonly invite: Invite;
  /** The next node: the header, an entry or the ending. */
  readonly node: NodeNews;
  readonly chat: Chat;
  readonly presence: Presence;
  /** What is planned for the own seat has changed, other than by moves. */
  readonly plan: PlanLines;
  readonly rematch: Extract<ServerMessage, { readonly type: 'rematch' }>;
  /** The server ends the match in a way that the rules do not give by themselves: `signEnding` agrees to it. */
  readonly ending: { readonly outcome: Outcome };
  /** An action of the player's seat came that this device did not sign, with a valid signature: another device of theirs made it. */
  readonly elsewhere: { readonly n: number };
  /** The other side did something that an honest one cannot do: nothing more is signed in this match. */
  readonly stop: Stop;
  /** Something was refused for which no promise waits, or the server sent what cannot be. */
  readonly fault: Fault;
  /** The connection is lost; `isOver` where it will not come back. */
  readonly down: { readonly code: number; readonly reason: string; readonly isOver: boolean };
}

/** Why nothing more is signed in a match, and the files that show it. */
export interface Stop {
  readonly fault: Fault;
  readonly evidence: readonly EvidenceFile[];
}

/** A file that `kifu verify` reads: a record, or a proof. */
export interface EvidenceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** What a node brought. */
interface NodeNews {
  /** Stands at the node. */
  readonly followed: Replay;
  /** Null for the header and the ending. */
  readonly entry: Entry | null;
  /** What it did; none while hands are hidden. */
  readonly parts: readonly Part[];
  /** What is seen after it, where hands are hidden. */
  readonly sight: SeatView | null;
}

/** A match that goes on, and a seat or none in it. */
export interface Live extends Pick<Emitter<LiveEvents>, 'on'> {
  readonly seat: Seat | null;
  readonly invite: Invite | null;
  /** The match as far as it has come, every node checked; null while the invite is open. It goes on with each node. */
  readonly followed: Replay | null;
  /** The newest sight, where hands are hidden. */
  readonly sight: SeatView | null;
  readonly sights: readonly SeatView[];
  readonly chat: readonly Chat[];
  readonly presence: Presence;
  /** Whether the server answers; false within seconds of the line going dead. `presence` tells of a change, `welcome` and `down` of the rest. */
  readonly isConnected: boolean;
  /** Why nothing more is taken from the other side, and nothing signed; null while the match is played. */
  readonly stopped: Stop | null;
  /** The way to the server and back, in milliseconds; null before it is known. */
  readonly roundTripMs: number | null;
  /** The server's time now, as well as it is known. */
  now(): number;
  /** Milliseconds since the start of the match. */
  elapsedMs(): number;
  /** The state now: with the time that has passed, and own commands on their way. Null while hands are hidden. */
  present(): { readonly state: unknown; readonly tick: number | null } | null;
  /** Does an act; resolves when it is durable, with its number, or why it was refused. */
  act(act: Act): Promise<Result<number>>;
  play(move: Json): Promise<Result<number>>;
  /** Plays a move as soon as it is legal and drops it if it never is; null takes it back. */
  premove(move: Json | null): void;
  /** The move that waits to be legal; null where none does. */
  readonly premoved: Json | null;
  /** The conditional moves of the own seat that stand: lines from here on, each to a move that is made for it once the others have been. */
  readonly plan: PlanLines;
  /** Replaces the lines, which the server plays also while this client is away; resolves when they are durable, or with why not. */
  setPlan(lines: PlanLines): Promise<Result<null>>;
  resign(): Promise<Result<number>>;
  say(text: string): void;
  /** Wants no talk at the match, or takes that back. */
  setChat(isOn: boolean): void;
  rematch(): void;
  /** Agrees to the ending that was asked for. */
  signEnding(): Promise<void>;
  ready(): void;
  stand(): void;
  close(): void;
}
