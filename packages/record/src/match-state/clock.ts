/**
 * Clocks: how much time each seat has left to think. A clock runs only while exactly one seat may move; the stretch in which
 * it runs without another's running in between is a turn. All times are whole milliseconds since the start of the match. It needs
 * next to nothing, so that a page can show clocks without everything else.
 */
import { rulesOf, type Seat, type TimeControl, type TimeLeft } from '@kifu/core';
import {
  type Clocks,
  isRunning,
  numbersOf,
  periodOf,
  type SeatTime,
  spentBy,
} from './shown-clock.ts';

/** What every seat begins with. */
export const startOf = (control: TimeControl): TimeLeft =>
  rulesOf(control.type).start(numbersOf(control));

/** All that is left, with its periods. */
export const totalOf = (control: TimeControl, { mainMs, periods }: TimeLeft): number =>
  mainMs + periods * periodOf(control);

/** The clocks before the first move. */
export const startClocks = (control: TimeControl, seats: readonly Seat[]): Clocks => ({
  control,
  left: seats.map(seat => ({ seat, ...startOf(control) })),
  running: null,
  drawing: [],
  sinceMs: 0,
  spentMs: 0,
  isPaused: false,
});

/** Whether the clock of a seat runs and has run out: more time was used than there was, but for what is given back. */
export const hasFallen = (clocks: Clocks, seat: Seat, ms: number, lagMs = 0): boolean =>
  isRunning(clocks, seat) && spentBy(clocks, ms) - lagMs > available(clocks, seat);

/** Whether the clock of whose turn it is has run out. */
export const isFallen = (clocks: Clocks, ms: number, lagMs = 0): boolean =>
  clocks.running !== null && hasFallen(clocks, clocks.running, ms, lagMs);

/** When the first flag of a running clock falls, if no seat acts before: the first millisecond that is too late. Null where none runs. */
export function fallsAt(
  clocks: Clocks,
  seats: readonly Seat[] = clocks.running === null ? clocks.drawing : [clocks.running],
): number | null {
  if (seats.length === 0 || clocks.isPaused) return null;
  const least = Math.min(...seats.map(seat => available(clocks, seat)));
  return clocks.sinceMs - clocks.spentMs + least + 1;
}

/** What a seat has left at some time; a fallen flag shows 0. */
export function timeLeft(clocks: Clocks, seat: Seat, ms: number): SeatTime | null {
  const left = clocks.left.find(other => other.seat === seat);
  if (left === undefined) return null;
  return isRunning(clocks, seat) ? charge(clocks, left, spentBy(clocks, ms)) : left;
}

/** Which clocks run next, and which seat is charged for the time that has passed. */
export interface NextTurn {
  readonly running: Seat | null;
  readonly drawing: readonly Seat[];
  /** The seat that moved, or that revealed the last link of a draw; null if only the seat whose turn it was is charged. */
  readonly by: Seat | null;
  readonly ms: number;
  /** What is given back of the turn or the draw. */
  readonly lagMs: number;
}

/** Whether a turn or a draw ends when others' clocks run next. */
export const endsTurn = (
  clocks: Clocks,
  { running, drawing }: Pick<NextTurn, 'running' | 'drawing'>,
): boolean => running !== clocks.running || drawing.length > 0 !== clocks.drawing.length > 0;

/**
 * Returns the clocks after an action. A seat that moved gets the increment, the fresh time for the next move, or the period back; a draw is
 * charged to the seat whose link came last.
 */
export function passTurn(clocks: Clocks, next: NextTurn): Clocks {
  if (!endsTurn(clocks, next)) return clocks;
  const { running } = clocks;
  const { by, ms, lagMs } = next;
  const charged = running ?? (by !== null && clocks.drawing.includes(by) ? by : null);
  const spent = spentBy(clocks, ms) - lagMs;
  const left = clocks.left.map(seat =>
    seat.seat === charged ? settle(clocks, seat, spent, running !== null && by === running) : seat,
  );
  return {
    ...clocks,
    left: charged === null ? clocks.left : left,
    running: next.running,
    drawing: next.drawing,
    sinceMs: ms,
    spentMs: 0,
  };
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

/** What is left when a turn has taken `spent` milliseconds. A period that was not used up is whole again. */
function charge({ control }: Clocks, left: SeatTime, spent: number): SeatTime {
  const over = spent - left.mainMs;
  if (over <= 0) return { ...left, mainMs: -over };
  const periodMs = periodOf(control);
  const lost = periodMs > 0 ? Math.ceil(over / periodMs) - 1 : left.periods;
  return { ...left, mainMs: 0, periods: Math.max(0, left.periods - lost) };
}
