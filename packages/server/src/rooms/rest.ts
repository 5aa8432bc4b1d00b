/** Rooms that nobody uses: when one leaves memory, until when it sleeps, and when an invite is forgotten. */
import type { ServerStores } from '../options.ts';
import { isBehind, listGoingOn } from './list.ts';
import type { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { Sleepers, Sleeping } from './sleepers.ts';
import { nextMs } from './wake.ts';

/** What rest needs of the registry. */
interface RestHost {
  readonly registry: RoomRegistry;
  readonly sleepers: Sleepers;
  /** Takes a room for this process. */
  take(id: string): Promise<ServerStores>;
  /** Takes a room out of memory. */
  remove(room: Room): void;
}

/** Lets rooms rest. */
export class RoomRest {
  readonly #host: RestHost;

  constructor(host: RestHost) {
    this.#host = host;
  }

  /** Lets a room go from memory once it is at rest. */
  consider(room: Room): void {
    const { registry } = this.#host;
    if (!isAtRest(room) || registry.isStopping || room.resting !== null) return;
    room.resting = setTimeout(() => {
      room.resting = null;
      if (isAtRest(room) && registry.rooms.get(room.id) === room) this.#letGo(room);
    }, registry.limits.restMs);
    room.resting.unref();
  }

  #letGo(room: Room): void {
    const { registry, sleepers, remove } = this.#host;
    const { cluster, log, stored } = registry;
    const dueMs = nextMs(room);
    stopTimer(room);
    remove(room);
    if (isBehind(room)) void listGoingOn(room);
    if (room.kept.phase === 'open') this.sleepOpen(room);
    else if (dueMs !== null) sleepers.sleep(room, dueMs);
    // of a match that is over any process may have the lease
    else if (!stored.current.isDue(room.id))
      cluster?.release(room.id).catch(err => log.error({ err }, 'a room cannot be given back'));
  }

  /** Lets an invite sleep, and forgets it where it is not taken in time. */
  sleepOpen(room: Sleeping): void {
    const { registry, sleepers, take } = this.#host;
    // another process may have people at it
    const forget = async (id: string) => this.forget(id, await take(id));
    sleepers.sleep(room, registry.now() + registry.limits.inviteMs, forget);
  }

  /** Forgets an invite. */
  async forget(id: string, { vault }: ServerStores): Promise<void> {
    const { registry, sleepers } = this.#host;
    sleepers.unsleep(id);
    await vault.remove('room', id);
    await vault.remove('chat', id);
    registry.stored.strike({ id, match: null });
    await registry.cluster?.release(id);
  }
}

/** Stops what a room would do next. */
export function stopTimer(room: Room): void {
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
}

/** No member is connected, nothing is being done, and nothing will be in a while. */
function isAtRest(room: Room): boolean {
  if (room.members.size > 0 || room.isBusy || room.jobs.length > 0 || room.thinking.size > 0)
    return false;
  const dueMs = nextMs(room);
  return dueMs === null || dueMs - room.registry.now() > 2 * room.registry.limits.restMs;
}
