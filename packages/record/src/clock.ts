/**
 * Clocks: how much time each seat has left to think. A clock runs only while exactly one seat may move; the stretch in which
 * it runs without another's running in between is a turn. All times are whole milliseconds since the start of the match.
 */
import { fail, isInteger, ok, type Result, type Seat, type TimeControl } from '@kifu/core';
import { spentBy } from './clock-face.ts';

/** All clocks of a match. */
export interface Clocks {
  readonly control: TimeControl;
  readonly left: readonly TimeLeft[];
  /** Whose clock runs; null where none does. */
  readonly running: Seat | null;
  /** When the running clock was last started. */
  readonly sinceMs: number;
  /** What of the turn had passed by then. */
  readonly spentMs: number;
  readonly isPaused: boolean;
}

/** What a seat had left at the beginning of its turn. */
export interface TimeLeft {
  readonly seat: Seat;
  /** Main time; in `fixed`, time for the move. */
  readonly mainMs: number;
  /** Periods of byo-yomi; 0 in other controls. */
  readonly periods: number;
}

/** Ten years: more than any match, and sums of such times stay exact. */
const MAX_MS = 315_576_000_000;
const MAX_PERIODS = 1000;

/** Whether a time control makes sense: somebody has time at all, and nobody forever. */
export function checkControl(control: TimeControl): Result<TimeControl> {
  const isTime = (value: number) => isInteger(value, 0, MAX_MS);
  const isGood =
    control.type === 'fixed'
      ? isTime(control.moveMs) && control.moveMs > 0
      : control.type === 'absolute'
        ? isTime(control.mainMs) && control.mainMs > 0
        : control.type === 'fischer'
          ? isTime(control.mainMs) && isTime(control.incrementMs) && control.mainMs > 0
          : isTime(control.mainMs) &&
            isInteger(control.periods, 0, MAX_PERIODS) &&
            isTime(control.periodMs) &&
            control.mainMs + control.periods * control.periodMs > 0;
  return isGood
    ? ok(control)
    : fail('bad-setup', `the time control ${control.type} gives no time, or more than ten years`);
}

/** The clocks before anybody has moved. */
export const startClocks = (control: TimeControl, seats: readonly Seat[]): Clocks => ({
  control,
  left: seats.map(seat => ({
    seat,
    mainMs: control.type === 'fixed' ? control.moveMs : control.mainMs,
    periods: control.type === 'byo-yomi' ? control.periods : 0,
  })),
  running: null,
  sinceMs: 0,
  spentMs: 0,
  isPaused: false,
});

const incrementOf = (control: TimeControl): number =>
  control.type === 'fischer' ? control.incrementMs : 0;

/** Whether the running clock has run out: more time was used than there was. */
export const isFallen = (clocks: Clocks, ms: number): boolean =>
  clocks.running !== null && spentBy(clocks, ms) > available(clocks, clocks.running);

/** When the flag of the running clock falls, if nobody moves: the first millisecond that is too late. Null where none runs. */
export const fallsAt = (clocks: Clocks): number | null =>
  clocks.running === null || clocks.isPaused
    ? null
    : clocks.sinceMs - clocks.spentMs + available(clocks, clocks.running) + 1;

/** What a seat has left at some time; a fallen flag shows 0. */
export function timeLeft(clocks: Clocks, seat: Seat, ms: number): TimeLeft | null {
  const left = clocks.left.find(other => other.seat === seat);
  if (left === undefined) return null;
  return clocks.running === seat ? charge(clocks, left, spentBy(clocks, ms)) : left;
}

/**
 * The clocks after something happened: the turn passes to `active`, or to nobody. Whoever moved gets the increment, the
 * fresh time for the next move, or the period back.
 */
export function passTurn(
  clocks: Clocks,
  active: Seat | null,
  mover: Seat | null,
  ms: number,
): Clocks {
  if (active === clocks.running) return clocks;
  const { running } = clocks;
  const left =
    running === null
      ? clocks.left
      : clocks.left.map(seat =>
          seat.seat === running
            ? settle(clocks, seat, spentBy(clocks, ms), mover === running)
            : seat,
        );
  return { ...clocks, left, running: active, sinceMs: ms, spentMs: 0 };
}

/** No clock runs until `resumeClocks`. */
export const pauseClocks = (clocks: Clocks, ms: number): Clocks => ({
  ...clocks,
  spentMs: spentBy(clocks, ms),
  isPaused: true,
});

/** The clock that ran before the pause runs again. */
export const resumeClocks = (clocks: Clocks, ms: number): Clocks => ({
  ...clocks,
  sinceMs: ms,
  isPaused: false,
});

function available({ control, left }: Clocks, seat: Seat): number {
  const { mainMs = 0, periods = 0 } = left.find(other => other.seat === seat) ?? {};
  return mainMs + (control.type === 'byo-yomi' ? periods * control.periodMs : 0);
}

/** What is left after a turn. */
function settle(clocks: Clocks, left: TimeLeft, spent: number, hasMoved: boolean): TimeLeft {
  const { control } = clocks;
  const charged = charge(clocks, left, spent);
  if (control.type === 'fixed') return { ...left, mainMs: control.moveMs };
  return hasMoved ? { ...charged, mainMs: charged.mainMs + incrementOf(control) } : charged;
}

/** What is left while a turn has taken so long. A period that was not used up is whole again. */
function charge({ control }: Clocks, left: TimeLeft, spent: number): TimeLeft {
  const over = spent - left.mainMs;
  if (over <= 0) return { ...left, mainMs: -over };
  const lost =
    control.type === 'byo-yomi' && control.periodMs > 0
      ? Math.ceil(over / control.periodMs) - 1
      : left.periods;
  return { ...left, mainMs: 0, periods: Math.max(0, left.periods - lost) };
}
