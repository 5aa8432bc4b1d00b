/** The spellings of a move of dominos. Move format §2.5. */
import {
  fail,
  formatHex,
  HEX_FORM,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  ok,
  parseHex,
} from '@kifu/core';

const PACKED = Symbol('packed');

/** A tile of the hand laid at an end, PASS or DRAW. */
export interface Move {
  readonly end: 'left' | 'right';
  /** The higher half to the left. */
  readonly flip: boolean;
  /** Which tile of the hand; −1 to draw one, −2 to pass. */
  readonly tileIndex: number;
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PACKED]?: number;
}

/** The number of a move is its binary form: index + 2, and a bit each for the right end and for a flip. */
export const INDEX_BITS = 63;
export const RIGHT_BIT = 64;
export const FLIP_BIT = 128;
/** The numbers of the moves that lay nothing. */
export const PASS = 0;
export const DRAW = 1;
/** What is added to the index of a tile. */
export const FIRST_TILE = 2;
/** Placeholder for the number of an invalid move. */
const NO_MOVE = -1;

/** The highest index that the forms can write; no hand is that large. */
const MAX_INDEX = 27;

/** Each move exists once: a move is its number, and comparing or keeping thousands of them costs nothing. */
const MOVES: readonly (Move | null)[] = Array.from({ length: 256 }, (_, packed) =>
  isPacked(packed) ? make(packed) : null,
);

function isPacked(packed: number): boolean {
  const index = (packed & INDEX_BITS) - FIRST_TILE;
  return index <= MAX_INDEX && (index >= 0 || packed < FIRST_TILE);
}

function make(packed: number): Move {
  const move = {
    end: (packed & RIGHT_BIT) === 0 ? 'left' : 'right',
    flip: (packed & FLIP_BIT) !== 0,
    tileIndex: (packed & INDEX_BITS) - FIRST_TILE,
  } as const;
  return Object.freeze(Object.defineProperty(move, PACKED, { value: packed }));
}

/** The move with this number. */
export const fromPacked = (packed: number): Move => MOVES[packed]!;

/** The number of a tile's move. */
export const packTile = (index: number, atRight: boolean, flip: boolean): number =>
  (index + FIRST_TILE) | (atRight ? RIGHT_BIT : 0) | (flip ? FLIP_BIT : 0);

/** The number of a move; one that was not made here is read like any foreign JSON. */
export const toPacked = (move: Move): number => move?.[PACKED] ?? packForeign(move);

function packForeign(move: Json): number {
  const decoded = json.decode(move);
  return decoded.ok ? toPacked(decoded.value) : NO_MOVE;
}

/** What a move looks like. */
export const MOVE_FORM =
  'a move of dominos is { end: "left" or "right", flip, tileIndex: 0 to 27 }; to draw (-1) or pass (-2) the end is left and nothing is flipped';

const found = (packed: number, form: string) => {
  const move = packed < 256 ? MOVES[packed] : null;
  return move === null || move === undefined ? fail('malformed', form) : ok(move);
};

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire) || !hasKeys(wire, ['end', 'flip', 'tileIndex']))
      return fail('malformed', MOVE_FORM);
    const { end, flip, tileIndex } = wire;
    if (end !== 'left' && end !== 'right')
      return fail('malformed', MOVE_FORM, { at: { path: '/end' } });
    if (typeof flip !== 'boolean') return fail('malformed', MOVE_FORM, { at: { path: '/flip' } });
    if (!isInteger(tileIndex, PASS - FIRST_TILE, MAX_INDEX))
      return fail('malformed', MOVE_FORM, { at: { path: '/tileIndex' } });
    return found(packTile(tileIndex, end === 'right', flip), MOVE_FORM);
  },
};

const BYTE_FORM =
  'a move of dominos is one byte: index + 2 in bits 0 to 5, bit 6 for the right end, bit 7 for a flip';

/** One byte: index + 2 in bits 0 to 5, then the end, then the flip. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode: move => Uint8Array.of(toPacked(move)),
  decode: wire => found(wire.length === 1 ? wire[0]! : NO_MOVE, BYTE_FORM),
};

const DIGITS_FORM =
  'a move of dominos in hex is 0x and index + 2, end (0 or 1), flip (0 or 1): two digits and one each';

/** Two bytes in digits: index + 2; the end in the high half of the second, the flip in its low half. */
const hex: MoveCodec<Move>['hex'] = {
  encode(move) {
    const { end, flip, tileIndex } = move;
    return formatHex(
      Uint8Array.of(tileIndex + FIRST_TILE, (end === 'right' ? 16 : 0) + (flip ? 1 : 0)),
    );
  },
  decode(wire) {
    const raw = parseHex(wire);
    if (raw === null) return fail('malformed', HEX_FORM);
    const [index = NO_MOVE, way = NO_MOVE] = raw;
    if (raw.length !== 2 || index > INDEX_BITS || (way & ~0x11) !== 0)
      return fail('malformed', DIGITS_FORM);
    return found(
      index | ((way & 16) === 0 ? 0 : RIGHT_BIT) | ((way & 1) === 0 ? 0 : FLIP_BIT),
      DIGITS_FORM,
    );
  },
};

/** The three forms of a move. */
export const moves: MoveCodec<Move> = { json, bytes, hex };
