/** The clock and alarms of this process, for pages, peers and programs. */
import type { Timer } from '@kifu/record/match';

export const wallTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
