/** What a pack is written and read with: the coder, and everything that learns. */
import type { Game } from '@kifu/core';
import { Choices } from './choices.ts';
import { type Coder, DamagedError } from './coder.ts';
import { Bits, Numbers } from './contexts.ts';
import type { TextModel } from './items.ts';
import { MoveModel } from './moves.ts';
import { PlainMoves } from './plain-moves.ts';
import { QUICK_TEXTS, TEXTS } from './vocabulary.ts';

/** Flags: how many contexts each has, and how likely it is at first (of 65536), as if seen `seen` times. */
const FLAGS = {
  /** An action is not the one that was to be expected; by whether the one before was not. */
  unusual: { size: 2, p: 512, seen: 20 },
  /** Whose move it is where several seats may move: not the first, not the second, … of those in question. */
  later: { size: 4, p: 32768, seen: 0 },
  /** Times, ticks, clocks, hashes beyond those that are due: some entries have one; and all have. */
  someMs: { size: 1, p: 32768, seen: 0 },
  allMs: { size: 1, p: 61440, seen: 0 },
  someAt: { size: 1, p: 61440, seen: 0 },
  allAt: { size: 1, p: 61440, seen: 0 },
  someClock: { size: 1, p: 8192, seen: 0 },
  allClock: { size: 1, p: 49152, seen: 0 },
  someHash: { size: 1, p: 2048, seen: 0 },
  allHash: { size: 1, p: 49152, seen: 0 },
  /** Whether this entry has one, where only some have; by whether the one before had. */
  hasMs: { size: 2, p: 32768, seen: 0 },
  hasAt: { size: 2, p: 32768, seen: 0 },
  hasClock: { size: 2, p: 32768, seen: 0 },
  hasHash: { size: 2, p: 32768, seen: 0 },
  /** Times, or what clocks show, are multiples of more than a millisecond. */
  coarseMs: { size: 1, p: 16384, seen: 0 },
  coarseClock: { size: 1, p: 32768, seen: 0 },
  /** The tick is not the one that the time gives. */
  otherTick: { size: 1, p: 32768, seen: 0 },
  /** A number has become smaller; of ticks, clocks. */
  downAt: { size: 1, p: 2048, seen: 0 },
  downClock: { size: 1, p: 49152, seen: 0 },
  /** The signer had not seen the previous node. */
  unseen: { size: 1, p: 2048, seen: 4 },
  /** A seat left out numbers of actions that it signed. */
  skipped: { size: 1, p: 512, seen: 4 },
  /** In a match with hidden hands: the deal is known; and where it is not, a due hash is missing. */
  dealt: { size: 1, p: 49152, seen: 0 },
  unhashed: { size: 1, p: 512, seen: 4 },
  /** There is an ending; by whether the match is over. */
  ended: { size: 2, p: 49152, seen: 0 },
  /** An ending has a time, a tick, an outcome that nothing led to. */
  endMs: { size: 2, p: 32768, seen: 0 },
  endAt: { size: 1, p: 8192, seen: 0 },
  decreed: { size: 1, p: 8192, seen: 0 },
  /** The pack has a block of annotations. */
  remarked: { size: 1, p: 4096, seen: 0 },
  /** A referee gave lag back, in an entry of a match with clocks; by whether the entry before had any. */
  lagged: { size: 2, p: 16384, seen: 0 },
  /** A player signed the ending. */
  endSigned: { size: 1, p: 49152, seen: 0 },
} as const;

/** A flag that a pack has. */
export type Flag = keyof typeof FLAGS;

const FLAG_NAMES = Object.keys(FLAGS) as Flag[];
/** The contexts of all flags, as they begin. */
const FIRST_FLAGS = new Bits(FLAG_NAMES.reduce((sum, name) => sum + FLAGS[name].size, 0));
/** The first context of each flag. */
const FLAG_AT = {} as { [flag in Flag]: number };
FLAG_NAMES.reduce((at, name) => {
  const { size, p, seen } = FLAGS[name];
  for (let i = 0; i < size; i++) FIRST_FLAGS.expect(at + i, p, seen);
  FLAG_AT[name] = at;
  return at + size;
}, 0);

