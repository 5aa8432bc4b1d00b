/** Rooms that continue although no guest asks for them: those from before a restart, and those of processes that are down. */
import type { Cluster } from '../cluster/cluster.ts';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import { breakDown } from './acts.ts';
import type { Downtime, Downtimes } from './downtime.ts';
import type { IdleRooms } from './idle-rooms.ts';
import { countElsewhere } from './members.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';
import type { RoomUnloader } from './unloading.ts';

/** How often a process looks for rooms without a process, even if none is known to be down. */
const SWEEP_MS = 30_000;
/** How many rooms one query covers, and how many are taken over at once. */
const SWEPT_AT_ONCE = 1000;
const TAKEN_AT_ONCE = 8;

/** What recovery needs of the registry. */
interface RecoveryHost {
  readonly registry: RoomRegistry;
  readonly idle: IdleRooms;
  readonly downtimes: Downtimes;
  readonly unloader: RoomUnloader;
}

/** Indexes the rooms of the store, and loads those that must continue. */
export class RoomRecovery {
  readonly #host: RecoveryHost;
  #sweptMs: number;

  constructor(host: RecoveryHost) {
    this.#host = host;
    this.#sweptMs = host.registry.now();
  }

  /** Indexes a room that was stored, changed or removed; logs a room that cannot be read. Without a downtime, another process has it. */
  recall(id: string, stop: Downtime | null = null): Promise<void> {
    const { log } = this.#host.registry;
    return this.#recall(id, stop).catch(err =>
      log.error({ err, room: id }, 'a stored room cannot be read'),
    );
  }

  async #recall(id: string, stop: Downtime | null): Promise<void> {
    const { registry, idle, downtimes, unloader } = this.#host;
    const { storedRooms, stores } = registry;
    const stored = (await stores.vault.get('room', id)) as StoredInvite | undefined;
    if (stored === undefined) {
      idle.cancelWake(id);
      storedRooms.current.remove(id);
      return;
    }
    storedRooms.current.put(stored);
    if (stored.phase !== 'live') unloader.expireLater({ stored, away: new Map() });
    else if (stop === null) idle.cancelWake(id);
    else {
      downtimes.set(id, stop);
      storedRooms.noteMatch(stored.match!, id);
    }
  }

  /** Indexes all stored rooms but those of this process. */
  async recallAll(stop: Downtime | null = null): Promise<void> {
    const { cluster, stores, storedRooms } = this.#host.registry;
    const names = await stores.vault.names('room');
    for (const id of new Set([...names, ...storedRooms.current.ids()]))
      if (cluster?.has(id) !== true) await this.recall(id, cluster === null ? stop : null);
  }

  /** Loads a room so that it continues; retries later if it cannot be loaded. */
  async wake(id: string): Promise<void> {
    const { registry, idle } = this.#host;
    try {
      await registry.find(id);
    } catch (err) {
      if (err instanceof RoomElsewhereError) return;
      registry.log.error({ err, room: id }, 'a match cannot resume');
      idle.retry({ id, away: new Map() });
    }
  }

  /** Loads all rooms that must continue, one at a time: guests are served meanwhile, and a room that a guest needs is loaded at once. */
  async wakeAll(): Promise<void> {
    const { registry } = this.#host;
    for (const id of registry.storedRooms.current.due()) {
      if (registry.isStopping) return;
      await this.wake(id);
    }
  }

  /** Handles the result of a beat: leaves rooms whose lease was lost, and takes over those of processes that are down. */
  heed({ lost, gone }: Awaited<ReturnType<Cluster['beat']>>): void {
    const { rooms, now, isStopping } = this.#host.registry;
    for (const name of gone) for (const room of rooms.values()) countElsewhere(room, name, 0);
    for (const id of lost) {
      const room = rooms.get(id);
      if (room !== undefined) breakDown(room, new RoomElsewhereError(''));
    }
    if (isStopping || (gone.length === 0 && now() - this.#sweptMs <= SWEEP_MS)) return;
    this.#sweptMs = now();
    void this.takeOver();
  }

  /** Loads rooms that no process has. Other processes do the same; the first one gets the room. */
  async takeOver(): Promise<void> {
    const { registry } = this.#host;
    const { rooms, storedRooms } = registry;
    const cluster = registry.cluster!;
    const ids = storedRooms.current.due().filter(id => !rooms.has(id) && !cluster.has(id));
    for (let i = 0; i < ids.length; i += SWEPT_AT_ONCE) {
      const vacant = await cluster.vacant(ids.slice(i, i + SWEPT_AT_ONCE)).catch(() => []);
      const queue = vacant.toSorted(() => Math.random() - 0.5);
      const takeSome = async (): Promise<void> => {
        for (let id = queue.pop(); id !== undefined && !registry.isStopping; id = queue.pop())
          await this.wake(id);
      };
      await Promise.all(Array.from({ length: TAKEN_AT_ONCE }, takeSome));
    }
  }
}
