/**
 * A record made seekable. It is replayed once; on the way checkpoints are laid, as many as fit into a budget of bytes, so
 * that any point is one short stretch of stepping away.
 */
import {
  type Ending,
  type Entry,
  type Game,
  type Header,
  type Kifu,
  type Outcome,
  ok,
  type Part,
  type Result,
  type Seat,
  step,
  unwrap,
} from '@kifu/core';
import type { Clocks } from './match-state/shown-clock.ts';
import { drawsOf } from './match-state/terms.ts';
import type { Anchor } from './match-state/ticks.ts';
import { recordKifu } from './record.ts';
import type { TimelineMark } from './replay/marks.ts';
import { type SteppedPoint, TimelinePoints } from './replay/points.ts';

/** What there is to know at one point of a record. */
export interface Frame<State = unknown> {
  /** How many entries have been made. */
  readonly n: number;
  /** The newest entry; null at the start. */
  readonly entry: Entry | null;
  readonly state: State;
  /** What the newest entry did, part by part; at the start, what setting up did. */
  readonly parts: readonly Part<State>[];
  /** Null while the match is in progress. */
  readonly outcome: Outcome | null;
  /** The tick, in games that have ticks; otherwise null. */
  readonly tick: number | null;
  /** Milliseconds since the start; null where the record does not say. */
  readonly ms: number | null;
}

/** A frame at a moment that may lie between two ticks. */
export interface FrameWithin<State = unknown> extends Frame<State> {
  /** The share of the tick that has passed, from 0 to 1: for pictures only. 0 in games without ticks, and after the end. */
  readonly share: number;
}

/** A record that can be shown at any point; it grows with a match in progress. */
export interface Timeline<State = unknown> {
  readonly game: Game<State>;
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** Null while the match is in progress. */
  readonly ending: Ending | null;
  /** How many entries there are. */
  readonly length: number;
  /** The frame after n entries; n is brought within bounds. */
  at(n: number): Frame<State>;
  /** The frame at a tick, in games that have ticks: also between entries. */
  atTick(tick: number): Frame<State>;
  /** The frame at a time: the last entry by then, and in games with ticks what has happened since. */
  atMs(ms: number): Frame<State>;
  /** The same with the share of the tick that has passed, for drawing at any refresh rate; backwards as quick as forwards. */
  frameAt(ms: number): FrameWithin<State>;
  /** The tick of an entry, its own also where it was refused; 0 is the start. Null in games without ticks. */
  tickOf(n: number): number | null;
  /** The tick at which the match ended, else that of the last entry; null in games without ticks. */
  readonly lastTick: number | null;
  /** How long the record lasts, in milliseconds: by its ticks, else by its last entry that says when it was. */
  readonly durationMs: number;
  /** The frame one entry further; null at the end. */
  next(frame: Frame<State>): Frame<State> | null;
  /** The frame one entry back; null at the start. */
  previous(frame: Frame<State>): Frame<State> | null;
  /** What happened and long pauses, in order. */
  readonly marks: readonly TimelineMark[];
  /** What each seat's clock showed after n entries, in milliseconds; null where there are no clocks. */
  clocks(n: number): readonly { readonly seat: Seat; readonly ms: number }[] | null;
  /** The clocks themselves after n entries, and when that was: one may run on from there. Null where there are none. */
  clockwork(n: number): Clockwork | null;
  /** When the match last resumed or paused, for spectators of a live match; null in games without ticks. */
  readonly anchor: Anchor | null;
  /** About how much memory the checkpoints take. */
  readonly sizeBytes: number;
}

/** Clocks at a moment: `shownMs` tells what they show then, and later. */
export interface Clockwork {
  readonly clocks: Clocks;
  /** Milliseconds since the start of the match. */
  readonly ms: number;
}

/** How much memory checkpoints may take. */
const BUDGET_BYTES = 1 << 18;

