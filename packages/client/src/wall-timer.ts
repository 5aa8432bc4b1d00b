/** The clock and alarms of this process, for pages, peers and programs. */
import type { Timer } from '@kifu/record/match';

/** Alarms that are set for later ring early: timeouts count in 31 bits. */
const MAX_MS = 2 ** 31 - 1;

export const wallTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, Math.min(ms, MAX_MS));
    return () => clearTimeout(timeout);
  },
};
