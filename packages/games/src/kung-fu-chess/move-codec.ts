/** The spellings of a command: a piece by its id, and the square where it is to go. */
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
import { FOUR_PLAYER, STANDARD } from './board.ts';
import { columnOf, MAX_SIZE, rowOf, squareAt } from './squares.ts';

const PACKED = Symbol('packed');

/** A command. Castling is the king's; the rook's part follows from it. */
export interface Move {
  /** The id of the piece: `P:1:6:4`. */
  readonly piece: string;
  readonly to: readonly [row: number, column: number];
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PACKED]?: number;
}

/** The pieces of both boards in one list: no id is on both. A move names a piece by its number here. */
const IDS: readonly string[] = [...STANDARD.men, ...FOUR_PLAYER.men].map(({ id }) => id);
const NUMBERS: ReadonlyMap<string, number> = new Map(IDS.map((id, number) => [id, number]));

/** Each move exists once: a move is its number. */
const MOVES: (Move | null)[] = new Array(IDS.length * 256).fill(null);

/** The move with this number: the number of the piece · 256 + the square. */
export function fromPacked(packed: number): Move {
  const known = MOVES[packed]!;
  if (known !== null) return known;
  const square = packed & 255;
  const to = Object.freeze([rowOf(square), columnOf(square)] as const);
  const made = { piece: IDS[packed >> 8]!, to };
  const move: Move = Object.freeze(Object.defineProperty(made, PACKED, { value: packed }));
  MOVES[packed] = move;
  return move;
}

/** Placeholder for the number of an invalid move. */
export const NO_MOVE = -1;

/** The number of a move; one that was not made here is read like any foreign JSON. */
export const toPacked = (move: Move): number => move?.[PACKED] ?? packForeign(move);

function packForeign(move: Json): number {
  const decoded = json.decode(move);
  return decoded.ok ? decoded.value[PACKED]! : NO_MOVE;
}

/** The number of a piece by its id; undefined where no board has it. */
const pieceNumber = (id: string): number | undefined => NUMBERS.get(id);

/** What a move looks like. */
export const MOVE_FORM =
  'a move is { piece: "P:1:6:4", to: [row, column] }, with a piece of either board and rows and columns from 0 to 11';

/** Whether it is one of the moves made here, which are frozen and need no second look. */
const isMade = (wire: Json): wire is Move => (wire as Move | null)?.[PACKED] !== undefined;

const isCoordinate = (value: Json | undefined): value is number =>
  isInteger(value, 0, MAX_SIZE - 1);

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (isMade(wire)) return ok(wire);
    if (!isObject(wire) || !hasKeys(wire, ['piece', 'to'])) return fail('malformed', MOVE_FORM);
    const { piece, to } = wire;
    const number = typeof piece === 'string' ? pieceNumber(piece) : undefined;
    const [row, column] = Array.isArray(to) && to.length === 2 ? to : [];
    if (number === undefined || !isCoordinate(row) || !isCoordinate(column))
      return fail('malformed', MOVE_FORM);
    return ok(fromPacked((number << 8) | squareAt(row, column)));
  },
};

/** Two bytes: the number of the piece; sixteen times the row plus the column. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode(move) {
    const packed = toPacked(move);
    return Uint8Array.of(packed >> 8, packed & 255);
  },
  decode(wire) {
    const [number, square] = wire;
    const isMove =
      wire.length === 2 &&
      number! < IDS.length &&
      isCoordinate(rowOf(square!)) &&
      isCoordinate(columnOf(square!));
    return isMove
      ? ok(fromPacked((number! << 8) | square!))
      : fail('malformed', 'a move is two bytes: the number of a piece, and a square');
  },
};

/** The three forms of a move. */
export const moves: MoveCodec<Move> = { json, bytes, hex: hexOf(bytes) };
