/** The rule set of a match: constants that its options may change. Rule sheet §1. */
import {
  fail,
  type GameOption,
  type GameOptions,
  type JsonObject,
  type OptionSchema,
  ok,
  type Result,
  refuseOptions,
} from '@kifu/core';
import { SIZE } from './grid.ts';
import { TILES } from './tiles.ts';

/** A rule set. */
export interface Rules extends JsonObject {
  /** How many tiles of each type. */
  readonly deck: readonly number[];
  /** City markers and road markers on each of the four sides. */
  readonly edges: readonly [cities: number, roads: number];
  /** Jokers of each player. */
  readonly jokers: number;
  /** Points for each joker that is left at the end. */
  readonly jokerPrice: number;
  /** Seconds to act in. */
  readonly moveTime: number;
  readonly endOnFullBoard: boolean;
  /** Who is paid when a match ends by a claim: both, or only who moved last. */
  readonly timeout: 'share' | 'forfeit';
}

/** The usual rule set. */
export const STANDARD: Rules = Object.freeze({
  deck: [2, 0, 0, 4, 3, 6, 4, 0, 0, 4, 7, 6, 0, 9, 8, 0, 0, 0, 0, 0, 0, 3, 4, 4],
  edges: [1, 1] as const,
  jokers: 3,
  jokerPrice: 5,
  moveTime: 65,
  endOnFullBoard: false,
  timeout: 'share',
});

/** More tiles than four boards take. */
const MAX_DECK = 256;
/** No more can be laid. */
const MAX_JOKERS = SIZE * SIZE;
const MAX_PRICE = 1000;
/** A week: as good as no limit. */
export const MAX_MOVE_TIME = 7 * 24 * 3600;

const counts = (length: number, most: number): OptionSchema => ({
  type: 'array',
  items: { type: 'integer', minimum: 0, maximum: most },
  minItems: length,
  maxItems: length,
});

/** What each option may be. */
export const OPTIONS: GameOptions & { readonly [name in keyof typeof STANDARD]: GameOption } = {
  deck: {
    ...counts(TILES.length, MAX_DECK),
    description: `How many tiles of each type there are: at most ${MAX_DECK} in all.`,
    default: STANDARD.deck,
  },
  edges: {
    ...counts(2, SIZE),
    description: `City markers and road markers on each side of the board: at most ${SIZE} in all.`,
    default: STANDARD.edges,
  },
  jokers: {
    ...{ type: 'integer', minimum: 0, maximum: MAX_JOKERS },
    description: 'Jokers per player.',
    default: STANDARD.jokers,
  },
  jokerPrice: {
    ...{ type: 'integer', minimum: 0, maximum: MAX_PRICE },
    description: 'Points for each joker left at the end.',
    default: STANDARD.jokerPrice,
  },
  moveTime: {
    ...{ type: 'integer', minimum: 1, maximum: MAX_MOVE_TIME },
    description: 'Seconds per turn; a week, the maximum, means no limit.',
    default: STANDARD.moveTime,
  },
  endOnFullBoard: {
    type: 'boolean',
    description: 'Whether the game ends when the board is full.',
    default: STANDARD.endOnFullBoard,
  },
  timeout: {
    enum: ['share', 'forfeit'],
    description: 'Who scores when the end is claimed: both players, or only the last to move.',
    default: STANDARD.timeout,
  },
};

/** A rule set from options that have been checked one by one; what they leave out is as usual. */
export function readRules(options: JsonObject): Result<Rules> {
  const rules: Rules = { ...STANDARD, ...options };
  for (const [name, most] of [
    ['deck', MAX_DECK],
    ['edges', SIZE],
  ] as const)
    if (rules[name].reduce((sum, count) => sum + count, 0) > most)
      return fail('bad-setup', `${name} is at most ${most} in all`, {
        at: { path: `/options/${name}` },
      });
  return ok(rules);
}

/** A rule set in which nothing is left out. */
export const isRules = (value: JsonObject): value is Rules =>
  Object.keys(STANDARD).every(name => Object.hasOwn(value, name)) &&
  refuseOptions('', OPTIONS, value) === null &&
  readRules(value).ok;
