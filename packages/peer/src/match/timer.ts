/** The clock and alarms of this process. */
import type { Timer } from '@kifu/record/match';

export const ownTimer: Timer = {
  now: () => performance.timeOrigin + performance.now(),
  after(ms, work) {
    const timeout = setTimeout(work, ms);
    return () => clearTimeout(timeout);
  },
};
