/**
 * How much time a seat has to think, as one table: from it come the type `TimeControl`, its bytes in a header, its form in JSON, and
 * how clocks run. To add a kind of clock, add an entry here, and its words for people. All times are whole milliseconds.
 */
import { fail, ok, type Result } from './result.ts';

/** What is left to a seat. */
export interface TimeLeft {
  /** Main time; in `fixed`, time for the move. */
  readonly mainMs: number;
  /** Periods of byo-yomi; 0 in other controls. */
  readonly periods: number;
}

/** One kind of time control. */
interface ControlRules<Field extends string> {
  /** Its numbers, in the order in which they are written. */
  readonly fields: readonly Field[];
  /** What every seat begins with. */
  start(control: Readonly<Record<Field, number>>): TimeLeft;
  /** How long one period lasts; 0 where there are none. */
  periodMs(control: Readonly<Record<Field, number>>): number;
  /** What each turn adds to the time that a seat has in all; 0 where nothing is added. */
  turnMs(control: Readonly<Record<Field, number>>): number;
  /** What a seat has for its next turn, given what the last turn left. */
  afterTurn(control: Readonly<Record<Field, number>>, left: TimeLeft, hasMoved: boolean): TimeLeft;
}

const rules = <Field extends string>(control: ControlRules<Field>): ControlRules<Field> => control;
const none = () => 0;
const onlyMain = (mainMs: number): TimeLeft => ({ mainMs, periods: 0 });

/** Every kind of time control. A clock runs only while exactly one seat may move. */
export const TIME_CONTROLS = {
  absolute: rules({
    fields: ['mainMs'],
    start: ({ mainMs }) => onlyMain(mainMs),
    periodMs: none,
    turnMs: none,
    afterTurn: (_, left) => left,
  }),
  fixed: rules({
    fields: ['moveMs'],
    start: ({ moveMs }) => onlyMain(moveMs),
    periodMs: none,
    turnMs: ({ moveMs }) => moveMs,
    afterTurn: ({ moveMs }) => onlyMain(moveMs),
  }),
  fischer: rules({
    fields: ['mainMs', 'incrementMs'],
    start: ({ mainMs }) => onlyMain(mainMs),
    periodMs: none,
    turnMs: ({ incrementMs }) => incrementMs,
    afterTurn: ({ incrementMs }, left, hasMoved) =>
      hasMoved ? { ...left, mainMs: left.mainMs + incrementMs } : left,
  }),
  'byo-yomi': rules({
    fields: ['mainMs', 'periods', 'periodMs'],
    start: ({ mainMs, periods }) => ({ mainMs, periods }),
    periodMs: ({ periodMs }) => periodMs,
    turnMs: ({ periodMs }) => periodMs,
    afterTurn: (_, left) => left,
  }),
} as const;

export type TimeControlType = keyof typeof TIME_CONTROLS;

/** The numbers that controls are made of. */
export type TimeControlField = (typeof TIME_CONTROLS)[TimeControlType]['fields'][number];

/** How much time a seat has to think. */
export type TimeControl = {
  [Type in TimeControlType]: { readonly type: Type } & Readonly<
    Record<(typeof TIME_CONTROLS)[Type]['fields'][number], number>
  >;
}[TimeControlType];

/** The rules of a control, for those who treat all kinds alike. */
export const rulesOf = (type: TimeControlType): ControlRules<string> => TIME_CONTROLS[type];

/** Whether a word names a kind of time control; words come from strangers. */
export const isTimeControlType = (word: unknown): word is TimeControlType =>
  typeof word === 'string' && Object.hasOwn(TIME_CONTROLS, word);

/**
 * Reads a time control as people write it: `10` (minutes), `5+3` (minutes, and seconds for each move), `30s` or `3d` (seconds or days
 * for each move), and `20+5x30` (minutes, then five periods of thirty seconds).
 */
export function parseTimeControl(text: string): Result<TimeControl> {
  const [, main, increment, periods, period, seconds, days] =
    /^(?:(\d{1,4}(?:\.\d)?)(?:\+(\d{1,4})|\+(\d{1,2})x(\d{1,4}))?|(\d{1,4})s|(\d{1,3})d)$/.exec(
      text,
    ) ?? [];
  const mainMs = Math.round(Number(main) * MINUTE_MS);
  if (periods !== undefined)
    return ok({
      ...{ type: 'byo-yomi', mainMs },
      ...{ periods: Number(periods), periodMs: Number(period) * SECOND_MS },
    });
  if (increment !== undefined)
    return ok({ type: 'fischer', mainMs, incrementMs: Number(increment) * SECOND_MS });
  if (seconds !== undefined) return ok({ type: 'fixed', moveMs: Number(seconds) * SECOND_MS });
  if (days !== undefined) return ok({ type: 'fixed', moveMs: Number(days) * DAY_MS });
  if (main !== undefined) return ok({ type: 'absolute', mainMs });
  return fail(
    'malformed',
    'invalid time control; use 5+3 (minutes + increment), 10 (minutes), 30s or 3d (per move), or 20+5x30 (byo-yomi)',
  );
}

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
/** A day of a clock, in milliseconds. */
export const DAY_MS = 1440 * MINUTE_MS;
