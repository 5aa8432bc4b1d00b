/** Who is asked next, and when time passes, in games of any pace. */
import type { Game, Seat } from '@kifu/core';

/** How long time passes between two rounds of decisions where seats act at any time. */
const ROUND_SECONDS = 0.5;

/** Whether seats decide once a round, and time passes between rounds. */
export const hasRounds = ({ pace, time }: Game): boolean => pace === 'free' && time !== undefined;

/** The seat to ask: one that can move, and in rounds has not been asked in this one. Null where time must pass. */
export function seatToAsk(game: Game, state: unknown, asked: readonly Seat[]): Seat | null {
  const able = game.active(state).filter(seat => !isEmpty(game.legal(state, seat)));
  if (hasRounds(game)) return able.find(seat => !asked.includes(seat)) ?? null;
  const last = asked.at(-1) ?? -1;
  return able.find(seat => seat > last) ?? able[0] ?? null;
}

/** The tick up to which time passes while no seat acts; null where it cannot help. */
export function tickToPass({ time, pace }: Game, state: unknown): number | null {
  if (time === undefined) return null;
  const now = time.now(state);
  const next = time.next(state);
  if (pace !== 'free') return next === null ? null : Math.max(now + 1, next);
  const round = Math.max(1, Math.round(time.hz(state) * ROUND_SECONDS));
  return Math.max(now + 1, Math.min(now + round, next ?? Number.MAX_SAFE_INTEGER));
}

function isEmpty(items: Iterable<unknown>): boolean {
  for (const _ of items) return false;
  return true;
}
