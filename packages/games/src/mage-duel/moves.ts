/** A move of Mage Duel and its spellings. */
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
import { CELLS, SIZE } from './grid.ts';
import { EDGES, TILES } from './tiles.ts';

const NUMBER = Symbol('number');

/** What every move has: its number, on those that are made here and within the board; not part of its JSON. */
interface Numbered {
  readonly [key: string]: Json;
  readonly [NUMBER]?: number;
}

/** Where a tile goes, and by how many quarters it is turned clockwise. */
interface TileSpot extends Numbered {
  readonly rot: number;
  readonly col: number;
  readonly row: number;
}

/** Lays the top tile. */
export interface Placement extends TileSpot {
  readonly op: 'place';
}

/** Lays a tile of any type. */
export interface Joker extends TileSpot {
  readonly op: 'joker';
  readonly tile: number;
}

interface Skip extends Numbered {
  readonly op: 'skip';
}

/** Claims the end because neither player has acted for too long. */
interface Finish extends Numbered {
  readonly op: 'finish';
}

/** What a seat can do. */
export type Move = Placement | Joker | Skip | Finish;

/** The number of the first joker move; before it come placements: 64 · rotation + position. */
export const JOKERS_FROM = EDGES * CELLS;
/** The numbers of the moves that lay nothing. */
export const SKIP = JOKERS_FROM * (1 + TILES.length);
export const FINISH = SKIP + 1;
/** Placeholder for the number of an invalid move. */
export const NO_MOVE = -1;
/** Stands for the number of a move that lies off the board, or names a tile or rotation that does not exist. */
export const BEYOND = -2;

/** Moves by number: each exists once, and comparing or keeping thousands of them costs nothing. */
const MOVES: (Move | null)[] = new Array(FINISH + 1).fill(null);

/** The move with this number: placements, jokers by 256 · (1 + type) + 64 · rotation + position, skip, finish. */
export function moveAt(number: number): Move {
  const known = MOVES[number];
  if (known) return known;
  const move = Object.freeze(Object.defineProperty(fieldsOf(number), NUMBER, { value: number }));
  MOVES[number] = move;
  return move;
}

function fieldsOf(number: number): Move {
  if (number === SKIP) return { op: 'skip' };
  if (number === FINISH) return { op: 'finish' };
  const col = (number >> 3) & 7;
  const row = number & 7;
  const rot = (number >> 6) & 3;
  if (number < JOKERS_FROM) return { op: 'place', rot, col, row };
  return { op: 'joker', tile: (number >> 8) - 1, rot, col, row };
}

/** The number of a move, BEYOND or NO_MOVE; one that was not made here is read like any foreign JSON. */
export function numberOf(move: Move): number {
  const known = move?.[NUMBER];
  if (known !== undefined) return known;
  const decoded = json.decode(move);
  return decoded.ok ? (decoded.value[NUMBER] ?? BEYOND) : NO_MOVE;
}

/** Which number a move off the board has wrong; the first that counts, in the order of the rules. */
export function beyondOf(move: Placement | Joker): 'tile' | 'rotation' | 'bounds' {
  if (move.op === 'joker' && !isInteger(move.tile, 0, TILES.length - 1)) return 'tile';
  return isInteger(move.rot, 0, EDGES - 1) ? 'bounds' : 'rotation';
}

/** What a move looks like. */
export const MOVE_FORM =
  'a move is { op: "place", rot, col, row }, { op: "joker", tile, rot, col, row }, { op: "skip" } or { op: "finish" }';

const FORM = fail('malformed', MOVE_FORM);

/** The operations by their code in bytes, with the numbers that each has. */
const OPS = [
  ['skip', []],
  ['place', ['rot', 'col', 'row']],
  ['joker', ['tile', 'rot', 'col', 'row']],
  ['finish', []],
] as const;

/** Numbers of a move are those of a signed byte: what lies off the board can be said, and is refused by the rules. */
const isByte = (value: Json | undefined): value is number => isInteger(value, -128, 127);

const json: MoveCodec<Move>['json'] = {
  encode: move => move,
  decode(wire) {
    const [op, keys] = (isObject(wire) && OPS.find(([name]) => name === wire.op)) || [];
    if (!isObject(wire) || op === undefined || keys === undefined) return FORM;
    if (!hasKeys(wire, ['op', ...keys]) || !keys.every(key => isByte(wire[key]))) return FORM;
    return ok(makeMove(wire as unknown as Move));
  },
};

/** The one shared object of a placement; a copy of any other move. */
function makeMove(move: Move): Move {
  switch (move.op) {
    case 'skip':
      return moveAt(SKIP);
    case 'finish':
      return moveAt(FINISH);
    default: {
      const { op, rot, col, row } = move;
      const tile = op === 'joker' ? move.tile : -1;
      const isOn =
        isInteger(rot, 0, EDGES - 1) && isInteger(col, 0, SIZE - 1) && isInteger(row, 0, SIZE - 1);
      if (isOn && (op === 'place' || isInteger(tile, 0, TILES.length - 1)))
        return moveAt(JOKERS_FROM * (1 + tile) + CELLS * rot + SIZE * col + row);
      return op === 'joker' ? { op, tile, rot, col, row } : { op, rot, col, row };
    }
  }
}

/** Five bytes: operation (skip 0, place 1, joker 2, finish 3), tile, rotation, column, row; 0 where it has none. */
const bytes: MoveCodec<Move>['bytes'] = {
  encode(move) {
    const { tile = 0, rot = 0, col = 0, row = 0 } = move as { readonly [key: string]: number };
    return Uint8Array.of(
      OPS.findIndex(([op]) => op === move.op),
      tile,
      rot,
      col,
      row,
    );
  },
  decode(wire): Result<Move> {
    const [code, ...rest] = wire.length === 5 ? Int8Array.from(wire) : [];
    const [op, keys] = OPS[code ?? -1] ?? [];
    if (op === undefined || keys === undefined) return BYTES;
    const numbers = rest.slice(rest.length - keys.length);
    if (rest.slice(0, rest.length - keys.length).some(unused => unused !== 0)) return BYTES;
    const fields = Object.fromEntries(keys.map((key, i) => [key, numbers[i]!]));
    return ok(makeMove({ op, ...fields } as unknown as Move));
  },
};

const BYTES = fail('malformed', 'a move is five bytes: operation, tile, rotation, column, row');

const wholeHex = hexOf(bytes);
/** Hex forms by the number of their moves: lists of thousands are sorted and looked up by them. */
const HEX: (string | null)[] = new Array(FINISH + 1).fill(null);

/** The hex form is the binary form in digits. */
const hex: MoveCodec<Move>['hex'] = {
  encode(move) {
    const number = move[NUMBER];
    if (number === undefined) return wholeHex.encode(move);
    HEX[number] ??= wholeHex.encode(move);
    return HEX[number];
  },
  decode: wholeHex.decode,
};

/** The three forms of a move. */
export const moves: MoveCodec<Move> = { json, bytes, hex };
