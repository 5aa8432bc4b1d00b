/** Rooms that nobody uses: when they leave memory, when they are loaded again, and when an invite expires. */
import type { ServerStores } from '../options.ts';
import type { IdleRooms } from './idle-rooms.ts';
import { indexLive, isIndexBehind } from './list.ts';
import type { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import { isCorrespondence, type StoredInvite } from './stored-invite.ts';
import { nextMs } from './wake.ts';

/** What unloading needs of the registry. */
interface UnloadingHost {
  readonly registry: RoomRegistry;
  readonly idle: IdleRooms;
  /** Takes the lease on a room for this process. */
  take(id: string): Promise<ServerStores>;
  /** Removes a room from memory. */
  remove(room: Room): void;
}

/** Unloads rooms at rest. */
export class RoomUnloader {
  readonly #host: UnloadingHost;

  constructor(host: UnloadingHost) {
    this.#host = host;
  }

  /** Unloads a room after a while, if it is still at rest then. */
  consider(room: Room): void {
    const { registry } = this.#host;
    if (!isAtRest(room) || registry.isStopping || room.resting !== null) return;
    room.resting = setTimeout(() => {
      room.resting = null;
      if (isAtRest(room) && registry.rooms.get(room.id) === room) this.#unload(room);
    }, registry.limits.restMs);
    room.resting.unref();
  }

  #unload(room: Room): void {
    const { registry, idle, remove } = this.#host;
    const { cluster, log, storedRooms } = registry;
    const dueMs = nextMs(room);
    stopTimer(room);
    remove(room);
    if (isIndexBehind(room)) void indexLive(room);
    if (room.stored.phase === 'open') this.expireLater(room);
    else if (dueMs !== null) idle.scheduleWake(room, dueMs);
    // any process may hold the lease of a match that is over
    else if (!storedRooms.current.isDue(room.id))
      cluster?.release(room.id).catch(err => log.error({ err }, 'a room cannot be released'));
  }

  /** Forgets an unloaded invite when its time is over, counted again from each call. */
  expireLater({ stored, away }: Pick<Room, 'stored' | 'away'>): void {
    const { registry, idle, take } = this.#host;
    const { inviteMs, challengeMs } = registry.limits;
    const atMs = registry.now() + (isAwaited(stored) ? challengeMs : inviteMs);
    const wait = (): void => idle.scheduleWake({ id: stored.id, away }, atMs, expire);
    const expire = async (id: string): Promise<void> => {
      if (registry.now() < atMs) wait();
      // with the lease: another process may have members in the room
      else await this.forget(id, await take(id));
    };
    wait();
  }

  /** Deletes an invite from the store. */
  async forget(id: string, { vault }: ServerStores): Promise<void> {
    const { registry, idle } = this.#host;
    idle.cancelWake(id);
    await vault.remove('room', id);
    await vault.remove('chat', id);
    registry.storedRooms.strike({ id, match: null });
    await registry.cluster?.release(id);
  }
}

/** Cancels the timer of a room. */
export function stopTimer(room: Room): void {
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
}

/** Whether an opponent who joins expects the player at the board: the game is public, to be played at once, and nothing tells the player. */
const isAwaited = (stored: StoredInvite): boolean =>
  stored.visibility === 'public' &&
  stored.tournament === undefined &&
  !isCorrespondence(stored) &&
  !stored.seats.some(({ isMaker, push }) => isMaker && push !== undefined);

/** Whether no member is connected, nothing is in progress, and nothing is due soon. */
function isAtRest(room: Room): boolean {
  if (room.members.size > 0 || room.isBusy || room.jobs.length > 0 || room.bots?.isBusy)
    return false;
  // a room that is unloaded while it asks for vacations would append next to the one that is loaded after it
  if (room.vacationChecks > 0) return false;
  const dueMs = nextMs(room);
  return dueMs === null || dueMs - room.registry.now() > 2 * room.registry.limits.restMs;
}
