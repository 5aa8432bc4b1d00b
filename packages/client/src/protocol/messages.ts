/** The live protocol as schemas; `docs/live-protocol.md` is its page. */
import {
  ACTIONS,
  type ActionType,
  type Fault,
  fieldsOf,
  type Header,
  type InviteTerm,
  type InviteTerms,
  type Json,
  type LeaveReason,
  type Outcome,
  rulesOf,
  type Seat,
  type Terms,
  TIME_CONTROLS,
  type TimeControl,
  type TimeControlType,
} from '@kifu/core';
import { clockLimit } from '@kifu/record/match-state';
import type { SeatView } from '@kifu/record/replay';
import * as z from 'zod/mini';
import { MAX_CHAT, MAX_LINE_MOVES, MAX_PLAN_LINES } from './constants.ts';
import { NAME } from './text.ts';

const count = z.int().check(z.gte(0));
const hex = (bytes: number) => z.string().check(z.regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`)));
/** Halves of letters have no bytes, and can be kept nowhere. */
const short = (length: number) =>
  z.string().check(
    z.maxLength(length),
    z.refine(text => text.isWellFormed()),
  );
const name = z.string().check(z.maxLength(80), z.regex(NAME));
/** Letters of a token: 24 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{32}$/;
const token = z.string().check(z.regex(TOKEN));

/** The actions that a seat may send: the server itself records refused moves, and links have a separate message. */
type SaidType = Exclude<ActionType, 'refused' | 'links'>;

/** An action as a client sends it: its move is JSON of any shape. */
export type WireAction = {
  [Type in SaidType]: { readonly type: Type } & {
    readonly [Field in keyof (typeof ACTIONS)[Type]]: (typeof ACTIONS)[Type][Field] extends keyof WireValues
      ? WireValues[(typeof ACTIONS)[Type][Field]]
      : never;
  };
}[SaidType];

/** The values of an action as they travel. */
interface WireValues {
  readonly move: unknown;
  readonly seat: Seat;
  readonly leaving: 'resignation';
  readonly text: string;
  readonly count: number;
}

const VALUES: { readonly [Kind in keyof WireValues]: z.ZodMiniType<WireValues[Kind]> } = {
  move: z.unknown(),
  seat: count,
  // the server finds all other reasons to leave on its own
  leaving: z.literal('resignation' satisfies LeaveReason),
  text: short(80),
  count,
};

const isSaid = (type: ActionType): type is SaidType => type !== 'refused' && type !== 'links';

/** What a seat may do: one shape for each act of the table. */
const act = z.union(
  (Object.keys(ACTIONS) as ActionType[]).filter(isSaid).map(type =>
    z.strictObject({
      type: z.literal(type),
      ...Object.fromEntries(
        fieldsOf(type).map(([field, kind]) => [field, VALUES[kind as keyof WireValues]]),
      ),
    }),
  ),
) as unknown as z.ZodMiniType<WireAction>;

const actMessage = z.strictObject({
  type: z.literal('act'),
  id: count,
  seen: count,
  act,
  seq: z.optional(count),
  signature: z.optional(hex(64)),
  /** What the player signed of when it was done, in a match without a referee. */
  ms: z.optional(count),
});

/** Everything that a client may say. */
export const clientMessage = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('hello'),
    token: z.optional(token),
    seen: z.optional(z.strictObject({ n: count, node: short(80) })),
  }),
  z.strictObject({
    type: z.literal('ready'),
    commitment: z.optional(hex(32)),
    proof: z.optional(hex(64)),
  }),
  z.strictObject({ type: z.literal('link'), k: count, link: hex(32) }),
  actMessage,
  z.strictObject({
    type: z.literal('chat'),
    text: z.string().check(z.minLength(1), z.maxLength(MAX_CHAT)),
  }),
  /** A player wants no talk at the match, or takes that back. */
  z.strictObject({ type: z.literal('chat-off'), isOff: z.boolean() }),
  /** What is to be played for this seat, in the place of what was before: moves from `seen` on, the last of each line its own. */
  z.strictObject({
    type: z.literal('plan'),
    id: count,
    seen: count,
    lines: z
      .array(
        z.strictObject({
          moves: z.array(z.unknown()).check(z.minLength(2), z.maxLength(MAX_LINE_MOVES)),
          seq: z.optional(count),
          signature: z.optional(hex(64)),
        }),
      )
      .check(z.maxLength(MAX_PLAN_LINES)),
  }),
  z.strictObject({ type: z.literal('rematch') }),
  z.strictObject({ type: z.literal('sign'), signature: hex(64) }),
  z.strictObject({
    type: z.literal('nodes'),
    from: count,
    nodes: z.array(short(16_384)).check(z.maxLength(1000)),
    isLast: z.boolean(),
  }),
  z.strictObject({ type: z.literal('stand') }),
  z.strictObject({ type: z.literal('ping'), t: z.number() }),
]);

export type ClientMessage = z.infer<typeof clientMessage>;
export type ActionMessage = z.infer<typeof actMessage>;

/** One shape for each kind of time control. */
const timeControl = z.union(
  (Object.keys(TIME_CONTROLS) as TimeControlType[]).map(type =>
    z.strictObject({
      type: z.literal(type),
      ...Object.fromEntries(
        rulesOf(type).fields.map(field => [
          field,
          z.int().check(z.gte(0), z.lte(clockLimit(field))),
        ]),
      ),
    }),
  ),
) as unknown as z.ZodMiniType<TimeControl>;

const wantedSeat = z.union([
  z.strictObject({ type: z.literal('you'), name, key: z.optional(hex(32)) }),
  z.strictObject({ type: z.literal('open') }),
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('bot'),
    bot: z.optional(short(40)),
    level: z.optional(z.int().check(z.gte(1), z.lte(5))),
  }),
]);

/** Terms that an invite may ask for. */
const wantedTerms = {
  rated: z.optional(z.boolean()),
  clock: z.optional(z.nullable(timeControl)),
} satisfies { readonly [Name in InviteTerm]: z.ZodMiniType<InviteTerms[Name] | undefined> };

/** What an invite is made of. */
export const newInvite = z.strictObject({
  game: short(80),
  version: z.optional(count),
  options: z.optional(z.record(z.string(), z.unknown())),
  seats: z.array(wantedSeat).check(z.minLength(1), z.maxLength(16)),
  ...wantedTerms,
  visibility: z.optional(z.enum(['public', 'private'])),
  chance: z.optional(z.enum(['fair', 'plain'])),
  waitMs: z.optional(z.int().check(z.gte(1000), z.lte(604_800_000))),
  absenceMs: z.optional(z.nullable(z.int().check(z.gte(1000), z.lte(2_592_000_000)))),
  countdownMs: z.optional(z.int().check(z.gte(0), z.lte(60_000))),
  referee: z.optional(z.boolean()),
  mayCancel: z.optional(z.boolean()),
  chat: z.optional(z.boolean()),
  /** How far the rating of a player who joins may be from the maker's. */
  within: z.optional(z.int().check(z.gte(25), z.lte(1000))),
  branch: z.optional(
    z.strictObject({
      match: short(80),
      n: count,
      part: z.optional(count),
      at: z.optional(count),
    }),
  ),
});
export type NewInvite = z.infer<typeof newInvite>;

/** How a player takes an open seat. */
export const newSeat = z.strictObject({
  seat: z.optional(z.int().check(z.gte(0), z.lte(15))),
  name,
  key: z.optional(hex(32)),
  joinToken: z.optional(token),
});
export type NewSeat = z.infer<typeof newSeat>;

/** An invite as shown to everyone who may see it. */
export interface Invite extends InviteTerms {
  readonly id: string;
  readonly phase: 'open' | 'live' | 'ended';
  readonly game: string;
  readonly version: number;
  readonly options: { readonly [name: string]: Json };
  readonly seats: readonly InviteSeat[];
  readonly visibility: 'public' | 'private';
  readonly chance: 'fair' | 'plain';
  readonly waitMs: number;
  readonly absenceMs: number | null;
  readonly countdownMs: number;
  readonly referee: boolean;
  /** Whether any player may abort the match at any time; otherwise only before all have moved. */
  readonly mayCancel: boolean;
  /** Who turned chat off: the invite, seats, moderators. Chat is on if it is empty. */
  readonly chatOff: readonly ('invite' | 'admin' | Seat)[];
  /** How far the rating of a player who joins may be from those of the players; any player may join where it is absent. */
  readonly within?: number;
  /** Where it starts from, if that is a point of another match. */
  readonly branch: {
    readonly from: NonNullable<Terms['branch']>;
    readonly start: NonNullable<Header['start']>;
  } | null;
  /** The tournament that it is a board of. */
  readonly tournament?: string;
  /** How many spectators it has; in lists only. */
  readonly watching?: number;
  /** Seats whose players are on vacation, and until when at the latest, in milliseconds since 1970: the match is paused. */
  readonly vacations?: readonly { readonly seat: Seat; readonly until: number }[];
  /** Of the header to be. */
  readonly nonce: string;
  /** Content id of the header; null while the invite is open. */
  readonly match: string | null;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  /** How the match ended; null while it is in progress. */
  readonly outcome: Outcome | null;
}

/** A seat of an invite. */
export interface InviteSeat {
  readonly seat: Seat;
  readonly type: 'open' | 'person' | 'bot';
  /** Null while the seat is open. */
  readonly name: string | null;
  readonly key?: string;
  /** The id of the player whose key it is. */
  readonly player?: string;
  readonly isReady: boolean;
  readonly bot?: string;
  readonly level?: number;
}

/** Something that was said beside the record. */
export interface Chat {
  /** The newest entry when it was said. */
  readonly n: number;
  /** Null for a spectator. */
  readonly seat: Seat | null;
  readonly name: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Who is connected. */
export interface Presence {
  readonly seats: readonly Seat[];
  readonly watching: number;
  /** The players whom the match waits for although they are gone, and when they lose; absent if there are none. */
  readonly away?: readonly {
    readonly seat: Seat;
    /** By the server's time, in milliseconds since 1970. */
    readonly untilMs: number;
  }[];
}

/** Several nodes from a number on, base64 each; sights where hands are hidden. */
export interface NodeList {
  readonly from: number;
  readonly nodes: readonly string[];
  readonly sights?: readonly SeatView[];
}

/** Everything that a server says. */
export type ServerMessage =
  | ({
      readonly type: 'welcome';
      readonly protocol: 1;
      readonly seat: Seat | null;
      readonly now: number;
      readonly invite: Invite;
      readonly chat: readonly Chat[];
      readonly presence: Presence;
      readonly maxLagMs: number;
      /** The key that will sign every node, in hex; null where there will be no referee. */
      readonly referee: string | null;
      /** Which life of its store the server is in: another one where it was healed by what players had. */
      readonly era: string;
    } & NodeList)
  | { readonly type: 'invite'; readonly invite: Invite }
  | { readonly type: 'reveal'; readonly k: number }
  | { readonly type: 'ending'; readonly node: string }
  | {
      readonly type: 'node';
      readonly node: string;
      readonly re?: number;
      readonly sight?: SeatView;
    }
  | ({ readonly type: 'nodes' } & NodeList)
  | { readonly type: 'refused'; readonly re?: number; readonly fault: Fault }
  | {
      /** What is planned for the own seat; with the `id` of the plan that it answers, and why that was not taken. */
      readonly type: 'plan';
      readonly seen: number;
      readonly lines: readonly (readonly Json[])[];
      readonly re?: number;
      readonly fault?: Fault;
    }
  | ({ readonly type: 'chat' } & Chat)
  | ({ readonly type: 'presence' } & Presence)
  | {
      readonly type: 'rematch';
      readonly by: readonly Seat[];
      readonly invite?: string;
      readonly seat?: Seat;
    }
  | { readonly type: 'pong'; readonly t: number; readonly now: number }
  | { readonly type: 'bye'; readonly reason: ByeReason };

/** Why the server says goodbye. */
type ByeReason = 'shutdown' | 'slow' | 'rate' | 'idle' | 'moved' | 'store' | 'forked' | 'canceled';
