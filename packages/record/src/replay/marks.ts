/** What is worth jumping to in a record: everything that the rules report, and pauses that are long. */
import { type Game, type GameEvent, isInteger, type Part } from '@kifu/core';

/** Something that happened, to be shown on a bar and jumped to. */
export interface TimelineMark {
  /** The entry that brought it; 0 is the start. Of what time did after the last entry, and of a pause, the entry before it. */
  readonly n: number;
  /** Which part of the entry; of what time did after the last one, counted on; 0 of a pause. */
  readonly part: number;
  /** An event of the game, or `{ type: 'long-pause', ms }`: after this entry the next one took that many milliseconds. */
  readonly event: GameEvent;
  /** When, in games that have ticks: where an event names its `tick` that one, else the tick of its part; otherwise null. */
  readonly tick: number | null;
  /** Milliseconds since the start, by the tick where there is one; null where the record does not say. */
  readonly ms: number | null;
}

/** The type of a pause that is long. */
export const LONG_PAUSE = 'long-pause';
/** A pause without an entry is long from this many milliseconds on. */
export const LONG_PAUSE_MS = 10_000;
/** Where seats take turns a pause is long only if it is also this many times the usual: else each move of a slow match had a mark. */
const TIMES_USUAL = 4;

/** Where and when parts are. */
export interface PartsPlace {
  readonly n: number;
  /** The tick before them; null in games without ticks. */
  readonly before: number | null;
  /** The time of their entry, in games without ticks. */
  readonly ms: number | null;
  /** How many parts the entry had before these. */
  readonly offset?: number;
}

/** The marks of the parts of an entry, in order. */
export function partMarks<State>(
  game: Game<State>,
  parts: readonly Part<State>[],
  { n, before, ms, offset = 0 }: PartsPlace,
  msOf: (tick: number) => number,
): TimelineMark[] {
  const marks: TimelineMark[] = [];
  let from = before;
  for (const [i, { events, state }] of parts.entries()) {
    const now = game.time?.now(state) ?? null;
    for (const event of events) {
      const tick = now === null ? null : tickOf(event, from ?? now, now);
      marks.push({ n, part: offset + i, event, tick, ms: tick === null ? ms : msOf(tick) });
    }
    from = now;
  }
  return marks;
}

/** The tick that an event names, if it lies in its part; else the one at which the part ended. */
const tickOf = ({ tick }: GameEvent, from: number, until: number): number =>
  isInteger(tick, from, until) ? tick : until;

/** The marker of a pause after an entry, if it is long in itself. */
export function pauseMark(
  n: number,
  tick: number | null,
  fromMs: number,
  untilMs: number,
): TimelineMark | null {
  const ms = untilMs - fromMs;
  if (ms < LONG_PAUSE_MS) return null;
  return { n, part: 0, event: { type: LONG_PAUSE, ms }, tick, ms: fromMs };
}

/** How long a pause must be where seats take turns; `gaps` are the times between entries in order of length. */
export const unusualMs = (gaps: readonly number[]): number =>
  TIMES_USUAL * (gaps[(gaps.length - 1) >> 1] ?? 0);
