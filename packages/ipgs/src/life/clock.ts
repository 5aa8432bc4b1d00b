/** Thinking time, by the timestamps of commits. IPGS §8. */
import type { Seat } from '@kifu/core';
import type { PeerClock } from '../payload.ts';
import { SECOND } from '../timestamp.ts';

/** The clocks of a match; all in nanoseconds. */
export interface PeerClocks {
  readonly control: PeerClock;
  /** What each seat has used, by seat. */
  readonly used: readonly [bigint, bigint];
  /** When the present turn was given, moved by the time that play has paused since; null before the first move, which is not charged. */
  readonly since: bigint | null;
  /** When play stopped, for counting or a result; null while it continues. */
  readonly stoppedAt: bigint | null;
  /** Whose last move took too long, as long as the opponent has not moved since. */
  readonly overrun: Seat | null;
}

/** The clocks before the first move. */
export const startPeerClocks = (control: PeerClock): PeerClocks => ({
  control,
  used: [0n, 0n],
  since: null,
  stoppedAt: null,
  overrun: null,
});

const limitOf = ({ seconds }: PeerClock): bigint => BigInt(seconds) * SECOND;

/** Charges a move, which gives the turn on. */
export function chargeMove(clocks: PeerClocks, seat: Seat, at: bigint): PeerClocks {
  const { control, since, used } = clocks;
  const took = since === null ? 0n : at - since;
  const total = used[seat as 0 | 1] + took;
  const isOver = (control.type === 'absolute' ? total : took) > limitOf(control);
  return {
    ...clocks,
    used: seat === 0 ? [total, used[1]] : [used[0], total],
    since: at,
    overrun: isOver ? seat : null,
  };
}

/** Stops the clocks; those that are stopped keep their moment. */
export const stopClocks = (clocks: PeerClocks, at: bigint): PeerClocks =>
  clocks.stoppedAt === null ? { ...clocks, stoppedAt: at } : clocks;

/** Resumes play at a moment, as if it had never stopped. */
export function resumeClocks(clocks: PeerClocks, at: bigint): PeerClocks {
  const { since, stoppedAt } = clocks;
  if (stoppedAt === null) return clocks;
  return { ...clocks, since: since === null ? null : since + at - stoppedAt, stoppedAt: null };
}

/** Milliseconds that a seat has left, not below 0; null where each move has its own time. */
export function msLeft({ control, used }: PeerClocks, seat: Seat): number | null {
  if (control.type !== 'absolute') return null;
  const left = limitOf(control) - used[seat as 0 | 1];
  return left < 0n ? 0 : Number(left / 1_000_000n);
}

/** When the time of the seat that is to move runs out; null before the first move. */
export function deadlineOf({ control, used, since }: PeerClocks, seat: Seat): bigint | null {
  if (since === null) return null;
  const spent = control.type === 'absolute' ? used[seat as 0 | 1] : 0n;
  return since + limitOf(control) - spent;
}

/** How long after the deadline the other player may not claim the flag yet, since commits take their time to travel. */
function graceOf(control: PeerClock): bigint {
  const share = limitOf(control) / 100n;
  return share > 60n * SECOND ? share : 60n * SECOND;
}

/** Whether the flag of a seat can be claimed as fallen: at once where its last move was too late, else after some grace. */
export function isClaimable(
  clocks: PeerClocks,
  seat: Seat,
  isToMove: boolean,
  at: bigint,
): boolean {
  if (clocks.overrun === seat) return true;
  const deadline = isToMove ? deadlineOf(clocks, seat) : null;
  return deadline !== null && (clocks.stoppedAt ?? at) >= deadline + graceOf(clocks.control);
}
