/** The beats of a server: with each it notes that it is there, and lists matches that have gone on. */
import { StoreFailedError } from '../watched-stores.ts';
import { breakDown } from './acts.ts';
import type { Alive } from './alive.ts';
import { isBehind, listGoingOn } from './list.ts';
import type { RoomRegistry } from './room-registry.ts';

const BEAT_MS = 1000;
/** How many matches are listed with a beat: play goes first, however many matches there are. */
const LISTED_A_BEAT = 32;
const NO_ANSWER = 'the database has not answered for longer than a lease lasts';

/** Beats once a second. */
export class Heartbeat {
  readonly #registry: RoomRegistry;
  readonly #alive: Alive;
  readonly #yieldTo: (rival: string) => void;
  /** Matches that have gone on since they were listed; those that have waited longest come first. */
  readonly #behind = new Set<string>(); // by id, so that it holds none of them in memory
  #timer: NodeJS.Timeout | undefined;

  /** `yieldTo` hears of another server that uses the store. */
  constructor(registry: RoomRegistry, alive: Alive, yieldTo: (rival: string) => void) {
    this.#registry = registry;
    this.#alive = alive;
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
    // acts could not be acknowledged here: players are put out, and find the process that has their match by now
    if (cluster?.isCutOff)
      for (const room of [...rooms.values()])
        if (!room.isFollowed) breakDown(room, new StoreFailedError(NO_ANSWER));
    // before listing: rooms that another process has by now are let go here
    if (cluster !== null) await this.#alive.note();
    this.#listSome();
    if (cluster !== null) return;
    const rival = await this.#alive.rival();
    if (registry.isStopping) return;
    if (rival === null) void this.#alive.note();
    else this.#yieldTo(rival);
  }

  #listSome(): void {
    const { rooms } = this.#registry;
    for (const room of rooms.values()) if (isBehind(room)) this.#behind.add(room.id);
    for (const id of [...this.#behind].slice(0, LISTED_A_BEAT)) {
      this.#behind.delete(id);
      // one that has left memory was listed as it went
      const room = rooms.get(id);
      if (room !== undefined && isBehind(room)) void listGoingOn(room);
    }
  }
}