/** A reader that makes the record seekable that a replay goes through; `timelineOf` gives what it has seen. */
export const createPoints = <State>(
  game: Game<State>,
  budgetBytes: number = BUDGET_BYTES,
): TimelinePoints<State> => new TimelinePoints(game, budgetBytes);

/** Makes a record seekable, or says which entry cannot be. Signatures are for `verify`. */
export function timeline<State>(
  game: Game<State>,
  kifu: Kifu,
  { budgetBytes = BUDGET_BYTES }: { readonly budgetBytes?: number } = {},
): Result<Timeline<State>> {
  const points = createPoints(game, budgetBytes);
  const replay = recordKifu(game, kifu, { readers: [points] });
  return replay.ok ? ok(timelineOf(points)) : replay;
}

/** What points have seen, seekable. It grows with them. */
export function timelineOf<State>(points: TimelinePoints<State>): Timeline<State> {
  const { game, entries } = points;
  const frame = (n: number, stepped: SteppedPoint<State>): Frame<State> => ({
    n,
    entry: n === 0 ? null : entries[n - 1]!,
    state: stepped.state,
    parts: stepped.parts,
    outcome: stepped.outcome ?? (n === entries.length ? (points.ending?.outcome ?? null) : null),
    tick: game.time?.now(stepped.state) ?? null,
    ms: n === 0 ? 0 : entries[n - 1]!.ms,
  });
  const at = (wanted: number): Frame<State> => {
    const n = bounded(wanted, entries.length);
    return frame(n, points.stepTo(n));
  };
  const atTick = (wanted: number): Frame<State> => {
    const tick = bounded(wanted, Number.MAX_SAFE_INTEGER);
    const n = points.countUntil(points.ticks, tick);
    const here = at(n);
    // the ending of the record may be of a later tick than its last entry
    if (points.outcomes.has(n) || here.tick === null || tick <= here.tick) return here;
    const passed = unwrap(step(game, here.state, { do: 'time', at: tick }, drawsOf(points.first)));
    return { ...here, ...passed, tick, ms: null };
  };
  const frameAt = (ms: number): FrameWithin<State> => {
    if (game.time === undefined) return { ...at(points.countUntil(points.times, ms)), share: 0 };
    const passed = (Math.max(0, ms || 0) * game.time.hz(points.first.state)) / 1000;
    const whole = Math.floor(passed + ROUNDING);
    const found = atTick(points.firstTick! + whole);
    const share = found.outcome === null ? bounded01(passed - whole) : 0;
    return { ...found, ms, share };
  };
  return {
    game,
    at,
    atTick,
    atMs(ms) {
      const { share: _, ...found } = frameAt(ms);
      return found;
    },
    frameAt,
    tickOf: n => points.tickOf(bounded(n, entries.length)),
    next: ({ n }) => (n < entries.length ? at(n + 1) : null),
    previous: ({ n }) => (n > 0 ? at(n - 1) : null),
    clocks: n => points.clocksAt(n),
    clockwork: n => points.clockworkAt(n),
    get header() {
      return points.first.header;
    },
    get entries() {
      return entries;
    },
    get ending() {
      return points.ending;
    },
    get length() {
      return entries.length;
    },
    get lastTick() {
      return points.lastTick;
    },
    get durationMs() {
      const { lastTick } = points;
      return lastTick === null ? (points.times.at(-1) ?? 0) : points.msOf(lastTick);
    },
    get marks() {
      return points.marks;
    },
    get anchor() {
      return points.anchor;
    },
    get sizeBytes() {
      return points.sizeBytes;
    },
  };
}

/** What a time may be off by, in ticks: that of a tick, computed from its number, must be found to be of that tick. */
const ROUNDING = 1e-6;

/** An integer from 0 to `most`; 0 for a value that is not a number. */
const bounded = (wanted: number, most: number): number =>
  Math.max(0, Math.min(most, Math.trunc(wanted) || 0));
const bounded01 = (share: number): number => Math.max(0, Math.min(1, share || 0));
