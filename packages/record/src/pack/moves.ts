/**
 * Which of the legal moves was played: a guess that knows no game. It looks at the first two bytes of each move, which in many
 * games say what moves and where it goes, and at the same bytes of the moves before. It learns on the way which of that tells.
 */
import type { Seat } from '@kifu/core';
import type { Choices } from './choices.ts';
import type { Coder } from './coder.ts';
import { MOST_SCORE, NEUTRAL, WEIGHTS } from './powers.ts';

/** Weights add up to no more than this. */
const MOST_SUM = 1 << 17;
/** Bytes are near each other up to this distance. */
const NEAR = 2;

/**
 * Signs of a first byte, and what each is worth at first, in sixteenths of a bit. "The other" is the last seat that moved and
 * is not this one; "could" is about the list that a seat had when it moved last.
 */
const FIRST_SIGNS = [
  13, // 1: it is the other's first byte
  13, // 2: it is the own first byte
  10, // 4: the other seat could have played it as second byte: the piece there was in danger
  8, // 8: it is near the other's first byte
  -7, // 16-fold, a number: how often the number of moves in a row with this first byte can be halved
];
const HALVINGS = 4;
const ROW_BITS = (1 << HALVINGS) - 1;
/** The same of a second byte. */
const SECOND_SIGNS = [
  26, // 1: the other seat could have played it as first byte, and played it in neither place: one of its pieces is there
  -5, // 2: the other could have played it as second byte
  -16, // 4: the own seat could have played it as second byte: there was time for that before
  5, // 8: it is the other's first byte: where that came from
  43, // 16: it is the other's second byte: where that went
  -5, // 32: it is the own first byte: back again
  21, // 64: it is the own second byte
  12, // 128: it is near the other's second byte
];
/** Values count 256ths of a bit, scores sixteenths. */
const FINE_LOG2 = 4;
/** How far a value moves when the impossible happens; and how far it can move in all. */
const RATE = 12;
const MOST_VALUE = 2047;

/** What a seat could do when it moved last, and the first two bytes of what it did. */
class Memory {
  /** By byte: 1 if some move had it as first byte, plus 2 if some had it as second. */
  readonly could = new Uint8Array(256);
  first = 0;
  second = 0;
}

const NOTHING = new Uint8Array(256);

/** Guesses the moves of one match after the other. */
export class MoveModel {
  readonly #firstValues = new Int32Array(FIRST_SIGNS.length);
  readonly #secondValues = new Int32Array(SECOND_SIGNS.length);
  readonly #memories = new Map<Seat, Memory>();
  readonly #spare: Memory[] = [];
  /** The seat that moved last, and the last other seat before that. */
  #mover: Seat | null = null;
  #other: Seat | null = null;
  /** Of each move. */
  #weights = new Int32Array(256);
  /** Moves in a row with one first byte: where the row begins, the signs of that byte, what they weigh. */
  #starts = new Int32Array(257);
  #rowSigns = new Int32Array(256);
  #rowMasses = new Int32Array(256);
  #rows = 0;
  /** By byte, the signs that only the bytes of the last moves have. */
  readonly #special = new Uint8Array(256);
  /** By signs of a second byte: the score, and what the moves weigh that have just these; and which signs there are. */
  readonly #scores = new Int32Array(256);
  readonly #masses = new Int32Array(256);
  readonly #kinds = new Uint8Array(256);
  #kindCount = 0;
  /** Whole numbers too, of up to 37 bits. */
  readonly #expected = new Float64Array(SECOND_SIGNS.length);

