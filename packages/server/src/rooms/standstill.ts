/** A time in which the server was not there: its process ended, or it or the machine stood still. */
import { doNow } from './acts.ts';
import type { Room } from './room.ts';
import type { Services } from './services.ts';
import { isTimed, mayDecree, resume } from './wake.ts';

/** When the server was last there before it was not. */
export interface Standstill {
  /** Milliseconds since 1970; null where it is not known. */
  readonly atMs: number | null;
  /** Whether its process ended: then all players must come back first. */
  readonly isRestart: boolean;
}

/** A longer time between two notes is one in which the server stood still. */
const STALL_MS = 2000;

/** Notices when the server stood still, and remembers the rooms that have not been looked at since. */
export class Standstills {
  readonly #services: Services;
  readonly #stopped = new Map<string, Standstill>();
  #noted: { readonly atMs: number; readonly steadyMs: number };

  constructor(services: Services) {
    this.#services = services;
    this.#noted = { atMs: services.now(), steadyMs: services.steadyNow() };
  }

  set(id: string, stop: Standstill): void {
    this.#stopped.set(id, stop);
  }

  /** Takes the standstill that a room goes on from. */
  take(id: string): Standstill | undefined {
    const stop = this.#stopped.get(id);
    this.#stopped.delete(id);
    return stop;
  }

  /** Notes that the server is there. Where it was not for a while, matches get a pause for it; those asleep once they wake. */
  notice(rooms: Iterable<Room>, asleep: Iterable<string>): void {
    const { now, steadyNow, log, metrics } = this.#services;
    const [before, atMs, steadyMs] = [this.#noted, now(), steadyNow()];
    this.#noted = { atMs, steadyMs };
    const gapMs = steadyMs - before.steadyMs;
    if (gapMs <= STALL_MS) return;
    log.warn({ gapMs }, 'the server stood still');
    metrics.stalls.inc();
    const stop: Standstill = { atMs: before.atMs, isRestart: false };
    for (const id of asleep) if (!this.#stopped.has(id)) this.#stopped.set(id, stop);
    for (const room of rooms) {
      for (const [seat, sinceMs] of room.away) room.away.set(seat, sinceMs + gapMs);
      if (room.resumeMs !== null) room.resumeMs += gapMs;
      if (isGoing(room) && atMs > room.startMs) pauseFor(room, stop);
    }
  }
}

/** Whether a match goes on in a room, as far as is known. */
const isGoing = ({ kept, chain, isBroken }: Room): boolean =>
  kept.phase === 'live' && !isBroken && chain !== null && chain.table.outcome === null;

/** Makes it a pause of a match: it was no player's time. */
export function pauseFor(room: Room, { atMs, isRestart }: Standstill): void {
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
