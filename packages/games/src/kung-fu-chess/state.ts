/** A position of Kung Fu Chess: pieces, moves under way, rests, and the clocks of the rules. */
import type { Outcome, Seat } from '@kifu/core';
import type { Moving } from './motion.ts';
import type { Setting } from './setting.ts';

/** Immutable; the same however it was reached. */
export interface State {
  readonly setting: Setting;
  readonly tick: number;
  /** A number for each piece, in piece order: its square, and bits. A moving piece has the square it came from. */
  readonly men: readonly number[];
  /** The tick from which each piece may be ordered to move again; 0 or past where it may. */
  readonly ready: readonly number[];
  /** Moves under way, in the order in which they were ordered. */
  readonly moves: readonly Moving[];
  /** Ticks of the last command and the last capture; 0 at first. */
  readonly lastCommand: number;
  readonly lastCapture: number;
  /** The seats that have left, as bits. */
  readonly left: number;
  /** Nothing happens before this tick without a command, except that rests end. */
  readonly soon: number;
  /** Null while the match is in progress. */
  readonly end: End | null;
}

/** How a match ended, and at which tick. Only time continues. */
export interface End {
  readonly outcome: Outcome;
  readonly tick: number;
}

/** Bits of a piece, above its square. */
export const KIND_SHIFT = 8;
export const MOVED = 1 << 11;
export const TAKEN = 1 << 12;
export const MOVING = 1 << 13;

/** The square of a piece. */
export const squareOf = (man: number): number => man & 255;
/** The kind of a piece. */
export const kindOf = (man: number): number => (man >> KIND_SHIFT) & 7;
/** A piece at rest: on the board, and not moving. */
export const isResting = (man: number): boolean => (man & (TAKEN | MOVING)) === 0;

/** What stands for a tick that never comes. */
export const NEVER = Number.MAX_SAFE_INTEGER;

/** The last tick at which commands are taken: more than fifty days at the highest rate. Ticks of moves fit 31 bits. */
export const LAST_TICK = 2 ** 30;

/** The tick of the position: that of the end, once there is one. */
export const positionTick = ({ tick, end }: State): number => end?.tick ?? tick;

/** The state of a match before anything happened. */
export function firstState(setting: Setting): State {
  const { men } = setting.ground;
  return {
    setting,
    tick: 0,
    men: men.map(({ kind, home }) => home | (kind << KIND_SHIFT)),
    ready: men.map(() => 0),
    moves: [],
    lastCommand: 0,
    lastCapture: 0,
    left: 0,
    soon: Math.max(1, drawTick(setting, 0, 0)),
    end: null,
  };
}

/** The tick at which the match is drawn if nothing happens until then. */
export const drawTick = (
  { earliestDraw, idleTicks, peaceTicks }: Setting,
  lastCommand: number,
  lastCapture: number,
): number => Math.max(earliestDraw, lastCommand + idleTicks, lastCapture + peaceTicks);

/** Whether a seat is in the match, has not left and has its king. */
export const isAlive = (
  { setting, men, left }: Pick<State, 'setting' | 'men' | 'left'>,
  seat: Seat,
): boolean =>
  setting.seats.includes(seat) &&
  ((left >> seat) & 1) === 0 &&
  (men[setting.ground.armies[seat]!.king]! & TAKEN) === 0;

/** The seats that are still in it. */
export const aliveSeats = (state: Pick<State, 'setting' | 'men' | 'left'>): Seat[] =>
  state.setting.seats.filter(seat => isAlive(state, seat));
