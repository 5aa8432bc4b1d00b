/** A match that is played elsewhere, on a server or with a peer: what everything that plays or watches one has in hand besides a `Match`. */
import type { Fault, Json, Outcome, Result, Seat } from '@kifu/core';
import {
  type ConditionalMoves,
  createEmitter,
  type Emitter,
  type Match,
  type MatchChange,
  type MatchChat,
  type MatchConnection,
  type MatchEvents,
  type MatchPlayer,
  type Rematch,
} from '@kifu/record/match';
import type { Chat, Invite, Presence, ServerMessage } from './protocol/messages.ts';

/** What there is to listen to. */
export interface LiveEvents extends MatchEvents {
  /** Connected, and everything missed is there. */
  readonly welcome: { readonly seat: Seat | null };
  readonly invite: Invite;
  readonly chat: Chat;
  readonly presence: Presence;
  readonly rematch: Extract<ServerMessage, { readonly type: 'rematch' }>;
  /** The server ends the match by an adjudication: `signEnding` agrees to it. */
  readonly ending: { readonly outcome: Outcome };
  /** An action of the player's seat came that this device did not sign, with a valid signature: another device of theirs made it. */
  readonly elsewhere: { readonly n: number };
  /** The other side did something that an honest one cannot do: nothing more is signed in this match. */
  readonly stop: Stop;
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

/** A match elsewhere, and a seat or none in it. */
export interface RemoteMatch extends Match {
  readonly on: Emitter<LiveEvents>['on'];
  /** Null for a spectator. */
  readonly seat: Seat | null;
  readonly invite: Invite | null;
  readonly presence: Presence;
  /** False within seconds of the line going dead. */
  readonly connection: MatchConnection;
  /** Why nothing more is taken from the other side, and nothing signed; null while the match is played. */
  readonly stopped: Stop | null;
  /** Submits a move of the own seat. */
  play(move: Json): Promise<Result<number>>;
  resign(): Promise<Result<number>>;
}

/** A match as one that is played elsewhere; null where it is hosted in this process, which no connection leads to. */
export const remoteOf = (match: Match): RemoteMatch | null =>
  match.connection === null ? null : (match as RemoteMatch);

/** A match on a server, from its invite on. */
export interface LiveMatch extends RemoteMatch {
  readonly chat: MatchChat;
  /** The server plays them also while this client is away. */
  readonly conditional: ConditionalMoves;
  readonly rematch: Rematch;
  /** The server's time now, as well as it is known. */
  now(): number;
  ready(): void;
  /** Gives the seat back, while the invite is open. */
  stand(): void;
  /** Agrees to the ending that was asked for. */
  signEnding(): Promise<void>;
}

/** Who sits where, by the invite of a match. */
export const playersOf = ({
  invite,
  presence,
}: Pick<RemoteMatch, 'invite' | 'presence'>): readonly MatchPlayer[] =>
  (invite?.seats ?? []).map(({ seat, name, type }) => ({
    ...{ seat, name },
    kind: type === 'bot' ? 'program' : 'person',
    isOnline: type === 'bot' || presence.seats.includes(seat),
  }));

const CHANGES: readonly (readonly [keyof LiveEvents, MatchChange])[] = [
  ['welcome', 'connection'],
  ['invite', 'players'],
  ['presence', 'players'],
  ['chat', 'chat'],
  ['rematch', 'rematch'],
];

/** Creates the emitter of a match elsewhere: what a `Match` announces follows from what only these do. */
export function createLiveEmitter(): Emitter<LiveEvents> {
  const emitter = createEmitter<LiveEvents>();
  for (const [name, change] of CHANGES) emitter.on(name, () => emitter.emit('change', change));
  emitter.on('down', ({ isOver, reason }) => {
    if (isOver) emitter.emit('closed', { reason });
    else emitter.emit('change', 'connection');
  });
  return emitter;
}
