/**
 * Clocks: how much time each seat has left to think. A clock runs only while exactly one seat may move; the stretch in which
 * it runs without another's running in between is a turn. All times are whole milliseconds since the start of the match. It needs
 * next to nothing, so that a page can show clocks without everything else.
 */
import { rulesOf, type Seat, type TimeControl, type TimeLeft } from '@kifu/core';

/** All clocks of a match. */
export interface Clocks {
  readonly control: TimeControl;
  readonly left: readonly SeatTime[];
  /** Whose clock runs; null where none does. */
  readonly running: Seat | null;
  /** When the running clock was last started. */
  readonly sinceMs: number;
  /** What of the turn had passed by then. */
  readonly spentMs: number;
  readonly isPaused: boolean;
}

/** What a seat had left at the beginning of its turn. */
export interface SeatTime extends TimeLeft {
  readonly seat: Seat;
}

/** What every seat begins with. */
export const startOf = (control: TimeControl): TimeLeft =>
  rulesOf(control.type).start(numbersOf(control));

/** Its numbers, for those who treat all kinds alike. */
export const numbersOf = (control: TimeControl): Readonly<Record<string, number>> =>
  control as unknown as Readonly<Record<string, number>>;

/** All that is left, with its periods. */
export const totalOf = (control: TimeControl, { mainMs, periods }: TimeLeft): number =>
  mainMs + periods * periodOf(control);

/** How long a period lasts; 0 where there are none. */
const periodOf = (control: TimeControl): number =>
  rulesOf(control.type).periodMs(numbersOf(control));

/** The clocks before anybody has moved. */
export const startClocks = (control: TimeControl, seats: readonly Seat[]): Clocks => ({
  control,
  left: seats.map(seat => ({ seat, ...startOf(control) })),
  running: null,
  sinceMs: 0,
  spentMs: 0,
  isPaused: false,
});

/** Whether the running clock has run out: more time was used than there was. */
export const isFallen = (clocks: Clocks, ms: number): boolean =>
  clocks.running !== null && spentBy(clocks, ms) > available(clocks, clocks.running);

/** When the flag of the running clock falls, if nobody moves: the first millisecond that is too late. Null where none runs. */
export const fallsAt = (clocks: Clocks): number | null =>
  clocks.running === null || clocks.isPaused
    ? null
    : clocks.sinceMs - clocks.spentMs + available(clocks, clocks.running) + 1;

/** What a seat has left at some time; a fallen flag shows 0. */
export function timeLeft(clocks: Clocks, seat: Seat, ms: number): SeatTime | null {
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
  const own = left.find(other => other.seat === seat);
  return own === undefined ? 0 : totalOf(control, own);
}

/** What is left after a turn. */
function settle(clocks: Clocks, left: SeatTime, spent: number, hasMoved: boolean): SeatTime {
  const { control } = clocks;
  const charged = charge(clocks, left, spent);
  const { afterTurn } = rulesOf(control.type);
  return { seat: left.seat, ...afterTurn(numbersOf(control), charged, hasMoved) };
}

/** What is left while a turn has taken so long. A period that was not used up is whole again. */
function charge({ control }: Clocks, left: SeatTime, spent: number): SeatTime {
  const over = spent - left.mainMs;
  if (over <= 0) return { ...left, mainMs: -over };
  const periodMs = periodOf(control);
  const lost = periodMs > 0 ? Math.ceil(over / periodMs) - 1 : left.periods;
  return { ...left, mainMs: 0, periods: Math.max(0, left.periods - lost) };
}

/** The milliseconds that a seat's clock shows: its main time, then the period it is in. */
export function shownMs(clocks: Clocks, seat: Seat, ms: number): number | null {
  const left = clocks.left.find(other => other.seat === seat);
  if (left === undefined) return null;
  const spent = clocks.running === seat ? spentBy(clocks, ms) : 0;
  if (spent < left.mainMs) return left.mainMs - spent;
  const periodMs = periodOf(clocks.control);
  const over = spent - left.mainMs;
  if (over > left.periods * periodMs || left.periods === 0) return 0;
  return over === 0 ? periodMs : periodMs - (((over - 1) % periodMs) + 1);
}

/** What of the turn has passed, in milliseconds. */
const spentBy = ({ spentMs, sinceMs, isPaused }: Clocks, ms: number): number =>
  isPaused ? spentMs : spentMs + Math.max(0, ms - sinceMs);
