/** Playback as a value: where it stands, whether it runs, which way and how quick. Commands and time change it. */
import { countAt, type Times } from './pace.ts';

/** Where a replay stands. */
export interface Playback {
  /** Milliseconds from the start of the replay. */
  readonly ms: number;
  readonly isPlaying: boolean;
  /** Times as quick as normal: one of `SPEEDS`. */
  readonly speed: number;
  /** Backwards. */
  readonly isReverse: boolean;
  /** The stretch that is played again and again; null for none. */
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
  isPlaying: false,
  speed: 1,
  isReverse: false,
  loop: null,
};

/** Plays or pauses; at the end it begins again, and backwards at the start from the end. */
export function toggle(playback: Playback, times: Times): Playback {
  if (playback.isPlaying) return { ...playback, isPlaying: false };
  const { isReverse, ms } = playback;
  const isOver = isReverse ? ms <= 0 : ms >= times.endMs;
  return { ...playback, isPlaying: true, ms: isOver ? (isReverse ? times.endMs : 0) : ms };
}

/** Goes to a moment, and plays on if it did. */
export const seek = (playback: Playback, times: Times, ms: number): Playback => ({
  ...playback,
  ms: Math.max(0, Math.min(times.endMs, Number.isFinite(ms) ? ms : 0)),
});

/** Goes to an entry. The last one is seen at the end, so that the replay counts as over. */
export function goTo(playback: Playback, times: Times, n: number): Playback {
  const last = times.at.length - 1;
  const wanted = Math.max(0, Math.min(last, Math.trunc(n) || 0));
  return seek(playback, times, wanted === last ? times.endMs : times.at[wanted]!);
}

/** Steps some entries on or back, and pauses: somebody who steps wants to look. */
export function stepBy(playback: Playback, times: Times, count: number): Playback {
  const n = countAt(times, playback.ms);
  // between two entries of a game with ticks, one step back is the entry that was seen last
  const isBetween = times.isExact && count < 0 && playback.ms > times.at[n]!;
  return pause(goTo(playback, times, n + count + (isBetween ? 1 : 0)));
}

/** A tick on or back, in games without turns; elsewhere an entry. */
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

/**
 * A loop as somebody asks for it with one key: the first time it begins here, the second time it ends here, the third time there is
 * none. A loop that has not been ended goes to the end of the match.
 */
export function loopHere(playback: Playback, times: Times): Playback {
  const { loop, ms } = playback;
  const last = times.at.length - 1;
  const n = countAt(times, ms);
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
  const isOver = isReverse ? ms <= from : ms >= to;
  if (!isOver) return { ...playback, ms };
  if (loop !== null) return { ...playback, ms: isReverse ? to : from };
  return { ...playback, ms: isReverse ? from : to, isPlaying: false };
}

/** A loop is seen until the next entry would be. */
function bounds({ at, endMs }: Times, loop: Loop | null): [from: number, to: number] {
  if (loop === null) return [0, endMs];
  return [at[loop.from] ?? 0, at[loop.to + 1] ?? endMs];
}
