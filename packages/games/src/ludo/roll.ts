/** The die: who begins, and what a roll leads to. Move format §8. */
import { type GameEvent, type Played, roll, type Seat, type Seed } from '@kifu/core';
import * as board from './board.ts';
import { canMove } from './board.ts';
import { passedOn, type State, sixesOf, tokensOf, turnOf, withDie } from './state.ts';

const { SIX } = board; // a constant of this module's own is built into the machine code

/** The third six in a row is void. */
const TOO_MANY_SIXES = 3;

/** What happens next: a move, the next seat's roll, another roll, or the next seat's since it was the third six. */
const NEXT = ['move', 'pass', 'again', 'void'] as const;
const [MOVE, PASS, AGAIN, VOID] = [0, 1, 2, 3];

/** Rolls the die. What cannot be played is passed over at once. */
export function rollDie(state: State): Played<State> {
  const turn = turnOf(state);
  const [die, seed] = roll(state.seed, SIX);
  const sixes = sixesOf(state) + (die === SIX ? 1 : 0);
  const next =
    sixes === TOO_MANY_SIXES
      ? VOID
      : canMove(tokensOf(state, turn), die)
        ? MOVE
        : die === SIX
          ? AGAIN
          : PASS;
  return {
    state: {
      red: state.red,
      green: state.green,
      yellow: state.yellow,
      blue: state.blue,
      table:
        next === VOID || next === PASS
          ? passedOn(state)
          : withDie(state, next === MOVE ? die : 0, sixes),
      moveCount: state.moveCount,
      seed,
    },
    events: ROLLED[(turn * SIX + die - 1) * NEXT.length + next]!,
  };
}

/** The events of a roll, by (seat · 6 + die − 1) · 4 + what is next. */
const ROLLED: readonly (readonly GameEvent[])[] = Array.from({ length: 4 * SIX * 4 }, (_, i) => {
  const [seat, die] = [Math.floor(i / (SIX * 4)), (Math.floor(i / 4) % SIX) + 1];
  return Object.freeze([Object.freeze({ type: 'rolled', seat, die, next: NEXT[i % 4]! })]);
});

/** What the seats rolled for the first turn. */
interface FirstRolls {
  readonly first: Seat;
  /** Each seat with its number; those that shared the highest roll in the next round. */
  readonly rounds: readonly (readonly (readonly [seat: Seat, die: number])[])[];
  /** What is left of the start seed. */
  readonly seed: Seed;
}

/** Each seat rolls once, in order; the seats with the highest number roll again, until one is left, which begins. */
export function rollForFirst(seats: readonly Seat[], startSeed: Seed): FirstRolls {
  const rounds: (readonly [Seat, number])[][] = [];
  let [best, seed] = [seats, startSeed];
  // ties come to an end with any seed: the generator goes through all numbers there are
  while (best.length > 1) {
    const round: (readonly [Seat, number])[] = [];
    for (const seat of best) {
      const [die, after] = roll(seed, SIX);
      round.push([seat, die]);
      seed = after;
    }
    const highest = Math.max(...round.map(([, die]) => die));
    best = round.filter(([, die]) => die === highest).map(([seat]) => seat);
    rounds.push(round);
  }
  return { first: best[0]!, rounds, seed };
}
