/** States from outside: checked for being possible at all. */
import {
  describeOption,
  type Fail,
  fail,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  ok,
  type Result,
} from '@kifu/core';
import { BLACK, EMPTY, WHITE } from './board.ts';
import { cellAt, cellsOf, type Grid, MAX_SIZE, MIN_SIZE } from './grid.ts';
import { makeState } from './make-state.ts';
import { parseRows, type Spread } from './rows.ts';
import { parseRuleset, RULESET } from './ruleset.ts';
import { groupAt, scoreOf, surveyState } from './score.ts';
import { type Counting, MAX_TURNS, type Match, NONE, type State } from './state.ts';

/** The keys of a canonical state, in order. */
const KEYS = [
  'board',
  'counting',
  'handicap',
  'ko',
  'komiHalves',
  'left',
  'passes',
  'prisoners',
  'rules',
  'turn',
  'turns',
];

/** More than any match can take; keeps counters from strangers within reason. */
const MAX_PRISONERS = 1_000_000;
/** More komi than the largest board has points, in half points. */
export const MAX_KOMI_HALVES = 10_000;

const wrong = (key: string, form: string): Fail =>
  fail('malformed', form, { at: { path: `/${key}` } });
const impossible = (message: string): Fail => fail('bad-state', message);

/** Restores the state of a canonical form, without history. */
export function restorePresent(canon: Json): Result<State> {
  if (!isObject(canon) || !hasKeys(canon, KEYS))
    return fail('malformed', `a state must have exactly the keys ${KEYS.join(', ')}`);
  const { handicap, komiHalves, left, passes, prisoners, turn, turns } = canon;
  const spread = parseRows(canon.board);
  if (spread === null || Math.min(spread.grid.width, spread.grid.height) < MIN_SIZE)
    return wrong(
      'board',
      `board must be ${MIN_SIZE} to ${MAX_SIZE} rows of equal length, with the letters . B W`,
    );
  const { grid, board } = spread;
  const rules = parseRuleset(canon.rules);
  if (rules === null) return wrong('rules', `rules must be ${describeOption(RULESET)}`);
  if (!isInteger(handicap, 0, grid.width * grid.height - 1) || handicap === 1)
    return wrong('handicap', 'handicap must be 0 or at least 2');
  if (!isInteger(komiHalves, -MAX_KOMI_HALVES, MAX_KOMI_HALVES))
    return wrong('komiHalves', 'komiHalves must be an integer number of half points');
  if (!isInteger(left, 0, handicap)) return wrong('left', 'left must be from 0 to the handicap');
  if (!isInteger(passes, 0, 2)) return wrong('passes', 'passes must be from 0 to 2');
  if (turn !== 0 && turn !== 1) return wrong('turn', 'turn must be 0 or 1');
  if (!isInteger(turns, passes, MAX_TURNS + passes))
    return wrong('turns', `turns must include the passes and be at most ${MAX_TURNS} without them`);
  const [blackTook, whiteTook] =
    Array.isArray(prisoners) && prisoners.length === 2 ? prisoners : [];
  if (!isInteger(blackTook, 0, MAX_PRISONERS) || !isInteger(whiteTook, 0, MAX_PRISONERS))
    return wrong('prisoners', 'prisoners must be [taken by black, taken by white]');
  const ko = canon.ko === null ? NONE : parseCell(grid, canon.ko);
  if (ko === null) return wrong('ko', 'ko must be [x, y] or null');
  const counting = canon.counting === null ? null : parseCounting(grid, canon.counting);
  if (counting === undefined)
    return wrong('counting', 'counting must be { agreed: [black, white], dead, neutral } or null');
  const match: Match = { grid, rules, komiHalves, handicap };
  const took = { blackTook, whiteTook };
  const state = makeState({ match, board, turn, ko, passes, left, ...took, turns, counting });
  const why = findWrong(state, spread);
  return why === null ? ok(withOutcome(state)) : impossible(why);
}

function parseCell(grid: Grid, point: Json | undefined): number | null {
  const [x, y] = Array.isArray(point) && point.length === 2 ? point : [];
  return isInteger(x, 0, grid.width - 1) && isInteger(y, 0, grid.height - 1)
    ? cellAt(grid, x, y)
    : null;
}

