/** How a match begins: options from strangers, and the first state. */
import {
  type Fail,
  fail,
  isInteger,
  type JsonObject,
  ok,
  pointerStep,
  type Result,
  type Setup,
} from '@kifu/core';
import { BLACK } from './board.ts';
import { cellAt, type Grid, gridOf, MAX_SIZE, MIN_SIZE } from './grid.ts';
import { fixedHandicap, isHandicap, maxHandicap } from './handicap.ts';
import { makeState } from './make-state.ts';
import { MAX_KOMI_HALVES } from './restore.ts';
import {
  findRuleset,
  isSameRuleset,
  parseRuleset,
  RULESET_FORM,
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

const KEYS = ['handicap', 'height', 'komiHalves', 'rules', 'width'];

/** The first state of a match. */
export function setup({ seats, options, start }: Setup): Result<State> {
  if (seats[1] !== 1) return bad('the seats of go are 0 (black) and 1', '/seats');
  const unknown = Object.keys(options).find(key => !KEYS.includes(key));
  if (unknown !== undefined)
    return bad(`go has the options ${KEYS.join(', ')}`, `/options${pointerStep(unknown)}`);
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
const badOption = (key: string, message: string): Fail => bad(message, `/options/${key}`);

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
  const rules = parseRules(options);
  if (rules === null) return badOption('rules', RULESET_FORM);
  const { width: givenWidth, height: givenHeight, handicap = 0 } = options;
  // one of them alone makes a square
  const width = givenWidth ?? givenHeight ?? USUAL_SIZE;
  const height = givenHeight ?? width;
  for (const [key, size] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (!isInteger(size, MIN_SIZE, MAX_SIZE))
      return badOption(key, `a board has ${MIN_SIZE} to ${MAX_SIZE} columns and rows`);
  const grid = gridOf(width as number, height as number);
  if (!isInteger(handicap, 0, MAX_SIZE * MAX_SIZE) || !isHandicap(handicap, grid, rules.ruleset))
    return badOption('handicap', describeHandicap(grid, rules.ruleset));
  const { komiHalves = handicap === 0 ? rules.komiHalves : HANDICAP_KOMI_HALVES } = options;
  if (!isInteger(komiHalves, -MAX_KOMI_HALVES, MAX_KOMI_HALVES))
    return badOption('komiHalves', 'komi is counted in half points: 15 is 7.5');
  return ok({ grid, rules: rules.ruleset, komiHalves, handicap });
}

function describeHandicap(grid: Grid, rules: Ruleset): string {
  const most = maxHandicap(grid, rules);
  const range = most < 2 ? 'is 0' : `is 0, or 2 to ${most} stones`;
  return `the handicap ${range} on this board by these rules`;
}

interface Given {
  readonly ruleset: Ruleset;
  readonly komiHalves: number;
}

function parseRules({ rules }: JsonObject): Given | null {
  if (rules === undefined) return { ruleset: USUAL.rules, komiHalves: USUAL.komiHalves };
  const known = typeof rules === 'string' ? findRuleset(rules) : null;
  if (known !== null) return { ruleset: known.rules, komiHalves: known.komiHalves };
  const ruleset = parseRuleset(rules);
  return ruleset === null ? null : { ruleset, komiHalves: USUAL.komiHalves };
}

/** A start position says everything itself; options beside it must say the same. */
function checkAgainst(options: JsonObject, state: State): Result<State> {
  const { grid, rules, komiHalves, handicap } = state.match;
  const given = options.rules === undefined ? rules : parseRules(options)?.ruleset;
  if (given === undefined) return badOption('rules', RULESET_FORM);
  if (!isSameRuleset(given, rules)) return badOption('rules', 'the start position has other rules');
  const has: JsonObject = { width: grid.width, height: grid.height, komiHalves, handicap };
  // of a square one side may have been named, or none
  const differs = Object.keys(has).find(key => (options[key] ?? has[key]) !== has[key]);
  return differs === undefined
    ? ok(state)
    : badOption(differs, `the start position has ${differs} ${has[differs]}`);
}
