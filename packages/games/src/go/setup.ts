/** How a match begins: options from strangers, and the first state. */
import {
  type Fail,
  fail,
  type GameOptions,
  type JsonObject,
  ok,
  type Result,
  type Setup,
} from '@kifu/core';
import { refuseOthers } from '../start.ts';
import { BLACK } from './board.ts';
import { cellAt, type Grid, gridOf, MAX_SIZE, MIN_SIZE } from './grid.ts';
import { fixedHandicap, isHandicap, maxHandicap } from './handicap.ts';
import { makeState } from './make-state.ts';
import { MAX_KOMI_HALVES } from './restore.ts';
import {
  findRuleset,
  isSameRuleset,
  type NamedRuleset,
  parseRuleset,
  RULESET,
  RULESETS,
  type Ruleset,
  USUAL,
} from './ruleset.ts';
import type { Match, State } from './state.ts';
import { states } from './state-codec.ts';

/** What white gets against handicap stones, unless a setup says otherwise: half a point, so that there is a winner. */
const HANDICAP_KOMI_HALVES = 1;
const USUAL_SIZE = 19;
/** A start position may have so many prisoners: those of a match come on top, and must still fit into a state. */
const MAX_START_PRISONERS = 500_000;

/** What a setup may say. */
export const OPTIONS: GameOptions = {
  handicap: {
    ...{ type: 'integer', minimum: 0, maximum: MAX_SIZE * MAX_SIZE },
    description:
      'Number of handicap stones: none, or two and more, as many as board and rules have room for.',
    default: 0,
  },
  height: {
    ...{ type: 'integer', minimum: MIN_SIZE, maximum: MAX_SIZE },
    description: 'Board height (default: same as width).',
  },
  komiHalves: {
    ...{ type: 'integer', minimum: -MAX_KOMI_HALVES, maximum: MAX_KOMI_HALVES },
    description:
      'Points for White in half points: 15 is 7.5 (default: as in the ruleset; 1 with a handicap).',
  },
  rules: {
    anyOf: [{ enum: RULESETS.map(({ name }) => name) }, RULESET],
    description: 'Ruleset, by name or as individual settings.',
    default: USUAL.name,
  },
  width: {
    ...{ type: 'integer', minimum: MIN_SIZE, maximum: MAX_SIZE },
    description: 'Board width (default: same as height).',
    default: USUAL_SIZE,
  },
};

/** The first state of a match. */
export function setup({ options, start }: Setup): Result<State> {
  if (start === null) {
    const match = parseMatch(options);
    return match.ok ? ok(firstState(match.value)) : match;
  }
  const state = states.restore(start.canon, start.aside);
  if (!state.ok) return state;
  if (Math.max(state.value.blackTook, state.value.whiteTook) > MAX_START_PRISONERS)
    return bad(`a match starts with ${MAX_START_PRISONERS} prisoners at most`, '/start');
  return checkAgainst(options, state.value);
}

const bad = (message: string, path: string): Fail => fail('bad-setup', message, { at: { path } });

/** The empty board, or with fixed handicap stones. */
function firstState(match: Match): State {
  const { grid, rules, handicap } = match;
  const board = new Uint8Array(grid.size);
  if (rules.handicapPlacement === 'free')
    return makeState({ match, board, turn: 0, left: handicap });
  for (const [x, y] of handicap === 0 ? [] : fixedHandicap(grid.width, handicap))
    board[cellAt(grid, x, y)] = BLACK;
  return makeState({ match, board, turn: handicap === 0 ? 0 : 1 });
}

function parseMatch(options: JsonObject): Result<Match> {
  const { rules, komiHalves: usualKomi } = parseRules(options);
  // one of them alone makes a square
  const {
    height,
    width = height ?? USUAL_SIZE,
    handicap = 0,
  } = options as {
    readonly [name: string]: number | undefined;
  };
  const grid = gridOf(width, height ?? width);
  if (!isHandicap(handicap, grid, rules))
    return bad(describeHandicap(grid, rules), '/options/handicap');
  const { komiHalves = handicap === 0 ? usualKomi : HANDICAP_KOMI_HALVES } = options;
  return ok({ grid, rules, komiHalves: komiHalves as number, handicap });
}

function describeHandicap(grid: Grid, rules: Ruleset): string {
  const most = maxHandicap(grid, rules);
  const range = most < 2 ? 'is 0' : `is 0, or 2 to ${most} stones`;
  return `the handicap ${range} on this board by these rules`;
}

/** The rules that options name, or spell out; the usual ones where they say nothing. */
function parseRules({
  rules = USUAL.name,
}: JsonObject): Pick<NamedRuleset, 'komiHalves' | 'rules'> {
  const known = typeof rules === 'string' ? findRuleset(rules) : null;
  return known ?? { rules: parseRuleset(rules)!, komiHalves: USUAL.komiHalves };
}

/** A start position says everything itself; options beside it must say the same. */
function checkAgainst(options: JsonObject, state: State): Result<State> {
  const { grid, rules, komiHalves, handicap } = state.match;
  const isOther = options.rules !== undefined && !isSameRuleset(parseRules(options).rules, rules);
  const own = {
    ...{ width: grid.width, height: grid.height, komiHalves, handicap },
    rules: isOther ? rules : options.rules!,
  };
  return refuseOthers(options, own) ?? ok(state);
}
