/** The spellings of a chess move. Move format §2.1. */
import {
  fail,
  formatHex,
  HEX_FORM,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  type Ok,
  ok,
  parseHex,
} from '@kifu/core';
import { packMove } from './board.ts';

/** A file and a rank, 0 to 7 each. */
export type Square = readonly [x: number, y: number];
type Promotion = 'q' | 'r' | 'b' | 'n';

const PACKED = Symbol('packed');

/** From, to, and what a pawn becomes. Castling is the king's own step, en passant the pawn's. */
export interface Move {
  readonly from: Square;
  readonly promotion: Promotion | null;
  readonly to: Square;
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PACKED]?: number;
}

/** Promotion pieces by their code in the hex form, which has 0 for none. */
const PIECES = ['q', 'r', 'b', 'n'] as const;

/** Each move exists once, as the result of reading it: a move is its number, and comparing or keeping thousands of them costs nothing. */
const MOVES: (Ok<Move> | null)[] = new Array(64 * 64 * 8).fill(null);
const SQUARES: readonly Square[] = Array.from({ length: 64 }, (_, i) =>
  Object.freeze([i & 7, i >> 3] as const),
);

/** File and rank of a square by its number. */
export const squareAt = (square: number): Square => SQUARES[square]!;

/** The move with this number: from · 512 + to · 8 + promotion code. */
export const fromPacked = (packed: number): Move => readPacked(packed).value;

/** The same as the result of reading it. */
export function readPacked(packed: number): Ok<Move> {
  let read = MOVES[packed]!;
  if (read === null) {
    const promotion = PIECES[(packed & 7) - 1] ?? null;
    const made = { from: SQUARES[packed >> 9]!, promotion, to: SQUARES[(packed >> 3) & 63]! };
    read = Object.freeze(ok(Object.freeze(Object.defineProperty(made, PACKED, { value: packed }))));
    MOVES[packed] = read;
  }
  return read;
}

/** Placeholder for the number of an invalid move. */
export const NO_MOVE = -1;

/** The number of a move; one that was not made here is read like any foreign JSON. */
export const toPacked = (move: Move): number => move?.[PACKED] ?? packForeign(move);

function packForeign(move: Json): number {
  const decoded = json.decode(move);
  return decoded.ok ? decoded.value[PACKED]! : NO_MOVE;
}

/** The promotion code of the hex form: 0 none, 1 q, 2 r, 3 b, 4 n. */
const promotionOf = ({ promotion }: Move): number =>
  promotion === null ? 0 : PIECES.indexOf(promotion) + 1;

const numberOf = ([x, y]: Square) => 8 * y + x;

/** `e4`. */
export const squareName = (square: number): string => 'abcdefgh'[square & 7]! + ((square >> 3) + 1);

/** What a move looks like. */
export const MOVE_FORM =
  'a chess move is { from: [x, y], to: [x, y], promotion: "q", "r", "b", "n" or null }';

const isSquare = (value: Json | undefined): value is [number, number] =>
  Array.isArray(value) &&
  value.length === 2 &&
  isInteger(value[0], 0, 7) &&
  isInteger(value[1], 0, 7);

/** JSON: an absent promotion is taken as null, and always written. */
const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire)) return fail('malformed', MOVE_FORM);
    const { from, to, promotion = null } = wire;
    const keys = 'promotion' in wire ? ['from', 'to', 'promotion'] : ['from', 'to'];
    if (!hasKeys(wire, keys) || !isSquare(from) || !isSquare(to))
      return fail('malformed', MOVE_FORM);
    const code = promotion === null ? 0 : PIECES.indexOf(promotion as Promotion) + 1;
    if (code === 0 && promotion !== null)
      return fail('malformed', MOVE_FORM, { at: { path: '/promotion' } });
    return readPacked(packMove(numberOf(from), numberOf(to), code));
  },
};

/** Three bytes: from; to, with bit 6 for a promotion; the promoted piece, q r b n as 0 to 3. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode(move) {
    const code = promotionOf(move);
    return Uint8Array.of(
      numberOf(move.from),
      numberOf(move.to) | (code > 0 ? 64 : 0),
      Math.max(0, code - 1),
    );
  },
  decode(wire) {
    // one by one: taking a list apart goes through its iterator
    const from = wire[0]!;
    const to = wire[1]!;
    const piece = wire[2]!;
    const promotes = to >> 6 === 1;
    if (wire.length !== 3 || from > 63 || to > 127 || piece > (promotes ? 3 : 0))
      return fail('malformed', 'a move must be three bytes: from, to with a promotion bit, piece');
    return readPacked(packMove(from, to & 63, promotes ? piece + 1 : 0));
  },
};

/** Three bytes in digits: from, to, promotion code. Not the binary layout. */
const hex: MoveCodec<Move>['hex'] = {
  encode: move =>
    formatHex(Uint8Array.of(numberOf(move.from), numberOf(move.to), promotionOf(move))),
  decode(wire) {
    const raw = parseHex(wire);
    if (raw === null) return fail('malformed', HEX_FORM);
    const [from, to, code] = raw;
    if (raw.length !== 3 || from! > 63 || to! > 63 || code! > 4)
      return fail('malformed', 'a move in hex must be 0x and from, to, promotion, two digits each');
    return readPacked(packMove(from!, to!, code!));
  },
};

/** The three forms of a chess move. */
export const moves: MoveCodec<Move> = { json, bytes, hex };
