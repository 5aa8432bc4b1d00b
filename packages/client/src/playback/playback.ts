/** Playback as a value: where it stands, whether it runs, which way and how quick. Commands and time change it. */
import { countAt, type Times } from './times.ts';

/** Where a replay stands. */
export interface Playback {
  /** Milliseconds from the start of the replay. */
  readonly ms: number;
  /** How many entries are shown; where several are at one moment, it may be some of them. Of another moment it says nothing: `shownAt` tells. */
  readonly n: number;
  readonly isPlaying: boolean;
  /** Times as quick as normal: one of `SPEEDS`. */
  readonly speed: number;
  /** Backwards. */
  readonly isReverse: boolean;
  /** The range to loop; null for none. */
  readonly loop: Loop | null;
}

/** From one entry to another. */
interface Loop {
  readonly from: number;
  readonly to: number;
}

export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8] as const;

/** Standing at the start. */
export const AT_START: Playback = {
  ms: 0,
  n: 0,
  isPlaying: false,
  speed: 1,
  isReverse: false,
  loop: null,
};

/** Plays or pauses; at the end it begins again, and backwards at the start from the end. */
export function toggle(playback: Playback, times: Times): Playback {
  if (playback.isPlaying) return pause(playback);
  const { isReverse, ms } = playback;
  const isAtLast = shownAt(playback, times) === lastOf(times);
  const isOver = isReverse ? ms <= 0 : ms >= times.endMs && isAtLast;
  const again = isReverse ? goToEnd(playback, times) : goTo(playback, times, 0);
  return { ...(isOver ? again : playback), isPlaying: true };
}

/** How many entries are shown. */
export function shownAt({ n, ms }: Playback, times: Times): number {
  const here = times.at[n];
  return here !== undefined && here === ms ? n : countAt(times, ms);
}

const lastOf = ({ at }: Times): number => at.length - 1;

/** Goes to a moment, and starts playing if it did. */
export function seek(playback: Playback, times: Times, wanted: number): Playback {
  const ms = Math.max(0, Math.min(times.endMs, Number.isFinite(wanted) ? wanted : 0));
  return { ...playback, ms, n: countAt(times, ms) };
}

/** Goes to an entry. Where seats take turns the last one is seen at the end, so that the replay counts as over. */
export function goTo(playback: Playback, times: Times, wanted: number): Playback {
  const last = lastOf(times);
  const n = Math.max(0, Math.min(last, Math.trunc(wanted) || 0));
  return { ...playback, n, ms: n === last && !times.isExact ? times.endMs : times.at[n]! };
}

/** Goes to the end. */
export const goToEnd = (playback: Playback, times: Times): Playback =>
  seek(playback, times, times.endMs);

/** Steps some entries on or back, and pauses: who steps wants to look. */
export function stepBy(playback: Playback, times: Times, count: number): Playback {
  const n = shownAt(playback, times);
  // between two entries of a game with ticks, one step back is the entry that was seen last
  const isBetween = times.isExact && count < 0 && playback.ms > times.at[n]!;
  return pause(goTo(playback, times, n + count + (isBetween ? 1 : 0)));
}

/** Next or previous tick, in games without turns; elsewhere entry. */
export function tickBy(
  playback: Playback,
  times: Times,
  hz: number | null,
  count: number,
): Playback {
  if (!times.isExact || hz === null) return stepBy(playback, times, count);
  const tick = Math.round((playback.ms * hz) / 1000) + count;
  return pause(seek(playback, times, (tick * 1000) / hz));
}

/** To a tenth of the match: by time where the moments are those of the match, else by entries. */
export const goToTenth = (playback: Playback, times: Times, tenth: number): Playback =>
  times.isExact
    ? seek(playback, times, (times.endMs * tenth) / 10)
    : goTo(playback, times, Math.round((lastOf(times) * tenth) / 10));

/**
 * A loop as one key asks for it: the first time it begins here, the second time it ends here, the third time there is none. A loop
 * that has not been ended goes to the end of the match.
 */
export function loopHere(playback: Playback, times: Times): Playback {
  const { loop } = playback;
  const n = shownAt(playback, times);
  const last = lastOf(times);
  if (loop === null) return { ...playback, loop: { from: n, to: last } };
  const isOpen = loop.to === last && n > loop.from && n < last;
  return { ...playback, loop: isOpen ? { from: loop.from, to: n } : null };
}

export const pause = (playback: Playback): Playback => ({ ...playback, isPlaying: false });

/** One speed quicker or slower. */
export function faster(playback: Playback, steps: number): Playback {
  const i = SPEEDS.findIndex(speed => speed >= playback.speed);
  return { ...playback, speed: SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, i + steps))]! };
}

/** The playback after some time: at the end it stops, in a loop it begins again. */
export function pass(playback: Playback, times: Times, elapsedMs: number): Playback {
  if (!playback.isPlaying) return playback;
  const { isReverse, speed, loop } = playback;
  const ms = playback.ms + elapsedMs * speed * (isReverse ? -1 : 1);
  const [from, to] = bounds(times, loop);
  if (isReverse ? ms > from : ms < to) return seek(playback, times, ms);
  if (loop !== null) return seek(playback, times, isReverse ? to : from);
  return pause(seek(playback, times, isReverse ? from : to));
}

/** A loop is seen until the next entry would be. */
function bounds({ at, endMs }: Times, loop: Loop | null): [from: number, to: number] {
  if (loop === null) return [0, endMs];
  return [at[loop.from] ?? 0, at[loop.to + 1] ?? endMs];
}

/** How long nothing changes, in milliseconds of the wall clock; `everyMs` where something may change between entries. */
export function msToNext(playback: Playback, times: Times, everyMs: number | null): number {
  const { ms, isReverse, speed } = playback;
  const { at, endMs } = times;
  const n = shownAt(playback, times);
  // backwards the entry before is seen as soon as the time of this one has run down
  const restMs = isReverse ? Math.max(LEAST_BACK_MS, ms - at[n]!) : (at[n + 1] ?? endMs) - ms;
  return Math.max(0, Math.min(restMs / speed, everyMs ?? Number.POSITIVE_INFINITY));
}

/** Where it plays backwards and has come to an entry, the next step is a moment later. */
const LEAST_BACK_MS = 1;
