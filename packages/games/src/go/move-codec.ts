/** A move of go in its three forms. */
import {
  fail,
  hasKeys,
  hexOf,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  ok,
} from '@kifu/core';
import { MAX_SIZE, type Point, pointAt } from './grid.ts';

const PACKED = Symbol('packed');

/** What a seat can do: `play` a stone, `pass`, and once play has stopped `mark` a chain, `agree` or `resume`. */
type Deed = 'play' | 'mark' | 'pass' | 'agree' | 'resume';

/** A deed, and where; null where it has no place. */
export interface Move {
  readonly at: Point | null;
  readonly type: Deed;
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PACKED]?: number;
}

/** Numbers of moves: what is done in the upper bits, the column in the next six, the row in the lowest six. */
export const PLAY = 0;
export const MARK = 1 << 12;
const WORDS = 2 << 12;
/** The number of a pass, of agreeing, of resuming. */
export const PASSES = WORDS;
export const AGREES = WORDS + 1;
export const RESUMES = WORDS + 2;

/** Placeholder for the number of an invalid move. */
export const NO_MOVE = -1;

const WORD_DEEDS = ['pass', 'agree', 'resume'] as const;

/** Each move exists once: comparing or keeping thousands of them costs nothing. */
const MOVES: (Move | undefined)[] = new Array(RESUMES + 1).fill(undefined);

/** The move with this number. */
export function fromPacked(packed: number): Move {
  const known = MOVES[packed];
  if (known !== undefined) return known;
  const made: Move =
    packed >= WORDS
      ? { at: null, type: WORD_DEEDS[packed - WORDS]! }
      : { at: pointAt((packed >> 6) & 63, packed & 63), type: packed < MARK ? 'play' : 'mark' };
  const move = Object.freeze(Object.defineProperty(made, PACKED, { value: packed }));
  MOVES[packed] = move;
  return move;
}

/** The number of a move; one that was not made here is read like any foreign JSON. */
export const toPacked = (move: Move): number => move?.[PACKED] ?? packForeign(move);

function packForeign(move: Json): number {
  const decoded = json.decode(move);
  return decoded.ok ? decoded.value[PACKED]! : NO_MOVE;
}

/** A stone on a point. */
export const playAt = (x: number, y: number): Move => fromPacked(PLAY | (x << 6) | y);

/** A mark on a point. */
export const markAt = (x: number, y: number): Move => fromPacked(MARK | (x << 6) | y);

/** The moves without a place. */
export const pass: Move = fromPacked(PASSES);
export const agree: Move = fromPacked(AGREES);
export const resume: Move = fromPacked(RESUMES);

/** What a move looks like. */
export const MOVE_FORM =
  'a go move is { at: [x, y], type: "play" or "mark" } or { at: null, type: "pass", "agree" or "resume" }';

const FORM = fail('malformed', MOVE_FORM);

const isPoint = (value: Json): value is [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isInteger(value[0], 0, MAX_SIZE - 1) &&
  isInteger(value[1], 0, MAX_SIZE - 1);

/** JSON: an absent place is taken as null, and always written. */
const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire) || !hasKeys(wire, 'at' in wire ? ['at', 'type'] : ['type'])) return FORM;
    const { at = null, type } = wire;
    const word = WORD_DEEDS.indexOf(type as 'pass');
    if (word >= 0) return at === null ? ok(fromPacked(WORDS + word)) : FORM;
    if ((type !== 'play' && type !== 'mark') || !isPoint(at)) return FORM;
    return ok(type === 'play' ? playAt(at[0], at[1]) : markAt(at[0], at[1]));
  },
};

/** Two bytes: the column, plus 0x40 for a mark, and the row; or 0x80 and 0 pass, 1 agree, 2 resume. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode(move) {
    const packed = toPacked(move);
    return Uint8Array.of(packed >> 6, packed & 63);
  },
  decode(wire) {
    const [first = 0, second = 0] = wire;
    const isWord = first === WORDS >> 6;
    const isMove = isWord
      ? second < WORD_DEEDS.length
      : first < WORDS >> 6 && (first & 63) < MAX_SIZE && second < MAX_SIZE;
    if (wire.length !== 2 || !isMove)
      return fail('malformed', 'a go move is two bytes: column and row, or 0x80 and a word');
    return ok(fromPacked((first << 6) | second));
  },
};

/** The three forms of a go move; hex is the binary form in digits. */
export const moves: MoveCodec<Move> = { json, bytes, hex: hexOf(bytes) };