  /** Forgets everything. */
  begin(): void {
    for (let i = 0; i < FIRST_SIGNS.length; i++)
      this.#firstValues[i] = FIRST_SIGNS[i]! << FINE_LOG2;
    for (let i = 0; i < SECOND_SIGNS.length; i++)
      this.#secondValues[i] = SECOND_SIGNS[i]! << FINE_LOG2;
    for (const memory of this.#memories.values()) this.#drop(memory);
    this.#memories.clear();
    // a pack that was damaged in the middle of a move has left these behind
    this.#special.fill(0);
    this.#masses.fill(0);
    this.#mover = null;
    this.#other = null;
  }

  /** Writes or reads which of its moves a seat played; there is one at least, and `MOST_MOVES` at most. */
  code(coder: Coder, seat: Seat, { pairs, count }: Choices, index: number): number {
    const own = this.#memories.get(seat) ?? null;
    const rival = this.#mover === seat ? this.#other : this.#mover;
    const other = rival === null ? null : (this.#memories.get(rival) ?? null);
    const now = this.#spare.pop() ?? new Memory();
    this.#look(pairs, count, now.could);
    const found = count === 1 ? 0 : this.#choose(coder, pairs, count, index, own, other);
    now.first = pairs[found]! >> 8;
    now.second = pairs[found]! & 255;
    // a piece that has moved is no longer where it was, and has its own sign where it is
    now.could[now.first]! &= 2;
    now.could[now.second]! &= 2;
    this.#memories.set(seat, now);
    if (own !== null) this.#drop(own);
    this.#other = rival;
    this.#mover = seat;
    return found;
  }

  #drop(memory: Memory): void {
    memory.could.fill(0);
    this.#spare.push(memory);
  }

  /** Takes in the first two bytes of all moves. */
  #look(pairs: Int32Array, count: number, could: Uint8Array): void {
    if (count > this.#weights.length) this.#grow(2 * count);
    const starts = this.#starts;
    let rows = 0;
    let last = -1;
    for (let i = 0; i < count; i++) {
      const pair = pairs[i]!;
      could[pair & 255]! |= 2;
      if (pair >> 8 === last) continue;
      last = pair >> 8;
      could[last]! |= 1;
      starts[rows++] = i;
    }
    starts[rows] = count;
    this.#rows = rows;
  }

  #grow(size: number): void {
    this.#weights = new Int32Array(size);
    this.#starts = new Int32Array(size + 1);
    this.#rowSigns = new Int32Array(size);
    this.#rowMasses = new Int32Array(size);
  }

  #choose(
    coder: Coder,
    pairs: Int32Array,
    count: number,
    index: number,
    own: Memory | null,
    other: Memory | null,
  ): number {
    mark(this.#special, own, other);
    const total = this.#weigh(pairs, own, other);
    const sum = total > MOST_SUM ? lighten(this.#weights, count) : total;
    const found = coder.pick(this.#weights, count, sum, index);
    this.#learnFirst(found, total);
    this.#learnSecond(this.#kindOf(pairs[found]! & 255, own, other), total);
    unmark(this.#special, own, other);
    return found;
  }

  /** The signs of a second byte. */
  #kindOf(second: number, own: Memory | null, other: Memory | null): number {
    const owned = own === null ? 0 : own.could[second]! & 2;
    return this.#special[second]! | (other === null ? 0 : other.could[second]!) | (owned << 1);
  }

  /** Weighs all moves, and gives the sum. */
  #weigh(pairs: Int32Array, own: Memory | null, other: Memory | null): number {
    const ownCould = own === null ? NOTHING : own.could;
    const otherCould = other === null ? NOTHING : other.could;
    const weights = this.#weights;
    const special = this.#special;
    const scores = this.#scores;
    const masses = this.#masses;
    this.#kindCount = 0;
    let sum = 0;
    let start = 0;
    for (let row = 0; row < this.#rows; row++) {
      const end = this.#starts[row + 1]!;
      const signs = signsOfRow(pairs[start]! >> 8, end - start, own, other);
      const score = NEUTRAL + this.#scoreFirst(signs);
      const before = sum;
      for (let i = start; i < end; i++) {
        const second = pairs[i]! & 255;
        const kind = special[second]! | otherCould[second]! | ((ownCould[second]! & 2) << 1);
        if (masses[kind] === 0) this.#scoreSecond(kind);
        const weight = WEIGHTS[score + scores[kind]!]!;
        weights[i] = weight;
        masses[kind]! += weight;
        sum += weight;
      }
      this.#rowSigns[row] = signs;
      this.#rowMasses[row] = sum - before;
      start = end;
    }
    return sum;
  }

  #scoreFirst(signs: number): number {
    const values = this.#firstValues;
    let score = values[HALVINGS]! * (signs >> HALVINGS);
    for (let rest = signs & ROW_BITS; rest !== 0; rest &= rest - 1) score += values[lowest(rest)]!;
    return bounded(score);
  }

  /** The score of signs that come up for the first time in a list. */
  #scoreSecond(kind: number): void {
    const values = this.#secondValues;
    let score = 0;
    for (let rest = kind; rest !== 0; rest &= rest - 1) score += values[lowest(rest)]!;
    this.#scores[kind] = bounded(score);
    this.#kinds[this.#kindCount++] = kind;
  }

  /** Each value moves by what the chosen move has more of its sign than was to be expected. */
  #learnFirst(chosen: number, sum: number): void {
    const expected = this.#expected.fill(0);
    let signs = 0;
    for (let row = 0; row < this.#rows; row++) {
      const rowSigns = this.#rowSigns[row]!;
      const mass = this.#rowMasses[row]!;
      if (this.#starts[row]! <= chosen) signs = rowSigns;
      for (let rest = rowSigns & ROW_BITS; rest !== 0; rest &= rest - 1)
        expected[lowest(rest)]! += mass;
      expected[HALVINGS]! += mass * (rowSigns >> HALVINGS);
    }
    for (let i = 0; i <= HALVINGS; i++) {
      const has = i === HALVINGS ? signs >> HALVINGS : (signs >> i) & 1;
      shift(this.#firstValues, i, has * sum - expected[i]!, sum);
    }
  }

  #learnSecond(chosen: number, sum: number): void {
    const expected = this.#expected.fill(0);
    for (let i = 0; i < this.#kindCount; i++) {
      const kind = this.#kinds[i]!;
      const mass = this.#masses[kind]!;
      this.#masses[kind] = 0;
      for (let rest = kind; rest !== 0; rest &= rest - 1) expected[lowest(rest)]! += mass;
    }
    for (let i = 0; i < SECOND_SIGNS.length; i++)
      shift(this.#secondValues, i, ((chosen >> i) & 1) * sum - expected[i]!, sum);
  }
}

