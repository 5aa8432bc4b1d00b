/** Room: an invite or a match in memory, with its connected members. */
import type { Chat, Links } from '@kifu/client';
import type { Presence } from '@kifu/client/protocol';
import type { Fault, Kit, NewEntry, Seat } from '@kifu/core';
import type { Chain, StoredNode } from '@kifu/record';
import type { Holder } from '@kifu/record/chance';
import { PresentState, tickNow as tickOf } from '@kifu/record/match';
import { type MatchState, NO_REFUSALS, type Refusals } from '@kifu/record/match-state';
import type { OpenMatch } from '@kifu/record/store';
import { type Buckets, createBuckets } from '../buckets.ts';
import type { ServerStores } from '../options.ts';
import type { Connection } from '../socket/connection.ts';
import type { RoomBots } from './bots.ts';
import type { Plan } from './plans.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** Connected player or spectator of a room. */
export interface Member {
  readonly connection: Connection;
  /** Null for a spectator. */
  readonly seat: Seat | null;
  /** Number of the newest node that was sent; −1 for none. */
  sent: number;
  /** Whether it has a node that the server lacks. */
  isAhead: boolean;
  /** Nodes that it is sending. */
  brought: { readonly from: number; readonly nodes: Uint8Array[] } | null;
}

/** Entry to append when its turn in the queue comes. */
export interface AppendJob {
  /** Returns what to append, as of now; null if there is nothing to do any more. */
  make(): NewEntry | null;
  /** The member to answer, and the number of its message. */
  readonly member?: Member;
  readonly id?: number;
  /** Called with the result: null, the fault of a refusal, or the cause if the room broke down. */
  readonly answer?: {
    resolve(fault: Fault | null): void;
    reject(cause: unknown): void;
  };
  /** Ends the match, if the rules have by now. */
  readonly isEnd?: true;
}

/** Ending that waits for signatures of players. */
interface Signing {
  /** The ending without signatures, in base64. */
  readonly node: string;
  /** Adds the signature of a seat; false if it is invalid. */
  sign(seat: Seat, signature: string): Promise<boolean>;
}

/**
 * Room in memory. Only functions of this folder change it. It is a class because every message reads its fields: V8 keeps an object
 * with its own getter in dictionary mode, and each access takes several times as long.
 */
