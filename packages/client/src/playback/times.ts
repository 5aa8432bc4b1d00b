/** When each entry of a record is seen, in milliseconds from the start of the replay. */

/** How quick a record is played back. */
export type Pace =
  /** As it was played, but the watcher waits at most `idleMs` while a player thinks. */
  | { readonly type: 'original'; readonly idleMs: number }
  /** The same time for every entry. */
  | { readonly type: 'fixed'; readonly entryMs: number };

export const ORIGINAL: Pace = { type: 'original', idleMs: 5000 };
export const FIXED: Pace = { type: 'fixed', entryMs: 1000 };

/** What a record says about time. */
export interface TimedRecord {
  /** Whether seats act at any time. */
  readonly isFree: boolean;
  /** Ticks a second, in games with ticks; otherwise null. */
  readonly hz: number | null;
  /** The tick of the start; default: 0. */
  readonly firstTick?: number;
  /** How long the record lasts, by its ticks or its entries. */
  readonly durationMs: number;
  /** One for each entry, in order. */
  readonly lines: readonly TimedEntry[];
}

/** When an entry was made, as far as the record says. */
interface TimedEntry {
  readonly tick: number | null;
  readonly ms: number | null;
}

/** When everything is seen. */
export interface Times {
  /** The moment of each entry, the start first: one more than there are entries, never falling. */
  readonly at: readonly number[];
  /** When the replay ends. */
  readonly endMs: number;
  /** Whether the moments are those of the match itself, so that what lies between entries can be shown. */
  readonly isExact: boolean;
}

/** The shortest time for which an entry is seen. */
const LEAST_MS = 120;
/** Default for how long the last one is shown before the replay counts as over. */
const LAST_MS = 400;
/** How long an entry is seen where the record has no times. */
const UNKNOWN_MS = 1000;

/**
 * The moments of a record at a pace. Games without turns are always seen as they were. Those of its first entries may be known, where
 * it is followed: then only what is new is looked at.
 */
export function timesOf(
  record: TimedRecord,
  pace: Pace,
  lastMs = LAST_MS,
  known: Times | null = null,
): Times {
  const at = known === null || known.at.length > record.lines.length + 1 ? [0] : known.at.slice();
  return record.isFree ? exactTimes(record, at) : turnTimes(record, at, pace, lastMs);
}

function exactTimes(record: TimedRecord, at: number[]): Times {
  for (let i = at.length - 1; i < record.lines.length; i++)
    at.push(Math.max(at[i]!, msOfTick(record, record.lines[i]!.tick)));
  return { at, endMs: Math.max(record.durationMs, at.at(-1)!), isExact: true };
}

function turnTimes(record: TimedRecord, at: number[], pace: Pace, lastMs: number): Times {
  const { lines, hz, durationMs } = record;
  for (let i = at.length - 1; i < lines.length; i++) {
    const own = pace.type === 'fixed' ? pace.entryMs : within(pace, thoughtMs(record, i));
    at.push(at[i]! + own);
  }
  // if time continues after the last entry, its effects are shown
  const restMs = hz === null ? 0 : durationMs - msOfTick(record, lines.at(-1)?.tick ?? null);
  const idleMs = pace.type === 'fixed' ? pace.entryMs : pace.idleMs;
  const tailMs = Math.max(lastMs, Math.min(idleMs, restMs));
  return { at, endMs: at.at(-1)! + tailMs, isExact: false };
}

const within = ({ idleMs }: Extract<Pace, { type: 'original' }>, ms: number): number =>
  Math.max(LEAST_MS, Math.min(idleMs, ms));

/** How long it took until an entry was made: by the clock, else by ticks. */
function thoughtMs(record: TimedRecord, i: number): number {
  const here = i === 0 ? START : record.lines[i - 1]!;
  const next = record.lines[i]!;
  if (here.ms !== null && next.ms !== null) return next.ms - here.ms;
  const ticksMs = msOfTick(record, next.tick) - msOfTick(record, here.tick);
  return ticksMs > 0 ? ticksMs : UNKNOWN_MS;
}

const START: TimedEntry = { tick: null, ms: 0 };

/** When a tick is, since the start. */
const msOfTick = ({ hz, firstTick = 0 }: TimedRecord, tick: number | null): number =>
  tick === null ? 0 : ((tick - firstTick) * 1000) / (hz ?? 1);

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
