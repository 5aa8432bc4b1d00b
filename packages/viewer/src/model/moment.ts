/** When something is by the clock of the match, not by that of the replay. */
import { countAt, type Times } from '@kifu/client/playback';
import type { ListedEntry, OpenedRecord } from '../engine/types.ts';

/**
 * When the replay stands, in milliseconds since the start of the match; null where the record does not say. Between two entries time
 * passes as quick as the replay shows it.
 */
export function matchMs(lines: readonly ListedEntry[], times: Times, ms: number): number | null {
  if (times.isExact) return ms;
  const n = countAt(times, ms);
  const from = n === 0 ? 0 : lines[n - 1]!.ms;
  const to = lines[n]?.ms ?? null;
  if (from === null || to === null) return from;
  const width = times.at[n + 1]! - times.at[n]!;
  return width > 0 ? from + ((ms - times.at[n]!) / width) * (to - from) : from;
}

/** The moment of the replay at which a live match without turns is after some milliseconds. */
export function liveEdge({ anchor, hz, firstTick }: OpenedRecord, elapsedMs: number): number {
  if (anchor === null || hz === null) return elapsedMs;
  const passed = anchor.isPaused ? 0 : Math.max(0, elapsedMs - anchor.ms);
  return ((anchor.tick - firstTick) * 1000) / hz + passed;
}
