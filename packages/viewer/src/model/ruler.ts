/** Rulers: where on the bar a moment lies, by entries or by the clock. */
import { countAt, type Times } from '@kifu/client/playback';

/** By which measure the bar is laid out. */
export type RulerKind = 'events' | 'clock';

/** A way to lay out moments from 0 to 1, and back. */
export interface Ruler {
  readonly kind: RulerKind;
  place(ms: number): number;
  momentAt(share: number): number;
}

/** By entries each is as wide as the other; by the clock they are as wide as they took. */
export function rulerOf(kind: RulerKind, times: Times): Ruler {
  const { at, endMs } = times;
  const last = at.length - 1;
  if (kind === 'clock' || last === 0) {
    const length = Math.max(1, endMs);
    return { kind, place: ms => ms / length, momentAt: share => bounded(share) * endMs };
  }
  return {
    kind,
    place(ms) {
      const n = countAt(times, ms);
      if (n === last) return 1;
      const width = at[n + 1]! - at[n]!;
      const within = times.isExact && width > 0 ? (ms - at[n]!) / width : 0;
      return (n + within) / last;
    },
    momentAt(share) {
      const n = bounded(share) * last;
      const whole = times.isExact ? Math.floor(n) : Math.round(n);
      if (whole >= last) return endMs;
      const within = times.isExact ? n - whole : 0;
      return at[whole]! + within * (at[whole + 1]! - at[whole]!);
    },
  };
}

const bounded = (share: number): number => Math.max(0, Math.min(1, share || 0));
