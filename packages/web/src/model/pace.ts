/** When each entry of a record is seen, in milliseconds from the start of the replay. */
import type { OpenedRecord } from '../engine/types.ts';

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
export const timesOf = (record: OpenedRecord, pace: Pace): Times =>
  record.isFree ? exactTimes(record) : turnTimes(record, pace);

function exactTimes({ lines, hz, durationMs }: OpenedRecord): Times {
  const at = [0];
  for (const { tick } of lines) at.push(Math.max(at.at(-1)!, ((tick ?? 0) * 1000) / (hz ?? 1)));
  return { at, endMs: Math.max(durationMs, at.at(-1)!), isExact: true };
}

function turnTimes({ lines }: OpenedRecord, pace: Pace): Times {
  const at = [0];
  for (const [i, { ms }] of lines.entries()) {
    const before = i === 0 ? 0 : lines[i - 1]!.ms;
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
