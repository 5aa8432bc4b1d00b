/** Timers for rooms that were unloaded: when to load each one again, and how long its players have been offline. */
import type { Seat } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import type { Room } from './room.ts';
import { MAX_TIMER_MS } from './wake.ts';

/** What is known of an unloaded room. */
type IdleRoom = Pick<Room, 'id' | 'away'>;

/** Timers of unloaded rooms. */
export interface IdleRooms {
  /** The ids of rooms with a timer. */
  ids(): Iterable<string>;
  /** Calls a function for a room at a time; loads the room by default. */
  scheduleWake(room: IdleRoom, atMs: number, then?: (id: string) => Promise<unknown>): void;
  /** Loads a room after a while, and retries if that fails: a match in progress must continue. */
  retry(room: IdleRoom): void;
  /** Cancels the timer of a room; returns since when its players have been offline, if it had one. */
  cancelWake(id: string): ReadonlyMap<Seat, number> | undefined;
  /** Cancels all timers. */
  close(): void;
}

interface WakeTimer {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly away: ReadonlyMap<Seat, number>;
}

/** What the timers need of the registry. */
interface IdleHost {
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  load(id: string): Promise<unknown>;
}

/** Delay before a broken room is loaded again; it doubles with each failure, up to a limit. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

/** Creates the timers; `load` brings a room back into memory. */
export function createIdleRooms({ now, log, load }: IdleHost): IdleRooms {
  const timers = new Map<string, WakeTimer>();
  let isClosed = false;

  const cancelWake = (id: string): ReadonlyMap<Seat, number> | undefined => {
    const known = timers.get(id);
    clearTimeout(known?.timer);
    timers.delete(id);
    return known?.away;
  };

  const scheduleWake: IdleRooms['scheduleWake'] = ({ id, away }, atMs, then = load) => {
    const wakeUp = (): void => {
      // further away than a timer can be set: wait again
      if (atMs - now() > MAX_TIMER_MS) {
        set();
        return;
      }
      then(id).catch(err => {
        if (err instanceof RoomElsewhereError) cancelWake(id);
        else {
          log.error({ err, room: id }, 'a room cannot be woken');
          scheduleWake({ id, away }, now() + MAX_RETRY_MS, then);
        }
      });
    };
    const set = (): void => {
      cancelWake(id);
      if (isClosed) return;
      const timer = setTimeout(wakeUp, Math.min(MAX_TIMER_MS, Math.max(0, atMs - now())));
      timer.unref();
      timers.set(id, { timer, away });
    };
    set();
  };

  const retry = (room: IdleRoom, waitMs = RETRY_MS): void => {
    const again = async (id: string): Promise<void> => {
      try {
        await load(id);
      } catch (err) {
        if (err instanceof RoomElsewhereError) cancelWake(id);
        else {
          log.error({ err, room: id }, 'a room cannot be reloaded');
          retry(room, Math.min(MAX_RETRY_MS, 2 * waitMs));
        }
      }
    };
    scheduleWake(room, now() + waitMs, again);
  };

  return {
    ids: () => timers.keys(),
    scheduleWake,
    retry: room => retry(room),
    cancelWake,
    close() {
      isClosed = true;
      for (const id of [...timers.keys()]) cancelWake(id);
    },
  };
}
