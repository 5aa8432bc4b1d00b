/** The spellings of a checkers move. Move format §2.2. */
import {
  fail,
  hasKeys,
  hexOf,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  ok,
  type Result,
} from '@kifu/core';
import { capturesOn, countOf, endOf, fromOf, NO_PATH, pathOver } from './path.ts';
import { LAND, NEXT, NONE, type Pair, pairOf, squareAt } from './squares.ts';

const PATH = Symbol('path');

/** From, to, and the squares of the pieces jumped, in order: one move is a whole turn. */
export interface Move {
  readonly captures: readonly Pair[];
  readonly from: Pair;
  readonly to: Pair;
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PATH]?: number;
}

/** Placeholder for the number of a value that is not a move. */
export const NO_MOVE = -1;

/** The coding range: more than any move can take. */
const MAX_CAPTURES = 12;

/** Steps and single jumps exist once each, by from, jumps (0 or 1) and direction; longer chains are rare and created on demand. */
const MOVES: (Move | null)[] = new Array(256).fill(null);

/** The move along a path. */
export function fromPath(path: number): Move {
  const count = countOf(path);
  if (count > 1) return makeMove(path);
  const index = (fromOf(path) << 3) | (count << 2) | (path & 3);
  let move = MOVES[index]!;
  if (move === null) {
    move = makeMove(path);
    MOVES[index] = move;
  }
  return move;
}

const makeMove = (path: number): Move =>
  withPath(
    {
      captures: Object.freeze(capturesOn(path).map(pairOf)),
      from: pairOf(fromOf(path)),
      to: pairOf(endOf(path)),
    },
    path,
  );

const withPath = (move: Move, path: number): Move =>
  Object.freeze(Object.defineProperty(move, PATH, { value: path }));

/** The path of a move: NO_PATH where it has none, NO_MOVE if the value is not a move. A move from outside is read like any JSON. */
export const toPath = (move: Move): number => move?.[PATH] ?? pathOfForeign(move);

function pathOfForeign(move: Json): number {
  const decoded = json.decode(move);
  return decoded.ok ? decoded.value[PATH]! : NO_MOVE;
}

/** What a move looks like. */
export const MOVE_FORM =
  'a checkers move is { from: [x, y], to: [x, y], captures: [[x, y], …] } with at most 12 captures';

/** Three numbers and a list, each square packed 16 · x + y, which is also their order in the bytes. */
function makeFrom(from: number, to: number, captures: readonly number[]): Move {
  const path = findPath(from, to, captures);
  if (path !== NO_PATH) return fromPath(path);
  return withPath(
    { captures: Object.freeze(captures.map(unpack)), from: unpack(from), to: unpack(to) },
    NO_PATH,
  );
}

const pack = ([x, y]: Pair): number => (x << 4) | y;
const unpack = (packed: number): Pair => Object.freeze([packed >> 4, packed & 15] as const);
const isPacked = (packed: number): boolean => (packed & 0x88) === 0;

/** After capturing c from p the piece stands on 2c − p, so that captures in order fix the path. */
function findPath(from: number, to: number, captures: readonly number[]): number {
  let at = squareAt(from >> 4, from & 15);
  const squares = [at];
  for (const capture of captures) {
    const over = squareAt(capture >> 4, capture & 15);
    at = at === NONE || over === NONE ? NONE : squareBehind(at, over);
    squares.push(at);
  }
  const last = squareAt(to >> 4, to & 15);
  if (captures.length === 0) squares.push(last);
  if (squares.includes(NONE) || squares.at(-1) !== last) return NO_PATH;
  const path = pathOver(squares);
  // two squares may be a step or a jump, and must be what the captures say
  return path !== NO_PATH && countOf(path) !== captures.length ? NO_PATH : path;
}

function squareBehind(from: number, over: number): number {
  for (let way = 4 * from; way < 4 * from + 4; way++) if (NEXT[way] === over) return LAND[way]!;
  return NONE;
}

const isPair = (value: Json | undefined): value is [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isInteger(value[0], 0, 7) &&
  isInteger(value[1], 0, 7);

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire) || !hasKeys(wire, ['captures', 'from', 'to']))
      return fail('malformed', MOVE_FORM);
    const { captures, from, to } = wire;
    if (!isPair(from) || !isPair(to)) return fail('malformed', MOVE_FORM);
    if (!Array.isArray(captures) || captures.length > MAX_CAPTURES || !captures.every(isPair))
      return fail('malformed', MOVE_FORM, { at: { path: '/captures' } });
    return ok(makeFrom(pack(from), pack(to), captures.map(pack)));
  },
};

/** 3 + N bytes: from, to, N, and the N squares captured, each 16 · x + y. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode: ({ from, to, captures }) =>
    Uint8Array.of(pack(from), pack(to), captures.length, ...captures.map(pack)),
  decode(wire): Result<Move> {
    const [from = 255, to = 255, count = 255, ...captures] = wire.subarray(0, 4 + MAX_CAPTURES);
    if (count > MAX_CAPTURES || wire.length !== 3 + count)
      return fail(
        'malformed',
        'a move must be from, to, a count up to 12, and that number of squares',
      );
    if (![from, to, ...captures].every(isPacked))
      return fail('malformed', 'a square must be 16 · x + y, with x and y from 0 to 7');
    return ok(makeFrom(from, to, captures));
  },
};

/** The three forms of a checkers move; hex has the same bytes as binary. */
export const moves: MoveCodec<Move> = { json, bytes, hex: hexOf(bytes) };
