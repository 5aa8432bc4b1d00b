/** A position of backgammon with its dice and its luck. */
import type { Outcome, Seed } from '@kifu/core';
import { type Planes, planesOf, type Side } from './board.ts';
import type { Stakes } from './ending.ts';

/**
 * Immutable, and the board in plain numbers only. The planes `o…` are the checkers of the seat on turn, `f…` those of its
 * foe, each counted from its own side: what a move does is then the same for both seats.
 */
export interface State {
  readonly o1: number;
  readonly o2: number;
  readonly o4: number;
  readonly o8: number;
  readonly f1: number;
  readonly f2: number;
  readonly f4: number;
  readonly f8: number;
  readonly turn: Side;
  /** 8 · first + second as rolled; 0 before a roll. */
  readonly dice: number;
  /** What is left of them: after a double how many, else bit 0 for the first and bit 1 for the second. */
  readonly left: number;
  readonly moveCount: number;
  readonly seed: Seed;
  /** Rolls that were given with the setup and come before those of the seed; usually null. */
  readonly given: GivenRolls | null;
  readonly stakes: Stakes;
  readonly outcome: Outcome | null;
}

/** Given rolls in order, each as `dice` of a state. */
export interface GivenRolls {
  readonly dice: number;
  readonly next: GivenRolls | null;
}

/** The checkers of the seat on turn. */
export const ownOf = ({ o1, o2, o4, o8 }: State): Planes => ({ n1: o1, n2: o2, n4: o4, n8: o8 });

/** The checkers of the other seat. */
export const foeOf = ({ f1, f2, f4, f8 }: State): Planes => ({ n1: f1, n2: f2, n4: f4, n8: f8 });

/** The checkers of a seat. */
export const checkersOf = (state: State, side: Side): Planes =>
  side === state.turn ? ownOf(state) : foeOf(state);

/** Two dice as one number. */
export const packDice = (first: number, second: number): number => (first << 3) | second;

/** Whether both dice show the same. */
export const isDouble = (dice: number): boolean => dice >> 3 === (dice & 7);

/** All of a roll, as `left` has it. */
export const wholeOf = (dice: number): number => (isDouble(dice) ? 4 : 3);

/** The dice that are left to play, in the order rolled. */
export function diceLeft({ dice, left }: Pick<State, 'dice' | 'left'>): number[] {
  const [first, second] = [dice >> 3, dice & 7];
  if (first === second) return new Array<number>(left).fill(first);
  return [...((left & 1) !== 0 ? [first] : []), ...((left & 2) !== 0 ? [second] : [])];
}

/** How the checkers of a side stand at the start: 2 on the 24 point, 5 on the 13, 3 on the 8, 5 on the 6. */
export const START: Planes = planesOf(
  Array.from({ length: 24 }, (_, place) => ({ 5: 5, 7: 3, 12: 5, 23: 2 })[place] ?? 0),
);