/** Numbers, each with its own contexts. */
const NUMBERS = {
  entries: 0,
  msUnit: 1,
  clockUnit: 2,
  ms: 3,
  at: 4,
  clock: 5,
  seat: 6,
  seen: 7,
  seq: 8,
  links: 9,
  lag: 10,
  teller: 11,
} as const;

/** Everything that learns. Making it takes longer than a pack, so that it is used again. */
class Learners {
  readonly flags = new Bits(FIRST_FLAGS.states.length);
  readonly numbers = new Numbers(Object.keys(NUMBERS).length);
  readonly texts = TEXTS.make();
  readonly quickTexts = QUICK_TEXTS.make();
  readonly moves = new MoveModel();
  readonly plainMoves = new PlainMoves();
  readonly #choices = new WeakMap<Game, Choices>();

  /** Room for the legal moves of a game. */
  choicesOf(game: Game): Choices {
    const choices = this.#choices.get(game) ?? new Choices(game);
    this.#choices.set(game, choices);
    return choices;
  }

  /** Forgets all that the last pack has taught. */
  begin(): void {
    this.flags.begin(FIRST_FLAGS);
    this.numbers.begin();
    TEXTS.reset(this.texts);
    QUICK_TEXTS.reset(this.quickTexts);
    this.moves.begin();
    this.plainMoves.begin();
  }
}

const SPARE: Learners[] = [];
const MOST_SPARE = 4;

/** What a pack is written or read with. */
export class Tools {
  readonly coder: Coder;
  readonly texts: TextModel;
  readonly moves: MoveModel;
  /** Where moves are written as bytes; null where they are choices among the legal ones. */
  readonly plainMoves: PlainMoves | null;
  readonly #learners: Learners;
  readonly #flags: Bits;
  readonly #numbers: Numbers;

  constructor(coder: Coder, isPlain: boolean) {
    const learners = SPARE.pop() ?? new Learners();
    learners.begin();
    this.coder = coder;
    this.texts = isPlain ? learners.quickTexts : learners.texts;
    this.moves = learners.moves;
    this.plainMoves = isPlain ? learners.plainMoves : null;
    this.#learners = learners;
    this.#flags = learners.flags;
    this.#numbers = learners.numbers;
  }

  /** Lets the next pack learn with these tools; nothing may be coded with them any more. */
  giveBack(): void {
    if (SPARE.length < MOST_SPARE) SPARE.push(this.#learners);
  }

  /** What may be played, in a game. */
  choicesOf(game: Game): Choices {
    return this.#learners.choicesOf(game);
  }

  /** A flag, in one of its contexts. */
  flag(name: Flag, value: boolean, context = 0): boolean {
    return this.#flags.code(this.coder, FLAG_AT[name] + context, value ? 1 : 0) === 1;
  }

  /** A whole number from 0. */
  number(name: keyof typeof NUMBERS, value: number): number {
    return this.#numbers.code(this.coder, NUMBERS[name], value);
  }

  /** Bytes that cannot be guessed: digests, keys, signatures. */
  bytes(length: number, value: Uint8Array | null): Uint8Array {
    const found = new Uint8Array(length);
    for (let i = 0; i < length; i++) found[i] = this.coder.flat(8, value === null ? 0 : value[i]!);
    return found;
  }

  /** A number that is mostly larger than the one before by a multiple of some unit. */
  change(
    name: 'ms' | 'at' | 'clock',
    down: Flag | null,
    before: number,
    unit: number,
    value: number,
  ): number {
    const isDown = down !== null && this.flag(down, value < before);
    const steps = this.number(name, Math.abs(value - before) / unit);
    const found = isDown ? before - steps * unit : before + steps * unit;
    if (found < 0 || found > Number.MAX_SAFE_INTEGER)
      throw new DamagedError('a number is out of bounds');
    return found;
  }
}
