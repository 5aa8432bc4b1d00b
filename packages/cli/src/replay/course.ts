/** The course of a replay at the terminal: when each entry of a record is seen, which marks there are, and what is seen between. */
import {
  ORIGINAL,
  type Playback,
  type PlaybackMark,
  type Times,
  timesOf,
} from '@kifu/client/playback';
import { step } from '@kifu/core';
import type { Frame, Timeline } from '@kifu/record';

/** How a replay goes. */
export interface PlaybackSchedule {
  readonly times: Times;
  /** Ticks a second where they set the pace; else null. */
  readonly hz: number | null;
  /** The first tick; 0 where there are none. */
  readonly firstTick: number;
  /** Where something happened, in order. */
  readonly marks: readonly PlaybackMark[];
}

/** How often a game with ticks is drawn between two entries. */
export const TICKING_MS = 100;

/** The course of a record. */
export function scheduleOf(line: Timeline): PlaybackSchedule {
  const { game, entries, durationMs, marks } = line;
  const hz = game.time?.hz(line.at(0).state) ?? null;
  const firstTick = line.tickOf(0) ?? 0;
  const lines = entries.map(({ ms }, i) => ({ ms, tick: line.tickOf(i + 1) }));
  const isFree = hz !== null && game.pace === 'free';
  // on a terminal the last entry stays where it is, so that it need not be seen for a while before the end
  const times = timesOf({ isFree, hz, firstTick, durationMs, lines }, ORIGINAL, 0);
  return { times, hz: isFree ? hz : null, firstTick, marks };
}

/** What is to be seen: in games with ticks also between entries, and after the last one. */
export function frameNow(
  line: Timeline,
  { times }: PlaybackSchedule,
  { n, ms }: Pick<Playback, 'n' | 'ms'>,
): Frame {
  const { game, length, lastTick, tickOf } = line;
  const here = line.at(n);
  if (game.time === undefined || here.tick === null) return here;
  const passed = ((ms - times.at[n]!) * game.time.hz(here.state)) / 1000;
  const until = n < length ? tickOf(n + 1)! : lastTick!;
  const tick = Math.min(tickOf(n)! + Math.floor(passed + ROUNDING), until);
  // before the last tick how the record says that it ended is not looked at: only what time brings about
  if (tick <= here.tick)
    return tick < lastTick! ? { ...here, outcome: game.outcome(here.state) } : here;
  const stepped = step(game, here.state, { do: 'time', at: tick });
  return stepped.ok ? { ...here, ...stepped.value, tick } : here;
}

/** What the time of a tick may be off by, in ticks. */
const ROUNDING = 1e-6;
