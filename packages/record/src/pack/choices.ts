/** What a seat may play now, as a pack needs it: the first two bytes of each legal move, and the one that is chosen. */
import {
  type Game,
  isSameBytes,
  type Json,
  type MoveCodec,
  type NumberedMoves,
  type Seat,
} from '@kifu/core';

/** Longer lists are not searched. */
export const MOST_MOVES = 0xffff;
/** Room for a list at first. */
const LISTED = 256;

/** The legal moves of the seat that was examined last: as numbers if the game has them. */
export class Choices {
  /** How many there are: more than `MOST_MOVES` where there are too many. */
  count = 0;
  /** The first two bytes of each, as one number; longer than `count`. */
  pairs: Int32Array;
  readonly #game: Game;
  readonly #numbers: Int32Array;
  #list: readonly Json[] = [];
  /** Where it was looked last: a writer looks twice, for whether a move is legal and for which it is. */
  #state: unknown = null;
  #seat: Seat = -1;

  constructor(game: Game) {
    this.#game = game;
    this.#numbers = new Int32Array(game.numbered?.most ?? 0);
    this.pairs = new Int32Array(game.numbered?.most ?? LISTED);
  }

  look(state: unknown, seat: Seat): void {
    if (state === this.#state && seat === this.#seat) return;
    this.#state = state;
    this.#seat = seat;
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
      return this.#list.findIndex(move => isSameBytes(moves.bytes.encode(move), bytes));
    if (bytes.length !== numbered.sizeBytes) return -1;
    let number = 0;
    for (let i = 0; i < bytes.length; i++) number = (number << 8) | bytes[i]!;
    for (let i = 0; i < this.count; i++) if (this.#numbers[i] === number) return i;
    return -1;
  }

  /** The bytes of one of them. */
  at(index: number): Uint8Array {
    const { numbered, moves } = this.#game;
    if (numbered === undefined) return moves.bytes.encode(this.#list[index]!);
    const bytes = new Uint8Array(numbered.sizeBytes);
    let number = this.#numbers[index]!;
    for (let i = bytes.length - 1; i >= 0; i--, number >>= 8) bytes[i] = number;
    return bytes;
  }
}

function listOf(legal: Iterable<Json>): readonly Json[] {
  if (Array.isArray(legal)) return legal;
  const list: Json[] = [];
  for (const move of legal) if (list.push(move) > MOST_MOVES) break;
  return list;
}

/** The first two bytes of known moves, by game: many games make each move once. */
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
