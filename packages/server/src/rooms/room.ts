/** Room: an invite or a match in memory, with its connected members. */
import type { Chat, Links } from '@kifu/client';
import type { Presence } from '@kifu/client/protocol';
import type { Fault, Kit, NewEntry, Seat } from '@kifu/core';
import type { Chain, StoredNode } from '@kifu/record';
import type { Holder } from '@kifu/record/chance';
import { PresentState, type SeatPlayer, tickNow as tickOf } from '@kifu/record/match';
import { type MatchState, NO_REFUSALS, type Refusals } from '@kifu/record/match-state';
import type { OpenMatch } from '@kifu/record/store';
import { type Buckets, createBuckets } from '../buckets.ts';
import type { ServerStores } from '../options.ts';
import type { Connection } from '../socket/connection.ts';
import type { Plan } from './plans.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** A player or a spectator who is connected to a room. */
export interface Member {
  readonly connection: Connection;
  /** Null for a spectator. */
  readonly seat: Seat | null;
  /** Number of the newest node that was sent; −1 for none. */
  sent: number;
  /** Whether it knows of a node that is not known here. */
  isAhead: boolean;
  /** Nodes that it is bringing. */
  brought: { readonly from: number; readonly nodes: Uint8Array[] } | null;
}

/** An entry that is to be appended when the queue comes to it. */
export interface AppendJob {
  /** What to append, as of now; null where there is nothing to do any more. */
  make(): NewEntry | null;
  /** The member to answer, and the number of its message. */
  readonly member?: Member;
  readonly id?: number;
  /** Hears the result: null, the fault where it was refused, or the cause where the room broke down. */
  readonly answer?: {
    resolve(fault: Fault | null): void;
    reject(cause: unknown): void;
  };
  /** Ends the match, where the rules have by now. */
  readonly isEnd?: true;
}

/** An ending that waits for the signatures of players. */
interface Signing {
  /** The ending without any, in base64. */
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
  /** Whether a bot sits at the table. */
  readonly hasBots: boolean;
  kept: StoredInvite;
  /** Null while the invite is open. */
  match: OpenMatch | null = null;
  /** When the match started, in milliseconds since 1970. */
  startMs = 0;
  readonly members = new Set<Member>();
  readonly jobs: AppendJob[] = [];
  isBusy = false;
  /** Whether another process has it, and it is only looked at here. */
  readonly isFollowed: boolean;
  /** Who is there, as told by the process that has the room; null where that is this one. */
  presence: Presence | null = null;
  /** Numbers of spectators at other processes, by process name. */
  readonly elsewhere = new Map<string, number>();
  /** Set when its store failed: it must be loaded again. */
  isBroken = false;
  /** Set when the invite was canceled: it must not be stored any more. */
  isForgotten = false;
  timer: ReturnType<typeof setTimeout> | null = null;
  timerMs = 0;
  /** Runs while the room is at rest: then it leaves the memory. */
  resting: ReturnType<typeof setTimeout> | null = null;
  /** Since when the player of a seat has not been connected. */
  readonly away = new Map<Seat, number>();
  /** Links for the draw that is due. */
  readonly links = new Map<Holder, Uint8Array>();
  /** The referee's own chain, once it was needed. */
  own: Links | null = null;
  /** Who plays the seats of bots, once they were needed. */
  readonly programs = new Map<Seat, SeatPlayer>();
  /** Bots that are thinking. */
  readonly thinking = new Set<Seat>();
  /** When bots look again. */
  botsMs = 0;
  /** What was given back to each seat for the way so far, in milliseconds. */
  readonly lagged = new Map<Seat, number>();
  /** The ending that players are asked to sign; null where there is none. */
  signing: Signing | null = null;
  /** When the match resumes after a restart at the latest; null if it was not interrupted by one. */
  resumeMs: number | null = null;
  /** When the previous process stopped: until all players are back nothing is appended, since they may have nodes that the store lacks. */
  held: { readonly pausedMs: number } | null = null;
  /** The state now, as far as it has been looked at. */
  readonly present = new PresentState();
  /** The match state that time alone has ended: its ending is asked for once. */
  endedByTime: MatchState | null = null;
  /** How often it is being looked who is on vacation; one after the other. */
  asking = 0;
  asked: Promise<void> = Promise.resolve();
  /** What seats want to be played for them. */
  readonly plans = new Map<Seat, Plan>();
  /** Resolves when all plans that came have been kept, or could not be. */
  planning: Promise<void> = Promise.resolve();
  chat: readonly Chat[] = [];
  /** How many messages are being handled. */
  hearing = 0;
  /** Resolves when all that was said has been kept, or could not be. */
  talking: Promise<void> = Promise.resolve();
  /** How much seats and guests have said lately. */
  readonly said: Buckets;
  readonly rematch = new Set<Seat>();
  /** The rematch, once it has been made. */
  next: StoredInvite | null = null;
  /** Refused moves written down lately. */
  refusals: Refusals = NO_REFUSALS;
  /** Whether members will be told in a moment who is there. */
  isTelling = false;
  /** Until when no timer fires: an adjudication was refused, and would be refused again at once. */
  quietMs = 0;
  /** The newest node when the match was listed last; null where this process has not listed it. */
  listed: StoredNode | null = null;
  /** Resolves when all that was to be listed has been. */
  listing: Promise<void> = Promise.resolve();
  /** When it was last of use. */
  usedMs: number;

  /** Creates a room from the store; its match is not loaded yet. */
  constructor(
    registry: RoomRegistry,
    kit: Kit,
    kept: StoredInvite,
    stores: ServerStores,
    isFollowed = false,
  ) {
    this.registry = registry;
    this.stores = stores;
    this.isFollowed = isFollowed;
    // another process writes: here no timer is set, and no job is done
    this.isBroken = isFollowed;
    this.kit = kit;
    this.id = kept.id;
    this.hasBots = kept.seats.some(({ type }) => type === 'bot');
    this.kept = kept;
    const { limits } = registry;
    this.said = createBuckets(limits.wordsPerMinute / 60, limits.wordBurst);
    this.usedMs = registry.now();
  }

  /** The match as far as it is durable. */
  get chain(): Chain | null {
    return this.match === null ? null : this.match.chain;
  }
}

/** Whole milliseconds since the start of the match; below 0 before it. */
export const elapsedMs = ({ registry, startMs }: Room): number =>
  Math.floor(registry.now() - startMs);

/** What was given back to a seat is gone from its budget. */
export function noteLag({ lagged }: Room, { seat, lag }: Pick<NewEntry, 'seat' | 'lag'>): void {
  if (seat !== null && (lag ?? 0) > 0) lagged.set(seat, (lagged.get(seat) ?? 0) + lag!);
}

/** Time of the room as sent to members, adjusted so that the time since `startedAt` in the header is the time measured here. */
export const toldNow = ({ registry, chain, startMs }: Room): number => {
  const startedAt = chain?.table.header.startedAt ?? null;
  return registry.now() + (startedAt === null ? 0 : Date.parse(startedAt) - startMs);
};

/** The tick at some time; null in games without ticks. Never one that is over. */
export const tickNow = ({ chain }: Room, ms: number): number | null =>
  chain === null ? null : tickOf(chain.table, ms);
