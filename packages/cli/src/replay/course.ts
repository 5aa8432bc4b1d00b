/**
 * The course of a replay: when each entry is seen at normal speed, and which places are worth jumping to. By ticks where the game has
 * them, exactly as it was played; else by the times of the entries.
 */
import { step } from '@kifu/core';
import type { Frame, Timeline, TimelineMark } from '@kifu/record';

/** A place of a replay. */
export interface Place {
  /** How many entries have been shown. */
  readonly n: number;
  /** How long since then, in milliseconds at normal speed. */
  readonly passedMs: number;
}

/** How a replay goes. */
export interface Course {
  readonly length: number;
  /** When the point after n entries begins, in milliseconds at normal speed; 0 for the start. */
  readonly starts: readonly number[];
  /** When nothing happens any more. */
  readonly totalMs: number;
  /** Ticks a second where they set the pace; else null. */
  readonly hz: number | null;
  /** The first tick; 0 where there are none. */
  readonly firstTick: number;
  /** Where something happened, in order. */
  readonly stops: readonly Place[];
}

/** How long an entry is seen where the record has no times; at least; and at most, since nobody waits while others think. */
const ENTRY_MS = 1000;
const LEAST_MS = 50;
const MOST_MS = 3000;

/** How often a game with ticks is drawn between two entries. */
export const TICKING_MS = 100;

/** The course of a record. */
export function courseOf(line: Timeline): Course {
  const { game, length, lastTick, marks } = line;
  const hz = game.time?.hz(line.at(0).state) ?? null;
  const firstTick = line.tickOf(0) ?? 0;
  const stops = marks.map(mark => stopOf(line, mark, hz));
  const msOf = (ticks: number) => (ticks * 1000) / hz!;
  if (hz !== null && game.pace === 'free') {
    const starts = Array.from({ length: length + 1 }, (_, n) => msOf(line.tickOf(n)! - firstTick));
    return { length, starts, totalMs: msOf(lastTick! - firstTick), hz, firstTick, stops };
  }
  const starts = [0];
  for (let n = 0; n < length; n++) {
    const ticks = hz === null ? 0 : line.tickOf(n + 1)! - line.tickOf(n)!;
    // where seats take turns, bots may have made all of them within a tick
    starts.push(starts[n]! + (ticks > 0 ? msOf(ticks) : clockPace(line, n)));
  }
  const tailMs = hz === null ? 0 : msOf(lastTick! - line.tickOf(length)!);
  return { length, starts, totalMs: starts[length]! + tailMs, hz: null, firstTick, stops };
}

function clockPace({ entries }: Timeline, n: number): number {
  const [here, next] = [n === 0 ? 0 : entries[n - 1]!.ms, entries[n]!.ms];
  const original = here === null || next === null ? ENTRY_MS : next - here;
  return Math.max(LEAST_MS, Math.min(MOST_MS, original));
}

/** Where a mark is seen: what time did before an entry lies between that entry and the one before. */
function stopOf({ tickOf }: Timeline, { n, tick }: TimelineMark, hz: number | null): Place {
  if (tick === null || hz === null || tick === tickOf(n)) return { n, passedMs: 0 };
  const base = tick > tickOf(n)! ? n : n - 1;
  return { n: base, passedMs: ((tick - tickOf(base)!) * 1000) / hz };
}

/** The place at a time; where several entries are at one time, after all of them. */
export function placeAt({ starts, length, totalMs }: Course, wantedMs: number): Place {
  const ms = Math.max(0, Math.min(totalMs, wantedMs));
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= ms) low = middle;
    else high = middle - 1;
  }
  return { n: low, passedMs: ms - starts[low]! };
}

/** The time of a place. */
export const timeOf = ({ starts }: Course, { n, passedMs }: Place): number => starts[n]! + passedMs;

/** The tick of a place, where ticks set the pace. */
export const tickAt = (course: Course, place: Place): number =>
  course.firstTick + Math.floor((timeOf(course, place) * course.hz!) / 1000 + ROUNDING);

/** What the time of a tick may be off by, in ticks. */
const ROUNDING = 1e-6;

/** What is to be seen at a place: in games with ticks also between entries, and after the last one. */
export function frameNow(line: Timeline, { n, passedMs }: Place): Frame {
  const { game, length, lastTick, tickOf } = line;
  const here = line.at(n);
  if (game.time === undefined || here.tick === null) return here;
  const passed = Math.floor((passedMs * game.time.hz(here.state)) / 1000 + ROUNDING);
  const until = n < length ? tickOf(n + 1)! : lastTick!;
  const tick = Math.min(tickOf(n)! + passed, until);
  // before the last tick how the record says that it ended is not looked at: only what time brings about
  if (tick <= here.tick)
    return tick < lastTick! ? { ...here, outcome: game.outcome(here.state) } : here;
  const stepped = step(game, here.state, { do: 'time', at: tick });
  return stepped.ok ? { ...here, ...stepped.value, tick } : here;
}