/** The number of the lowest bit that is set. */
const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits);

const bounded = (score: number): number =>
  Math.max(-MOST_SCORE, Math.min(MOST_SCORE, score >> FINE_LOG2));

function shift(values: Int32Array, i: number, surprise: number, sum: number): void {
  const value = values[i]! + Math.trunc((RATE * surprise) / sum);
  values[i] = Math.max(-MOST_VALUE, Math.min(MOST_VALUE, value));
}

/** The signs of a first byte, and above them how often the length of its row can be halved. */
function signsOfRow(
  first: number,
  length: number,
  own: Memory | null,
  other: Memory | null,
): number {
  let signs = (31 - Math.clz32(length)) << HALVINGS;
  if (own !== null && own.first === first) signs |= 2;
  if (other === null) return signs;
  signs |= (other.could[first]! & 2) << 1;
  const distance = Math.abs(other.first - first);
  return distance > NEAR ? signs : distance === 0 ? signs | 9 : signs | 8;
}

/** Sets the signs of the bytes of the last moves. */
function mark(special: Uint8Array, own: Memory | null, other: Memory | null): void {
  if (other !== null) {
    const end = Math.min(255, other.second + NEAR);
    for (let byte = Math.max(0, other.second - NEAR); byte <= end; byte++) special[byte] = 128;
    special[other.first]! |= 8;
    special[other.second]! |= 16;
  }
  if (own !== null) {
    special[own.first]! |= 32;
    special[own.second]! |= 64;
  }
}

/** Takes them away again. */
function unmark(special: Uint8Array, own: Memory | null, other: Memory | null): void {
  if (other !== null) {
    const end = Math.min(255, other.second + NEAR);
    for (let byte = Math.max(0, other.second - NEAR); byte <= end; byte++) special[byte] = 0;
    special[other.first] = 0;
  }
  if (own !== null) {
    special[own.first] = 0;
    special[own.second] = 0;
  }
}

/** Halves all weights, but none to nothing, until their sum is small enough; gives the sum. */
function lighten(weights: Int32Array, count: number): number {
  for (;;) {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      weights[i] = (weights[i]! + 1) >> 1;
      sum += weights[i]!;
    }
    if (sum <= MOST_SUM) return sum;
  }
}
