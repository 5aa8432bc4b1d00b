/** Where a replay stands in a record, or shall stand: by entries, times and ticks. */
import {
  goTo,
  goToEnd,
  type Playback,
  seek,
  shownAt,
  type Times,
  type Where,
} from '@kifu/client/playback';
import type { ListedEntry, Moment, OpenedRecord } from '../engine/types.ts';

/** The moment of the record that a playback shows. */
export const momentIn = (times: Times, playback: Playback): Moment =>
  times.isExact ? { ms: playback.ms } : { n: shownAt(playback, times) };

/** A stretch of a record; what has not arrived yet may be part of it. */
export function loopIn(
  { lines, isPartial }: OpenedRecord,
  loop: Playback['loop'],
): Playback['loop'] {
  if (loop === null || isPartial) return loop;
  const to = Math.min(loop.to, lines.length);
  return { from: Math.min(loop.from, to), to };
}

/** Whether a record has arrived as far as some place. */
export function hasCome({ lines, durationMs }: OpenedRecord, where: Where): boolean {
  if (where.type === 'end') return false;
  if (where.type === 'entry') return where.n <= lines.length;
  return where.type === 'ms' ? where.ms <= durationMs : where.tick <= (lines.at(-1)?.tick ?? 0);
}

/** The playback at a place of a record. */
export function goWhere(
  playback: Playback,
  where: Where,
  { lines, hz }: OpenedRecord,
  times: Times,
): Playback {
  if (where.type === 'end') return goToEnd(playback, times);
  if (where.type === 'entry') return goTo(playback, times, where.n);
  if (times.isExact) {
    const ms = where.type === 'ms' ? where.ms : (where.tick * 1000) / (hz ?? 1);
    return seek(playback, times, ms);
  }
  // an entry that does not say when it was is not looked for by time
  const isBy = ({ ms, tick }: ListedEntry) =>
    where.type === 'ms' ? ms !== null && ms <= where.ms : tick !== null && tick <= where.tick;
  return goTo(playback, times, lines.findLastIndex(isBy) + 1);
}

/** The playback of a record that is shown further than before, or with other times: it stays where it stood. */
export function stayIn(
  playback: Playback,
  before: Times,
  times: Times,
  isFollowing: boolean,
): Playback {
  const isAtEnd = playback.ms >= before.endMs;
  if (isAtEnd && isFollowing) return goToEnd(playback, times);
  const n = shownAt(playback, before);
  // the last entry is seen at the end of what there is, which lies later now
  const isPast = !times.isExact && n === before.at.length - 1;
  return isPast ? goTo(playback, times, n) : playback;
}
