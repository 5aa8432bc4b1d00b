/** The spellings of a backgammon move. Move format §2.3. */
import {
  fail,
  HEX_FORM,
  hasKeys,
  isInteger,
  isObject,
  type Json,
  type MoveCodec,
  ok,
  parseHex,
} from '@kifu/core';
import { BAR, POINTS } from './board.ts';

const PACKED = Symbol('packed');

/** One checker, one die. Points are 0 to 23, the same for both seats. */
export interface Move {
  readonly die: number;
  readonly from: number | 'bar';
  readonly to: number | 'off';
  readonly [key: string]: Json;
  /** Its number, on the moves that are made here; not part of its JSON. */
  readonly [PACKED]?: number;
}

/** Each move exists once, as in chess: comparing or keeping thousands of them costs nothing. */
const MOVES: (Move | null)[] = new Array((BAR + 1) << 8).fill(null);

/** Bar and off in bytes. */
const BAR_BYTE = 255;
const OFF_BYTE = 254;

/** The number of a move: from · 256 + to · 8 + die, bar and off being 24. Rising numbers are rising hex forms. */
export const packMove = (from: number, to: number, die: number): number =>
  (from << 8) | (to << 3) | die;

/** The move with this number. */
export function fromPacked(packed: number): Move {
  let move = MOVES[packed]!;
  if (move === null) {
    const [from, to] = [packed >> 8, (packed >> 3) & 31];
    const made = {
      die: packed & 7,
      from: from === BAR ? ('bar' as const) : from,
      to: to === BAR ? ('off' as const) : to,
    };
    move = Object.freeze(Object.defineProperty(made, PACKED, { value: packed }));
    MOVES[packed] = move;
  }
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

/** What a move looks like. */
export const MOVE_FORM =
  'a backgammon move is { from: 0 to 23 or "bar", to: 0 to 23 or "off", die: 1 to 6 }';

const isPoint = (value: unknown): value is number => isInteger(value, 0, POINTS - 1);
const isDie = (value: unknown): value is number => isInteger(value, 1, 6);

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    if (!isObject(wire) || !hasKeys(wire, ['die', 'from', 'to'])) return FORM;
    const { die, from, to } = wire;
    const start = from === 'bar' ? BAR : from;
    const end = to === 'off' ? BAR : to;
    if (!isDie(die) || (start !== BAR && !isPoint(start)) || (end !== BAR && !isPoint(end)))
      return FORM;
    // the number 24 is neither a point nor a word for one
    if (from === BAR || to === BAR) return FORM;
    return ok(fromPacked(packMove(start, end, die)));
  },
};

const FORM = fail('malformed', MOVE_FORM);

/** Three bytes: from (bar is 0xFF), to (off is 0xFE), die. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode(move) {
    const packed = toPacked(move);
    return Uint8Array.of(fromByte(packed), toByte(packed), packed & 7);
  },
  decode(wire) {
    const [from, to, die] = wire;
    const start = from === BAR_BYTE ? BAR : isPoint(from) ? from : NO_MOVE;
    const end = to === OFF_BYTE ? BAR : isPoint(to) ? to : NO_MOVE;
    if (wire.length !== 3 || start === NO_MOVE || end === NO_MOVE || !isDie(die))
      return fail('malformed', 'a move must be three bytes: from, to, die');
    return ok(fromPacked(packMove(start, end, die)));
  },
};

const fromByte = (packed: number): number => (packed >> 8 === BAR ? BAR_BYTE : packed >> 8);
const toByte = (packed: number): number =>
  ((packed >> 3) & 31) === BAR ? OFF_BYTE : (packed >> 3) & 31;

const DIGITS = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).toUpperCase().padStart(2, '0'),
);

/** The bytes in digits. Bots name moves by this form, so it is written directly. */
const hex: MoveCodec<Move>['hex'] = {
  encode(move) {
    const packed = toPacked(move);
    return `0x${DIGITS[fromByte(packed)]}${DIGITS[toByte(packed)]}${DIGITS[packed & 7]}`;
  },
  decode(wire) {
    const raw = parseHex(wire);
    return raw === null ? fail('malformed', HEX_FORM) : bytes.decode(raw);
  },
};

/** The three forms of a backgammon move. */
export const moves: MoveCodec<Move> = { json, bytes, hex };
