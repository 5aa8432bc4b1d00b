/** Backgammon positions for tests, told as players tell them. */
import { type JsonObject, unwrap } from '@kifu/core';
import { backgammon, parseStep, type State } from '../src/backgammon/index.ts';

/** How many stand on each point, as the side counts them; 25 is the bar, and all other checkers are off. */
export type PointCounts = { readonly [point: number]: number };

/** A position to set up. */
export interface Position {
  readonly white?: PointCounts;
  readonly black?: PointCounts;
  readonly turn?: 0 | 1;
  readonly dice?: readonly [number, number] | null;
  /** What is left of the dice; all of them unless told. */
  readonly left?: readonly number[];
}

/** How both sides stand at the start. */
export const START: PointCounts = { 24: 2, 13: 5, 8: 3, 6: 5 };

/** The canonical state of a position. */
export function canonOf({
  white = START,
  black = START,
  turn = 0,
  dice = null,
  left,
}: Position): JsonObject {
  const points = Array.from({ length: 24 }, (_, point) => [
    ...new Array<number>(white[point + 1] ?? 0).fill(0),
    ...new Array<number>(black[24 - point] ?? 0).fill(1),
  ]);
  const [a, b] = dice ?? [];
  const whole = dice === null ? [] : a === b ? [...dice, ...dice] : dice;
  return {
    bar: { 0: white[25] ?? 0, 1: black[25] ?? 0 },
    bearOff: { 0: 15 - countOf(white), 1: 15 - countOf(black) },
    dice,
    moveCount: 0,
    points,
    remainingDice: left ?? whole,
    seed: 1,
    turn,
  };
}

/** The state of a position. */
export const stateOf = (position: Position): State =>
  unwrap(backgammon.game.states.restore(canonOf(position)));

/** Plays steps as players write them, each by the side on turn; no dice are rolled. */
export const playSteps = (state: State, ...steps: string[]): State =>
  steps.reduce(
    (now, text) => unwrap(backgammon.game.play(now, now.turn, unwrap(parseStep(now, text)))).state,
    state,
  );

const countOf = (told: PointCounts): number =>
  Object.values(told).reduce((sum, count) => sum + count, 0);
