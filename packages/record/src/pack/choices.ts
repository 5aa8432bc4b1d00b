/** What a seat may play now, as a pack needs it: the first two bytes of each legal move, and the one that is chosen. */
import {
  type Game,
  type Json,
  type MoveCodec,
  type NumberedMoves,
  type Seat,
  unwrap,
} from '@kifu/core';

/** Longer lists are not looked at. */
export const MOST_MOVES = 0xffff;
/** Room for a list at first. */
const LISTED = 256;

/** A move with its bytes. */
export interface Choice {
  readonly move: Json;
  readonly bytes: Uint8Array;
}

/** The legal moves of the seat that was looked at last: as numbers where the game has them. */
export class Choices {
  /** How many there are: more than `MOST_MOVES` where there are too many. */
  count = 0;
  /** The first two bytes of each, as one number; longer than `count`. */
  pairs: Int32Array;
  readonly #game: Game;
  readonly #numbers: Int32Array;
  #list: readonly Json[] = [];

  constructor(game: Game) {
    this.#game = game;
    this.#numbers = new Int32Array(game.numbered?.most ?? 0);
    this.pairs = new Int32Array(game.numbered?.most ?? LISTED);
  }

  look(state: unknown, seat: Seat): void {
    const { numbered } = this.#game;
    if (numbered === undefined) this.#lookAt(listOf(this.#game.legal(state, seat)));
    else this.#count(numbered, state, seat);
  }

  #lookAt(list: readonly Json[]): void {
    this.#list = list;
    this.count = list.length;
    if (list.length > this.pairs.length) this.pairs = new Int32Array(2 * list.length);
    const { moves } = this.#game;
    const known = pairsOf(moves);
    for (let i = 0; i < list.length; i++) this.pairs[i] = pairOf(moves, known, list[i]!);
  }

  #count({ sizeBytes, list }: NumberedMoves<unknown>, state: unknown, seat: Seat): void {
    const { pairs } = this;
    const numbers = this.#numbers;
    const count = list(state, seat, numbers);
    for (let i = 0; i < count; i++)
      pairs[i] = sizeBytes === 1 ? numbers[i]! << 8 : numbers[i]! >> (8 * (sizeBytes - 2));
    this.count = count;
  }

  /** Which of them has these bytes; −1 where none has. */
  indexOf(bytes: Uint8Array): number {
    const { numbered, moves } = this.#game;
    if (numbered === undefined)
      return this.#list.findIndex(move => isSame(moves.bytes.encode(move), bytes));
    if (bytes.length !== numbered.sizeBytes) return -1;
    const number = bytes.reduce((high, byte) => (high << 8) | byte, 0);
    return this.#numbers.subarray(0, this.count).indexOf(number);
  }

  at(index: number): Choice {
    const { numbered, moves } = this.#game;
    if (numbered === undefined) {
      const move = this.#list[index]!;
      return { move, bytes: moves.bytes.encode(move) };
    }
    const bytes = new Uint8Array(numbered.sizeBytes);
    let number = this.#numbers[index]!;
    for (let i = bytes.length - 1; i >= 0; i--, number >>= 8) bytes[i] = number;
    return { move: unwrap(moves.bytes.decode(bytes)), bytes };
  }
}

function listOf(legal: Iterable<Json>): readonly Json[] {
  if (Array.isArray(legal)) return legal;
  const list: Json[] = [];
  for (const move of legal) if (list.push(move) > MOST_MOVES) break;
  return list;
}

/** The first two bytes of moves that have been looked at, by game: many games make each move once. */
const PAIRS = new WeakMap<MoveCodec<Json>, Pairs>();
type Pairs = WeakMap<object, number>;

function pairsOf(moves: MoveCodec<Json>): Pairs {
  const pairs = PAIRS.get(moves) ?? new WeakMap();
  PAIRS.set(moves, pairs);
  return pairs;
}

function pairOf({ bytes }: MoveCodec<Json>, pairs: Pairs, move: Json): number {
  if (typeof move !== 'object' || move === null) return pairIn(bytes.encode(move));
  let pair = pairs.get(move);
  if (pair === undefined) {
    pair = pairIn(bytes.encode(move));
    pairs.set(move, pair);
  }
  return pair;
}

const pairIn = (bytes: Uint8Array): number => ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
