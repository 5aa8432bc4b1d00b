/** The beat of a server: once per second it notes that it is up, and updates the index entries of live matches. */
import { StoreFailedError } from '../watched-stores.ts';
import { breakDown } from './acts.ts';
import type { Heartbeat } from './heartbeat.ts';
import { indexLive, isIndexBehind } from './list.ts';
import type { RoomRegistry } from './room-registry.ts';

const BEAT_MS = 1000;
/** How many matches one beat indexes: playing comes first, however many matches there are. */
const LISTED_PER_BEAT = 32;
const NO_ANSWER = 'the database has not answered for longer than a lease lasts';

/** Timer of the beats. */
export class ServerBeat {
  readonly #registry: RoomRegistry;
  readonly #heartbeat: Heartbeat;
  readonly #yieldTo: (rival: string) => void;
  /** Matches with moves that the index lacks, longest waiting first. */
  readonly #behind = new Set<string>(); // by id, so that rooms can be unloaded
  #timer: NodeJS.Timeout | undefined;

  /** Calls `yieldTo` when another server uses the store. */
  constructor(registry: RoomRegistry, heartbeat: Heartbeat, yieldTo: (rival: string) => void) {
    this.#registry = registry;
    this.#heartbeat = heartbeat;
    this.#yieldTo = yieldTo;
  }

  start(): void {
    const { log } = this.#registry;
    this.#timer = setInterval(
      () => this.#beat().catch(err => log.error({ err }, 'the store cannot be read')),
      BEAT_MS,
    );
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #beat(): Promise<void> {
    const registry = this.#registry;
    const { cluster, rooms } = registry;
    registry.notice();
    // actions could not be acknowledged here: players are disconnected, and find the process that has their match by now
    if (cluster?.isCutOff)
      for (const room of [...rooms.values()])
        if (!room.isFollowed) breakDown(room, new StoreFailedError(NO_ANSWER));
    // before indexing: this drops rooms that another process has by now
    if (cluster !== null) await this.#heartbeat.note();
    this.#listSome();
    if (cluster !== null) return;
    const rival = await this.#heartbeat.rival();
    if (registry.isStopping) return;
    if (rival === null) void this.#heartbeat.note();
    else this.#yieldTo(rival);
  }

  #listSome(): void {
    const { rooms } = this.#registry;
    for (const room of rooms.values()) if (isIndexBehind(room)) this.#behind.add(room.id);
    for (const id of [...this.#behind].slice(0, LISTED_PER_BEAT)) {
      this.#behind.delete(id);
      // a room that was unloaded was indexed before
      const room = rooms.get(id);
      if (room !== undefined && isIndexBehind(room)) void indexLive(room);
    }
  }
}
