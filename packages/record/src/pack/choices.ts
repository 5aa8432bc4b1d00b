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

/** A move with its bytes. */
export interface Choice {
  readonly move: Json;
  readonly bytes: Uint8Array;
}

/** The legal moves of the seat that was looked at last. */
export interface Choices {
  /** How many there are: more than `MOST_MOVES` where there are too many. */
  readonly count: number;
  /** The first two bytes of each, as one number; longer than `count`. */
  readonly pairs: Int32Array;
  look(state: unknown, seat: Seat): void;
  /** Which of them has these bytes; −1 where none has. */
  indexOf(bytes: Uint8Array): number;
  at(index: number): Choice;
}

/** Choices of a game: by numbers where the game has them. */
export const choicesOf = (game: Game): Choices =>
  game.numbered === undefined
    ? new ListedChoices(game)
    : new NumberedChoices(game.moves, game.numbered);

class ListedChoices implements Choices {
  pairs = new Int32Array(256);
  readonly #game: Game;
  #list: readonly Json[] = [];

  constructor(game: Game) {
    this.#game = game;
  }

  get count(): number {
    return this.#list.length;
  }

  look(state: unknown, seat: Seat): void {
    const list = listOf(this.#game.legal(state, seat));
    this.#list = list;
    if (list.length > this.pairs.length) this.pairs = new Int32Array(2 * list.length);
    const { moves } = this.#game;
    const known = pairsOf(moves);
    for (let i = 0; i < list.length; i++) this.pairs[i] = pairOf(moves, known, list[i]!);
  }

  indexOf(bytes: Uint8Array): number {
    const { encode } = this.#game.moves.bytes;
    return this.#list.findIndex(move => isSame(encode(move), bytes));
  }

  at(index: number): Choice {
    const move = this.#list[index]!;
    return { move, bytes: this.#game.moves.bytes.encode(move) };
  }
}

class NumberedChoices implements Choices {
  count = 0;
  readonly pairs: Int32Array;
  readonly #moves: MoveCodec<Json>;
  readonly #numbered: NumberedMoves<unknown>;
  readonly #numbers: Int32Array;

  constructor(moves: MoveCodec<Json>, numbered: NumberedMoves<unknown>) {
    this.#moves = moves;
    this.#numbered = numbered;
    this.#numbers = new Int32Array(numbered.most);
    this.pairs = new Int32Array(numbered.most);
  }

  look(state: unknown, seat: Seat): void {
    const numbers = this.#numbers;
    const pairs = this.pairs;
    const { sizeBytes } = this.#numbered;
    const count = this.#numbered.list(state, seat, numbers);
    for (let i = 0; i < count; i++)
      pairs[i] = sizeBytes === 1 ? numbers[i]! << 8 : numbers[i]! >> (8 * (sizeBytes - 2));
    this.count = count;
  }

  indexOf(bytes: Uint8Array): number {
    if (bytes.length !== this.#numbered.sizeBytes) return -1;
    const number = bytes.reduce((high, byte) => (high << 8) | byte, 0);
    const index = this.#numbers.indexOf(number);
    return index < this.count ? index : -1;
  }

  at(index: number): Choice {
    const bytes = new Uint8Array(this.#numbered.sizeBytes);
    let number = this.#numbers[index]!;
    for (let i = bytes.length - 1; i >= 0; i--, number >>= 8) bytes[i] = number;
    return { move: unwrap(this.#moves.bytes.decode(bytes)), bytes };
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
