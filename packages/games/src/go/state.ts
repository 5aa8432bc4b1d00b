/** A position of go with what the rules remember of the way to it. */
import type { Outcome } from '@kifu/core';
import type { Grid } from './grid.ts';
import type { Ruleset } from './ruleset.ts';

/** Whose turn, and whose stones: 0 is black, 1 is white. A seat is the same number. */
export type Side = 0 | 1;

/** What stays the same through a match. */
export interface Match {
  readonly grid: Grid;
  readonly rules: Ruleset;
  /** What white gets for moving second, in half points. */
  readonly komiHalves: number;
  readonly handicap: number;
}

/**
 * Immutable. The stones are packed, two bits a point; `lay` spreads them out. States are also the history: each knows
 * the state before, and what lets `isRepeated` leap over most of them.
 */
export interface State {
  readonly match: Match;
  readonly stones: Stones;
  /** Of the stones, for telling two boards apart at a glance. Equal hashes prove nothing. */
  readonly hash: number;
  /** How many stones are on the board. */
  readonly count: number;
  readonly turn: Side;
  /** The cell that may not be retaken now, or NONE. */
  readonly ko: number;
  /** Passes in a row; with two of them play has stopped. */
  readonly passes: number;
  /** Handicap stones that black has still to place. */
  readonly left: number;
  readonly blackTook: number;
  readonly whiteTook: number;
  /** Moves and passes so far. */
  readonly turns: number;
  /** The cell of the last turn, PASS, or NONE where the history begins. */
  readonly last: number;
  /** The state before the last turn; null where the history begins. */
  readonly earlier: State | null;
  /** Since this many stones each turn has added one or none: nothing was taken. */
  readonly low: number;
  /** The last state before that. */
  readonly leap: State | null;
  /** The most stones there have been. */
  readonly peak: number;
  /** What is marked, once play has stopped. */
  readonly counting: Counting | null;
  readonly outcome: Outcome | null;
}

/** Fifteen points a number, from the first cell that is a point on: 0 empty, 1 black, 2 white. */
export type Stones = readonly number[];

/** Dead chains and regions that count for neither side, by their first cells, in order; and which sides agree. */
export interface Counting {
  readonly dead: readonly number[];
  readonly neutral: readonly number[];
  readonly agreed: readonly [boolean, boolean];
}

/** No cell has this number. */
export const NONE = 0;

/** What stands for a cell where a side passed. No cell has this number. */
export const PASS = 1;

/** Nothing is marked, neither side agrees. */
export const UNMARKED: Counting = Object.freeze({
  dead: [],
  neutral: [],
  agreed: [false, false] as const,
});

/** From here on there is only passing: no match is that long, and history must end somewhere. IPGS §17. */
export const MAX_TURNS = 10_000;

/** Whether play has stopped. */
export const isScoring = ({ passes }: State): boolean => passes === 2;
