/** Rooms that are not in memory: when they wake, and since when their players have been away. */
import type { Seat } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import type { Room } from './room.ts';
import { MAX_TIMER_MS } from './wake.ts';

/** What is known of a room that sleeps. */
type Sleeping = Pick<Room, 'id' | 'away'>;

/** All that sleep. */
export interface IdleRooms {
  ids(): Iterable<string>;
  /** Does something with a room at a time: without another word, loads it. */
  sleep(room: Sleeping, untilMs: number, then?: (id: string) => Promise<unknown>): void;
  /** Loads a room anew after a while, and again where that fails: what goes on must go on. */
  retry(room: Sleeping): void;
  /** Sleeps no more; gives since when its players have been away, where it slept. */
  unsleep(id: string): ReadonlyMap<Seat, number> | undefined;
  /** Nothing wakes any more. */
  close(): void;
}

interface Sleeper {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly away: ReadonlyMap<Seat, number>;
}

/** What sleepers need of the registry. */
interface SleeperHost {
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  load(id: string): Promise<unknown>;
}

/** After how long a room that broke down is loaded anew: twice as long each time that fails, up to a limit. */
const RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;

/** Makes a dormitory. */
export function createIdleRooms({ now, log, load }: SleeperHost): IdleRooms {
  const sleepers = new Map<string, Sleeper>();
  let isClosed = false;

  const unsleep = (id: string): ReadonlyMap<Seat, number> | undefined => {
    const sleeper = sleepers.get(id);
    clearTimeout(sleeper?.timer);
    sleepers.delete(id);
    return sleeper?.away;
  };

  const sleep: IdleRooms['sleep'] = ({ id, away }, untilMs, then = load) => {
    const wakeUp = (): void => {
      // longer than a timer can be set: go on sleeping
      if (untilMs - now() > MAX_TIMER_MS) {
        set();
        return;
      }
      then(id).catch(err => {
        if (err instanceof RoomElsewhereError) unsleep(id);
        else {
          log.error({ err, room: id }, 'a room cannot be woken');
          sleep({ id, away }, now() + MAX_RETRY_MS, then);
        }
      });
    };
    const set = (): void => {
      unsleep(id);
      if (isClosed) return;
      const timer = setTimeout(wakeUp, Math.min(MAX_TIMER_MS, Math.max(0, untilMs - now())));
      timer.unref();
      sleepers.set(id, { timer, away });
    };
    set();
  };

  const retry = (room: Sleeping, waitMs = RETRY_MS): void => {
    const again = async (id: string): Promise<void> => {
      try {
        await load(id);
      } catch (err) {
        if (err instanceof RoomElsewhereError) unsleep(id);
        else {
          log.error({ err, room: id }, 'a room cannot be reloaded');
          retry(room, Math.min(MAX_RETRY_MS, 2 * waitMs));
        }
      }
    };
    sleep(room, now() + waitMs, again);
  };

  return {
    ids: () => sleepers.keys(),
    sleep,
    retry: room => retry(room),
    unsleep,
    close() {
      isClosed = true;
      for (const id of [...sleepers.keys()]) unsleep(id);
    },
  };
}