export class Room {
  readonly registry: RoomRegistry;
  /** Stores of the room: with the lease of this process on it, where several processes share them. */
  readonly stores: ServerStores;
  readonly kit: Kit;
  readonly id: string;
  /** Whether a bot has a seat. */
  readonly hasBots: boolean;
  stored: StoredInvite;
  /** Null while the invite is open. */
  match: OpenMatch | null = null;
  /** When the match started, in milliseconds since 1970. */
  startMs = 0;
  readonly members = new Set<Member>();
  readonly jobs: AppendJob[] = [];
  isBusy = false;
  /** Whether another process has it, and spectators follow it here. */
  readonly isFollowed: boolean;
  /** Who is present, according to the process that has the room; null if that is this one. */
  presence: Presence | null = null;
  /** Numbers of spectators at other processes, by process name. */
  readonly elsewhere = new Map<string, number>();
  /** Set when its store failed: it must be loaded again. */
  isBroken = false;
  /** Set when the invite was canceled: it must not be stored any more. */
  isForgotten = false;
  timer: ReturnType<typeof setTimeout> | null = null;
  timerMs = 0;
  /** Timer while the room is at rest, which unloads it. */
  resting: ReturnType<typeof setTimeout> | null = null;
  /** Since when the player of a seat has been offline. */
  readonly away = new Map<Seat, number>();
  /** Reveals for the random draw that is due. */
  readonly links = new Map<Holder, Uint8Array>();
  /** The referee's own hash chain, once it was needed. */
  own: Links | null = null;
  /** Its bots, once they play. */
  bots: RoomBots | null = null;
  /** Lag that was given back to each seat so far, in milliseconds. */
  readonly lagged = new Map<Seat, number>();
  /** The ending that players are asked to sign; null where there is none. */
  signing: Signing | null = null;
  /** When the match resumes after a restart at the latest; null if it was not interrupted by one. */
  resumeMs: number | null = null;
  /** When the previous process stopped: until all players are back nothing is appended, since they may have nodes that the store lacks. */
  held: { readonly pausedMs: number } | null = null;
  /** The present state, as far as it was computed. */
  readonly present = new PresentState();
  /** The match state that time alone has ended, so that its ending is requested once. */
  endedByTime: MatchState | null = null;
  /** How many lookups of vacations are in progress; they run one after the other. */
  vacationChecks = 0;
  asked: Promise<void> = Promise.resolve();
  /** Conditional moves of seats. */
  readonly plans = new Map<Seat, Plan>();
  /** Resolves when all plans that arrived are stored, or could not be. */
  savingPlans: Promise<void> = Promise.resolve();
  chat: readonly Chat[] = [];
  /** How many messages are being handled. */
  handling = 0;
  /** Resolves when all chat messages are stored, or could not be. */
  savingChat: Promise<void> = Promise.resolve();
  /** Chat quotas of seats and guests. */
  readonly chatBuckets: Buckets;
  readonly rematch = new Set<Seat>();
  /** The rematch, once it was created. */
  next: StoredInvite | null = null;
  /** Number of moves at which the player of a seat was last notified of their turn. */
  readonly pushed = new Map<Seat, number>();
  /** Refused moves that were recorded recently. */
  refusals: Refusals = NO_REFUSALS;
  /** Whether presence is about to be sent to members. */
  isPresenceQueued = false;
  /** Until when no timer fires: an adjudication was refused, and would be refused again at once. */
  quietMs = 0;
  /** The newest node when the match was last indexed; null if this process has not indexed it. */
  listed: StoredNode | null = null;
  /** Resolves when all index entries are written. */
  listing: Promise<void> = Promise.resolve();
  /** When it was last used. */
  usedMs: number;

  /** Creates a room from the store; its match is not loaded yet. */
  constructor(
    registry: RoomRegistry,
    kit: Kit,
    stored: StoredInvite,
    stores: ServerStores,
    isFollowed = false,
  ) {
    this.registry = registry;
    this.stores = stores;
    this.isFollowed = isFollowed;
    // another process writes: here no timer is set, and no job runs
    this.isBroken = isFollowed;
    this.kit = kit;
    this.id = stored.id;
    this.hasBots = stored.seats.some(({ type }) => type === 'bot');
    this.stored = stored;
    const { limits } = registry;
    this.chatBuckets = createBuckets(limits.wordsPerMinute / 60, limits.wordBurst);
    this.usedMs = registry.now();
  }

  /** The durable part of the match. */
  get chain(): Chain | null {
    return this.match === null ? null : this.match.chain;
  }
}

/** Whole milliseconds since the start of the match; below 0 before it. */
export const elapsedMs = ({ registry, startMs }: Room): number =>
  Math.floor(registry.now() - startMs);

/** Subtracts lag that was given back from what a seat may still get. */
export function noteLag({ lagged }: Room, { seat, lag }: Pick<NewEntry, 'seat' | 'lag'>): void {
  if (seat !== null && (lag ?? 0) > 0) lagged.set(seat, (lagged.get(seat) ?? 0) + lag!);
}

/** Time of the room as sent to members, adjusted so that the time since `startedAt` in the header is the time measured here. */
export const roomTimeMs = ({ registry, chain, startMs }: Room): number => {
  const startedAt = chain?.table.header.startedAt ?? null;
  return registry.now() + (startedAt === null ? 0 : Date.parse(startedAt) - startMs);
};

/** Returns the tick at some time; null in games without ticks. Never a tick in the past. */
export const tickNow = ({ chain }: Room, ms: number): number | null =>
  chain === null ? null : tickOf(chain.table, ms);
