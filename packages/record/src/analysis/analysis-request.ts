/**
 * A position and the limits of its search as data, for analyzers in other threads and processes: the state as its game writes it, and
 * what is known of the way to it.
 */
import {
  type AnalysisLimits,
  type AnalyzedPosition,
  fail,
  type Game,
  isInteger,
  isObject,
  type Json,
  type JsonObject,
  ok,
  type Result,
} from '@kifu/core';

/** More moves than any match has. */
const MAX_MOVES = 10_000;

/** What is to be searched, and how far. */
export interface AnalysisQuestion {
  readonly position: AnalyzedPosition;
  readonly limits: AnalysisLimits;
}

/** The largest value of each limit that is taken. */
export type MaxLimits = Required<AnalysisLimits>;

/** A position and its limits as data. */
export function encodeQuestion(
  { states, moves: { json } }: Game,
  { position, limits }: AnalysisQuestion,
): JsonObject {
  const { state, first, moves } = position;
  const portable = (each: unknown): JsonObject => ({
    ...{ canon: states.canon(each), aside: states.aside(each) },
  });
  return {
    state: portable(state),
    ...(first === undefined ? {} : { first: portable(first) }),
    ...(moves === undefined ? {} : { moves: moves.map(move => json.encode(move)) }),
    best: { ...limits },
  };
}

/** Reads a position and its limits; where none limits the search, it takes `usual`. */
export function decodeQuestion(
  game: Game,
  value: JsonObject,
  most: MaxLimits,
  usual: AnalysisLimits,
): Result<AnalysisQuestion> {
  const limits = readLimits(value.best ?? true, most, usual);
  if (!limits.ok) return limits;
  const state = readState(game, value, 'state');
  if (!state.ok) return state;
  const first = value.first === undefined ? undefined : readState(game, value, 'first');
  if (first?.ok === false) return first;
  const moves = value.moves === undefined ? undefined : readMoves(game, value.moves);
  if (moves?.ok === false) return moves;
  const position: AnalyzedPosition = {
    state: state.value,
    ...(first === undefined ? {} : { first: first.value }),
    ...(moves === undefined ? {} : { moves: moves.value }),
  };
  return ok({ position, limits: limits.value });
}

/** Reads limits: `true` for none, or some of `depth`, `nodes`, `timeMs` and `lines`. */
export function readLimits(
  value: Json,
  most: MaxLimits,
  usual: AnalysisLimits,
): Result<AnalysisLimits> {
  if (value === true) return ok(usual);
  if (!isObject(value)) return fail('malformed', 'best is true, or depth, nodes, timeMs and lines');
  for (const [name, limit] of Object.entries(value)) {
    const max = Object.hasOwn(most, name) ? most[name as keyof MaxLimits] : 0;
    if (!isInteger(limit, 1, max))
      return fail(
        'malformed',
        `invalid limit ${JSON.stringify(name)}; use depth, nodes, timeMs or lines`,
        { at: { path: `/best/${name}` } },
      );
  }
  const limits = value as AnalysisLimits;
  const isFree = (limits.depth ?? limits.nodes ?? limits.timeMs) === undefined;
  return ok(isFree ? { ...usual, ...limits } : limits);
}

function readState({ states }: Game, value: JsonObject, key: string): Result<unknown> {
  const given = value[key] ?? null;
  const at = { path: `/${key}` };
  if (!isObject(given) || given.canon === undefined)
    return fail('malformed', `${key} is a state as canon and aside`, { at });
  return given.aside === undefined
    ? states.restore(given.canon)
    : states.restore(given.canon, given.aside);
}

function readMoves({ moves: { json } }: Game, given: Json): Result<Json[]> {
  const at = { path: '/moves' };
  if (!Array.isArray(given)) return fail('malformed', 'moves is a list of moves', { at });
  if (given.length > MAX_MOVES)
    return fail('too-large', `the position has more than ${MAX_MOVES} moves`, { at });
  const moves: Json[] = [];
  for (const each of given) {
    const move = json.decode(each);
    if (!move.ok) return move;
    moves.push(move.value);
  }
  return ok(moves);
}
