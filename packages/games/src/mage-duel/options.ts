/** The rule set of a match: constants that its options may change. Rule sheet §1. */
import {
  type Fail,
  fail,
  isInteger,
  type Json,
  type JsonObject,
  ok,
  pointerStep,
  type Result,
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
/** A week. */
const MAX_MOVE_TIME = 7 * 24 * 3600;

interface Option {
  readonly form: string;
  readonly is: (value: Json) => boolean;
}

/** What each option may be. */
const OPTIONS: { readonly [name in keyof typeof STANDARD]: Option } = {
  deck: {
    form: `${TILES.length} whole numbers, at most ${MAX_DECK} in all`,
    is: value => isCounts(value, TILES.length, MAX_DECK),
  },
  edges: {
    form: `two whole numbers, at most ${SIZE} in all`,
    is: value => isCounts(value, 2, SIZE),
  },
  jokers: within(0, MAX_JOKERS),
  jokerPrice: within(0, MAX_PRICE),
  moveTime: within(1, MAX_MOVE_TIME),
  endOnFullBoard: { form: 'true or false', is: value => typeof value === 'boolean' },
  timeout: { form: 'share or forfeit', is: value => value === 'share' || value === 'forfeit' },
};

/** A rule set from options of strangers; what they leave out is as usual. */
export function readRules(options: JsonObject): Result<Rules> {
  for (const [name, value] of Object.entries(options)) {
    const wrong = checkOption(name, value);
    if (wrong !== null) return wrong;
  }
  return ok({ ...STANDARD, ...options });
}

/** A rule set in which nothing is left out. */
export const isRules = (value: JsonObject): value is Rules =>
  Object.keys(STANDARD).every(name => Object.hasOwn(value, name)) && readRules(value).ok;

function checkOption(name: string, value: Json): Fail | null {
  const at = { path: `/options${pointerStep(name)}` };
  if (!Object.hasOwn(OPTIONS, name))
    return fail('bad-setup', `the options are ${Object.keys(OPTIONS).join(', ')}`, { at });
  const { form, is } = OPTIONS[name]!;
  return is(value) ? null : fail('bad-setup', `${name} is ${form}`, { at });
}

function within(min: number, max: number): Option {
  return {
    form: `a whole number from ${min} to ${max}`,
    is: value => isInteger(value, min, max),
  };
}

const isCounts = (value: Json, length: number, most: number): boolean =>
  Array.isArray(value) &&
  value.length === length &&
  value.every(count => isInteger(count, 0, most)) &&
  value.reduce((sum: number, count) => sum + (count as number), 0) <= most;
