/** When each entry of a record is seen, in milliseconds from the start of the replay. */
import type { Timeline } from '@kifu/record';

/** How quick a record is played back. */
export type Pace =
  /** As it was played; nobody waits longer than `idleMs` while others think. */
  | { readonly type: 'original'; readonly idleMs: number }
  /** The same time for every entry. */
  | { readonly type: 'fixed'; readonly entryMs: number };

/** When everything is seen. */
export interface Times {
  /** The moment of each entry, the start first: `length + 1` of them, never falling. */
  readonly at: readonly number[];
  /** When the replay ends: some time after the last entry. */
  readonly endMs: number;
  /** Whether the moments are those of the match itself, so that what lies between entries can be shown. */
  readonly isExact: boolean;
}

export const ORIGINAL: Pace = { type: 'original', idleMs: 5000 };
export const FIXED: Pace = { type: 'fixed', entryMs: 1000 };

/** At least so long is an entry seen. */
const LEAST_MS = 120;
/** How long the last one is seen before the replay counts as over. */
const LAST_MS = 400;

/** The moments of a record at a pace. Games without turns are always seen as they were. */
export function timesOf(line: Timeline, pace: Pace): Times {
  return line.game.pace === 'free' ? exactTimes(line) : turnTimes(line, pace);
}

function exactTimes(line: Timeline): Times {
  const hz = line.game.time!.hz(line.at(0).state);
  const first = line.at(0).tick ?? 0;
  const at = [0];
  for (const entry of line.kifu.entries)
    at.push(Math.max(at.at(-1)!, (((entry.at ?? 0) - first) * 1000) / hz));
  const ending = line.kifu.ending;
  const endMs = Math.max(at.at(-1)!, ending?.ms ?? 0, endTick(line, first, hz));
  return { at, endMs, isExact: true };
}

/** When time alone ended the match, if it did and the record says when. */
const endTick = ({ kifu: { ending } }: Timeline, first: number, hz: number): number =>
  ending?.at === undefined ? 0 : ((ending.at - first) * 1000) / hz;

function turnTimes({ kifu: { entries } }: Timeline, pace: Pace): Times {
  const at = [0];
  for (const [i, { ms }] of entries.entries()) {
    const before = i === 0 ? 0 : entries[i - 1]!.ms;
    const original = ms === null || before === null ? FIXED_MS : ms - before;
    const seen =
      pace.type === 'fixed' ? pace.entryMs : Math.max(LEAST_MS, Math.min(pace.idleMs, original));
    at.push(at[i]! + seen);
  }
  return { at, endMs: at.at(-1)! + LAST_MS, isExact: false };
}

/** How long an entry is seen where the record has no times. */
const FIXED_MS = 1000;

/** How many entries have been made at a moment. */
export function countAt({ at }: Times, ms: number): number {
  let [low, high] = [0, at.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (at[middle]! <= ms) low = middle;
    else high = middle - 1;
  }
  return low;
}
