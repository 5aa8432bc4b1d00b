/** Times in which the server was down: its process had ended, or the process or its machine stalled. */
import { doNow } from './acts.ts';
import type { Room } from './room.ts';
import type { Services } from './services.ts';
import { isTimed, mayDecree, resume } from './wake.ts';

/** When the server was last up before it was down. */
export interface Downtime {
  /** Milliseconds since 1970; null if unknown. */
  readonly atMs: number | null;
  /** Whether its process ended: then all players must reconnect first. */
  readonly isRestart: boolean;
}

/** A longer time between two notes means that the server stalled. */
const STALL_MS = 2000;

/** Detects stalls, and remembers which rooms have a downtime that their match was not paused for yet. */
export class Downtimes {
  readonly #services: Services;
  readonly #pending = new Map<string, Downtime>();
  #noted: { readonly atMs: number; readonly steadyMs: number };

  constructor(services: Services) {
    this.#services = services;
    this.#noted = { atMs: services.now(), steadyMs: services.steadyNow() };
  }

  /** Notes the downtime of a room that is not in memory. */
  set(id: string, stop: Downtime): void {
    this.#pending.set(id, stop);
  }

  /** Returns and removes the downtime of a room. */
  take(id: string): Downtime | undefined {
    const stop = this.#pending.get(id);
    this.#pending.delete(id);
    return stop;
  }

  /** Notes that the server is up. After a stall, pauses the matches in memory, and those of idle rooms once they are loaded. */
  notice(rooms: Iterable<Room>, idle: Iterable<string>): void {
    const { now, steadyNow, log, metrics } = this.#services;
    const [before, atMs, steadyMs] = [this.#noted, now(), steadyNow()];
    this.#noted = { atMs, steadyMs };
    const gapMs = steadyMs - before.steadyMs;
    if (gapMs <= STALL_MS) return;
    log.warn({ gapMs }, 'the server stalled');
    metrics.stalls.inc();
    const stop: Downtime = { atMs: before.atMs, isRestart: false };
    for (const id of idle) if (!this.#pending.has(id)) this.#pending.set(id, stop);
    for (const room of rooms) {
      for (const [seat, sinceMs] of room.away) room.away.set(seat, sinceMs + gapMs);
      if (room.resumeMs !== null) room.resumeMs += gapMs;
      if (isInProgress(room) && atMs > room.startMs) pauseFor(room, stop);
    }
  }
}

/** Whether the match of a room is in progress, as far as is known. */
const isInProgress = ({ stored, chain, isBroken }: Room): boolean =>
  stored.phase === 'live' && !isBroken && chain !== null && chain.table.outcome === null;

/** Pauses a match for a downtime, which counts against no player. */
export function pauseFor(room: Room, { atMs, isRestart }: Downtime): void {
  const { now, limits } = room.registry;
  const { table } = room.chain!;
  const pausedMs = Math.max(table.ms, Math.floor((atMs ?? 0) - room.startMs));
  // the clock of the machine may have been set back meanwhile: recorded time continues from here
  room.startMs = Math.min(room.startMs, now() - pausedMs);
  if (isRestart) {
    room.held = { pausedMs };
    room.resumeMs = room.stored.seats.some(({ type }) => type === 'person')
      ? now() + limits.resumeMs
      : now();
  } else if (room.held === null && isTimed(room) && mayDecree(table) && !table.talk.isPaused) {
    doNow(room, null, () => ({ type: 'pause' }), pausedMs);
    resume(room);
  }
}
