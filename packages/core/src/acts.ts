/**
 * What can be done in a match, as one table: from it come the type `Action`, the bytes of an act in a node, its form in JSON and in the
 * live protocol. To add a word at the table, add a line here, and its meaning in the record's table.
 */
import type { Fault } from './result.ts';

/** Every kind of act, and what it says besides, in the order in which it is written. */
export const ACTIONS = {
  move: { move: 'move' },
  /** A move that the rules refused, kept with the reason. */
  refused: { move: 'move', fault: 'fault' },
  /** The next link of each chance chain: a draw that all make together. */
  links: { links: 'links' },
  leave: { of: 'seat', how: 'leaving' },
  claim: { reason: 'text' },
  'offer-draw': {},
  'accept-draw': {},
  decline: {},
  'ask-takeback': {},
  'allow-takeback': { to: 'count' },
  pause: {},
  resume: {},
  abort: {},
} as const satisfies { readonly [type: string]: { readonly [field: string]: keyof ActValues } };

/** The kinds of value that an act may say. */
export interface ActValues {
  /** A move in the game's canonical bytes. */
  readonly move: Uint8Array;
  readonly fault: Fault;
  /** 32 bytes each. */
  readonly links: readonly Uint8Array[];
  readonly seat: number;
  readonly leaving: LeaveReason;
  readonly text: string;
  readonly count: number;
}

export type ActionType = keyof typeof ACTIONS;

/** Anything that is done in a match: a move, a match action or a random draw. */
export type Action = { [Type in ActionType]: ActionOf<Type> }[ActionType];

/** An act of one kind. */
export type ActionOf<Type extends ActionType> = {
  readonly [Field in
    | 'type'
    | keyof (typeof ACTIONS)[Type]]: Field extends keyof (typeof ACTIONS)[Type]
    ? (typeof ACTIONS)[Type][Field] extends keyof ActValues
      ? ActValues[(typeof ACTIONS)[Type][Field]]
      : never
    : Type;
};

/** The acts that are words at the table: not of the rules, and not of chance. */
export type MatchAction = Exclude<Action, { readonly type: 'move' | 'refused' | 'links' }>;

/** The fields of a kind of act, with the kind of value of each. */
export const fieldsOf = (type: ActionType): readonly (readonly [string, keyof ActValues])[] =>
  FIELDS[type];

const FIELDS = Object.fromEntries(
  Object.entries(ACTIONS).map(([type, fields]) => [type, Object.entries(fields)]),
) as unknown as Record<ActionType, readonly (readonly [string, keyof ActValues])[]>;

/** Whether a word names a kind of act; words come from strangers. */
export const isActType = (word: unknown): word is ActionType =>
  typeof word === 'string' && Object.hasOwn(ACTIONS, word);

/** Why a seat leaves, and the reason in the outcome of a match that ended by it. */
export const LEAVE_REASONS = {
  resignation: 'resignation',
  flag: 'timeout',
  absence: 'absence',
  'withheld-link': 'withheldLink',
} as const;

export type LeaveReason = keyof typeof LEAVE_REASONS;

/** Whether a word says how a seat can leave. */
export const isLeaveReason = (word: unknown): word is LeaveReason =>
  typeof word === 'string' && Object.hasOwn(LEAVE_REASONS, word);