function parseCounting(grid: Grid, counting: Json | undefined): Counting | undefined {
  if (!isObject(counting) || !hasKeys(counting, ['agreed', 'dead', 'neutral'])) return undefined;
  const [black, white] =
    Array.isArray(counting.agreed) && counting.agreed.length === 2 ? counting.agreed : [];
  const dead = parseCells(grid, counting.dead);
  const neutral = parseCells(grid, counting.neutral);
  if (typeof black !== 'boolean' || typeof white !== 'boolean' || !dead || !neutral)
    return undefined;
  return { dead, neutral, agreed: [black, white] };
}

/** A list of points in rising order. */
function parseCells(grid: Grid, points: Json | undefined): number[] | null {
  if (!Array.isArray(points) || points.length > grid.size) return null;
  const cells: number[] = [];
  for (const point of points) {
    const cell = parseCell(grid, point);
    if (cell === null || cell <= (cells.at(-1) ?? NONE)) return null;
    cells.push(cell);
  }
  return cells;
}

/** What makes a state impossible. */
function findWrong(state: State, spread: Spread): string | null {
  return (
    findBreathless(spread) ??
    findWrongHandicap(state, spread) ??
    findWrongKo(state, spread) ??
    findWrongCounting(state, spread)
  );
}

/** Stones without a liberty are taken off, so they are on no board. */
export function findBreathless({ grid, board }: Spread): string | null {
  const seen = new Uint8Array(grid.size);
  for (const cell of cellsOf(grid)) {
    if (board[cell] === EMPTY || seen[cell] !== 0) continue;
    const { cells } = groupAt(grid, board, cell);
    for (const one of cells) seen[one] = 1;
    if (!cells.some(one => neighbors(grid, one).some(next => board[next] === EMPTY)))
      return 'a chain has no liberty';
  }
  return null;
}

const neighbors = ({ stride }: Grid, cell: number): number[] => [
  cell - 1,
  cell + 1,
  cell - stride,
  cell + stride,
];

function findWrongHandicap(state: State, { grid, board }: Spread): string | null {
  const { left, match, turn, turns, passes, ko, blackTook, whiteTook } = state;
  if (left === 0) return null;
  const isBegun =
    match.rules.handicapPlacement === 'free' &&
    turn + turns + passes + ko + blackTook + whiteTook === 0;
  const stones = [...cellsOf(grid)].map(cell => board[cell]!).filter(stone => stone !== EMPTY);
  const isPlacing = !stones.includes(WHITE) && stones.length === match.handicap - left;
  return isBegun && isPlacing ? null : 'handicap stones are left that cannot be placed now';
}

/** The point was left by a stone that one other has just taken, and is surrounded by that side. */
function findWrongKo(state: State, { grid, board }: Spread): string | null {
  const { ko, turn, passes } = state;
  if (ko === NONE) return null;
  const taker = turn === 0 ? WHITE : BLACK;
  const around = neighbors(grid, ko).filter(next => board[next]! <= WHITE);
  const isLone = (cell: number) =>
    neighbors(grid, cell).every(
      next => next === ko || (board[next] !== taker && board[next] !== EMPTY),
    );
  const isKo =
    board[ko] === EMPTY &&
    passes === 0 &&
    around.every(next => board[next] === taker) &&
    around.some(isLone);
  return isKo ? null : 'no stone can have been taken on the ko point';
}

/** Marks stand on the first cells of chains and regions, and who agreed could. */
function findWrongCounting(state: State, { grid, board }: Spread): string | null {
  const { counting, passes, match } = state;
  if ((counting === null) !== passes < 2) return 'marks stand after two passes, and only then';
  if (counting === null) return null;
  const { dead, neutral, agreed } = counting;
  const isFirst = (cells: Uint8Array | Readonly<Uint8Array>, cell: number) =>
    groupAt(grid, cells, cell).cells[0] === cell;
  if (!dead.every(cell => board[cell] !== EMPTY && isFirst(board, cell)))
    return 'a mark for the dead is not on the first stone of a chain';
  const { living, isFair } = surveyState(state);
  const isRegion = (cell: number) => {
    if (living[cell] !== EMPTY) return false;
    const { cells, borders } = groupAt(grid, living, cell);
    const isOne = borders === BLACK || borders === WHITE;
    return isOne && cells[0] === cell && cells.every(one => board[one] === EMPTY);
  };
  if (neutral.length > 0 && (match.rules.sekiTerritory || !neutral.every(isRegion)))
    return 'a neutral mark is not on the first point of a side’s region';
  return agreed.includes(true) && !isFair
    ? 'a side has accepted a dead chain outside its opponent’s territory'
    : null;
}

const withOutcome = (state: State): State =>
  state.counting?.agreed.every(Boolean) ? { ...state, outcome: scoreOf(state) } : state;
