/** A time in which the server was not there: its process ended, or it or the machine stood still. */
import { doNow } from './acts.ts';
import type { Room } from './room.ts';
import { isTimed, mayDecree, resume } from './wake.ts';

/** When the server was last there before it was not. */
export interface Downtime {
  /** Milliseconds since 1970; null where it is not known. */
  readonly atMs: number | null;
  /** Whether its process ended: then all players must come back first. */
  readonly isRestart: boolean;
}

/** Makes it a pause of a match: it was no player's time. */
export function pauseFor(room: Room, { atMs, isRestart }: Downtime): void {
  const { now, limits } = room.registry;
  const { table } = room.chain!;
  const pausedMs = Math.max(table.ms, Math.floor((atMs ?? 0) - room.startMs));
  // the clock of the machine may have been set back meanwhile: what is recorded goes on from there
  room.startMs = Math.min(room.startMs, now() - pausedMs);
  if (isRestart) {
    room.held = { pausedMs };
    room.resumeMs = room.kept.seats.some(({ type }) => type === 'person')
      ? now() + limits.resumeMs
      : now();
  } else if (room.held === null && isTimed(room) && mayDecree(table) && !table.talk.isPaused) {
    doNow(room, null, () => ({ type: 'pause' }), pausedMs);
    resume(room);
  }
}
