/** A state of Mage Duel: the board with what follows from it, the deck, and the clock. */
import type { Outcome, Seed } from '@kifu/core';
import type { Contest, Grid, Score, Side } from './features.ts';
import type { Rules } from './options.ts';
import { NO_TILE } from './tiles.ts';

/** Immutable. Its arrays are copied where something changes, and shared where not. */
export interface State extends Grid {
  readonly rules: Rules;
  /** The tiles to draw from, in order. */
  readonly deck: Readonly<Uint8Array>;
  /** The tile to lay, which both see; NO_TILE where there is none. */
  readonly top: number;
  readonly jokers: readonly [blue: number, red: number];
  /** Move records so far: placements and skips, automatic ones too. */
  readonly done: number;
  /** Whether the last of them was a skip. */
  readonly isSkipped: boolean;
  /** The second of the last of them, or of the start. */
  readonly updated: number;
  /** The present second. */
  readonly now: number;
  readonly seed: Seed;
  /** Null while the match is in progress. Score and features stay as they were before, so that it can be reopened. */
  readonly end: End | null;
}

/** Why a match ends by the rules. */
export type Reason = 'exhausted' | 'double-skip' | 'timeout' | 'full-board' | 'canceled';

/** The end of a match, with everything that is counted then. */
export interface End {
  readonly reason: Reason;
  /** The features that were open, all settled. */
  readonly contests: readonly Contest[];
  /** The score after those contests. */
  readonly score: Score;
  /** Score and unused jokers, by side. */
  readonly totals: readonly [blue: number, red: number];
  readonly winner: Side | null;
  /** What each player's balance grows by. */
  readonly paid: readonly [blue: number, red: number];
  readonly outcome: Outcome;
}

/** Whose turn it is: sides alternate from blue on, since a turn that is missed is recorded as a skip. */
export const turnOf = ({ done }: Pick<State, 'done'>): Side => (done & 1) as Side;

/** The score as it counts now: at the end with all features settled. */
export const scoreOf = ({ end, score }: State): Score => end?.score ?? score;

/** Whether the next tile must be drawn before a seat can act. */
export const isDrawDue = ({ top, deck }: State): boolean => top === NO_TILE && deck.length > 0;
