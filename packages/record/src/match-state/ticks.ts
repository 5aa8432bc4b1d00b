/** How ticks of the rules go with milliseconds of a live match. */
import type { Game } from '@kifu/core';
import type { MatchState } from './match-state.ts';

/** A moment at which both were known. */
export interface Anchor {
  /** Since the start of the match. */
  readonly ms: number;
  readonly tick: number;
  /** While the match is paused, the tick does not advance. */
  readonly isPaused: boolean;
}

/**
 * The anchor at the start, after a pause or its end, and after the first draw: no tick passes in a pause, nor before the start seed is
 * made. Null in games without ticks.
 */
export const anchorOf = <State>({
  game,
  state,
  ms,
  talk,
  drawn,
}: MatchState<State>): Anchor | null =>
  game.time === undefined
    ? null
    : { ms, tick: game.time.now(state), isPaused: talk.isPaused || drawn < 0 };

/** The tick at some time of a match. */
export const tickAt = ({ ms: from, tick, isPaused }: Anchor, hz: number, ms: number): number =>
  isPaused ? tick : tick + Math.max(0, Math.floor(((ms - from) * hz) / 1000));

/** The first millisecond of a tick; never where the match is paused. */
export const msOfTick = ({ ms, tick: from, isPaused }: Anchor, hz: number, tick: number): number =>
  isPaused ? Number.POSITIVE_INFINITY : ms + Math.ceil(((tick - from) * 1000) / hz);

/** Ticks a second of a game in some state. */
export const hzOf = <State>({ time }: Game<State>, state: State): number => time?.hz(state) ?? 1;
