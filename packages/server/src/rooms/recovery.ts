/** Rooms that go on though no guest asks for them: those of before a restart, and those of processes that are gone. */
import type { Cluster } from '../cluster/cluster.ts';
import { RoomElsewhereError } from '../cluster/elsewhere.ts';
import { breakDown } from './acts.ts';
import { countElsewhere } from './people.ts';
import type { RoomRest } from './rest.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { Sleepers } from './sleepers.ts';
import type { Standstill, Standstills } from './standstill.ts';
import type { StoredInvite } from './stored-invite.ts';

/** How often it is looked for rooms that no process has, even where none is known to be gone. */
const SWEEP_MS = 30_000;
/** How many rooms are looked for at once, and how many are taken over. */
const SWEPT_AT_ONCE = 1000;
const TAKEN_AT_ONCE = 8;

/** What recovery needs of the registry. */
interface RecoveryHost {
  readonly registry: RoomRegistry;
  readonly sleepers: Sleepers;
  readonly standstills: Standstills;
  readonly rest: RoomRest;
}

/** Recalls rooms from the store and wakes them. */
export class RoomRecovery {
  readonly #host: RecoveryHost;
  #sweptMs: number;

  constructor(host: RecoveryHost) {
    this.#host = host;
    this.#sweptMs = host.registry.now();
  }

  /** Takes note of a room that is stored, or is not any more. Without a stop it is another process that has it. */
  async #recall(id: string, stop: Standstill | null): Promise<void> {
    const { registry, sleepers, standstills, rest } = this.#host;
    const { stored } = registry;
    const kept = (await registry.stores.vault.get('room', id)) as StoredInvite | undefined;
    if (kept === undefined) {
      sleepers.unsleep(id);
      stored.current.remove(id);
      return;
    }
    stored.current.put(kept);
    if (kept.phase !== 'live') rest.sleepOpen({ id, away: new Map() });
    else if (stop === null) sleepers.unsleep(id);
    else {
      standstills.set(id, stop);
      stored.noteMatch(kept.match!, id);
    }
  }

  /** A room that cannot be read does not keep the others from being recalled. */
  recall(id: string, stop: Standstill | null = null): Promise<void> {
    return this.#recall(id, stop).catch(err =>
      this.#host.registry.log.error({ err, room: id }, 'what is kept of a room cannot be read'),
    );
  }

  /** Takes note of all rooms that are stored, but for those that this process has. */
  async recallAll(stop: Standstill | null = null): Promise<void> {
    const { cluster, stores, stored } = this.#host.registry;
    const kept = await stores.vault.names('room');
    for (const id of new Set([...kept, ...stored.current.ids()]))
      if (cluster?.has(id) !== true) await this.recall(id, cluster === null ? stop : null);
  }

  async wake(id: string): Promise<void> {
    const { registry, sleepers } = this.#host;
    try {
      await registry.find(id);
    } catch (err) {
      if (err instanceof RoomElsewhereError) return;
      registry.log.error({ err, room: id }, 'a match cannot go on');
      sleepers.retry({ id, away: new Map() });
    }
  }

  /** One after the other, while guests are served: a room that a guest asks for is loaded at once. */
  async wakeAll(): Promise<void> {
    const { registry } = this.#host;
    for (const id of registry.stored.current.due()) {
      if (registry.isStopping) return;
      await this.wake(id);
    }
  }

  /** Looks at what became of the processes: lost rooms are left, those of processes that are gone are taken over. */
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

  /** Goes on with what no process has; others do the same, and the first one has it. */
  async takeOver(): Promise<void> {
    const { registry } = this.#host;
    const { rooms, stored } = registry;
    const cluster = registry.cluster!;
    const ids = stored.current.due().filter(id => !rooms.has(id) && !cluster.has(id));
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
