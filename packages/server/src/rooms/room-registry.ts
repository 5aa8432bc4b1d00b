/** All rooms of a server: those in memory, and how a room is found, created, loaded and unloaded. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Invite } from '@kifu/client';
import { CLOSE } from '@kifu/client/protocol';
import type { Kit } from '@kifu/core';
import { idOf } from '@kifu/record';
import type { ClusterMessage } from '../cluster/cluster.ts';
import type { ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';
import { breakDown } from './acts.ts';
import { beginIfReady } from './begin.ts';
import { broadcast } from './broadcast.ts';
import { isDue } from './current-rooms.ts';
import { Downtimes } from './downtime.ts';
import { createFollowing } from './follow.ts';
import { createHeartbeat, type Heartbeat } from './heartbeat.ts';
import { createIdleRooms } from './idle-rooms.ts';
import { indexLive, isIndexBehind } from './list.ts';
import { continueMatch, loadRoom } from './load.ts';
import { countElsewhere, say } from './members.ts';
import { RoomRecovery } from './recovery.ts';
import { Room } from './room.ts';
import { ServerBeat } from './server-beat.ts';
import type { Services } from './services.ts';
import { guestsOf, type StoredInvite } from './stored-invite.ts';
import { StoredRooms } from './stored-rooms.ts';
import { RoomUnloader, stopTimer } from './unloading.ts';
import { followVacationsSafely } from './vacations.ts';
import { schedule } from './wake.ts';

/** The server is stopping and loads no more rooms. */
class RegistryClosedError extends Error {
  override readonly name = 'RegistryClosedError';
  /** For HTTP: retry. */
  readonly statusCode = 503;
  constructor() {
    super('the server is stopping');
  }
}

/** How long a stopping server waits for its rooms. */
const CLOSE_MS = 5000;

/** Has the services of a server as its fields. */
const WithServices = class {
  constructor(services: Services) {
    Object.assign(this, services);
  }
} as new (
  services: Services,
) => Services;

/** Rooms of a server, and the services that they share. Call `resumeAll` after creating it. */
export class RoomRegistry extends WithServices {
  readonly storedRooms: StoredRooms;
  readonly #rooms = new Map<string, Room>();
  readonly #loading = new Map<string, Promise<Room | null>>();
  readonly #downtimes: Downtimes;
  readonly #idle = createIdleRooms({
    ...{ now: this.now, log: this.log },
    load: id => this.find(id),
  });
  readonly #following = createFollowing(this, id => this.storedRooms.read(id));
  readonly #unloader: RoomUnloader;
  readonly #recovery: RoomRecovery;
  readonly #heartbeat: Heartbeat;
  readonly #beat: ServerBeat;
  #era = freshId();
  #isClosed = false;

  constructor(services: Services) {
    super(services);
    const { cluster, now, log, stores } = services;
    this.storedRooms = new StoredRooms(services);
    this.#downtimes = new Downtimes(services);
    const shared = { registry: this, idle: this.#idle };
    this.#unloader = new RoomUnloader({
      ...shared,
      take: id => this.#take(id),
      remove: room => this.#remove(room),
    });
    this.#recovery = new RoomRecovery({
      ...shared,
      ...{ downtimes: this.#downtimes, unloader: this.#unloader },
    });
    this.#heartbeat = createHeartbeat({
      ...{ vault: stores.vault, now, log },
      beat: cluster && (() => cluster.beat().then(result => this.#recovery.heed(result))),
    });
    this.#beat = new ServerBeat(this, this.#heartbeat, rival => this.#yieldTo(rival));
  }

  /** Whether the server is stopping: it finishes what is in progress and starts nothing. */
  get isStopping(): boolean {
    return this.#isClosed;
  }

  /** Rooms in memory. */
  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  /** Returns the era of the store, which changes when its history does; neither signed nor trusted. */
  era(): string {
    return this.#era;
  }

  /** Finds a room by the id of its invite or match, in memory or in the store. Throws `RoomElsewhereError` if another process has it. */
  async find(id: string): Promise<Room | null> {
    const known = this.#rooms.get(id);
    if (known !== undefined) return known;
    const own = await this.storedRooms.idOf(id);
    if (this.#isClosed) throw new RegistryClosedError();
    if (own === null) return null;
    const there = this.#rooms.get(own) ?? this.#loading.get(own);
    if (there !== undefined) return there;
    const promise = this.#load(own).finally(() => this.#loading.delete(own));
    this.#loading.set(own, promise);
    return promise;
  }

  /** Finds a room of another process for spectators; null if there is none. */
  async follow(id: string): Promise<Room | null> {
    if (this.#isClosed) throw new RegistryClosedError();
    const own = await this.storedRooms.idOf(id);
    return own === null ? null : this.#following.follow(own);
  }

  /** Indexes a room of another process that has changed it. */
  async recall(id: string): Promise<void> {
    if (this.cluster?.has(id) === false) await this.#recovery.recall(id);
  }

  /** Lists public invites and live matches, of one game or all. Networks take turns, so that none fills the list. */
  listBoard(limit: number, game?: string): readonly Invite[] {
    return this.storedRooms.current.list(limit, game);
  }

  /** Creates and stores a room; null if one of its guests has reached their quota. */
  async open(kit: Kit, stored: StoredInvite): Promise<Room | null> {
    if (!guestsOf(stored).every(this.quotas.matches.has)) return null;
    // before the first wait: other rooms may be created at the same time
    const unclaim = this.storedRooms.current.claim(stored);
    let room: Room;
    try {
      room = new Room(this, kit, stored, await this.#take(stored.id));
      await this.storedRooms.save(room);
    } catch (cause) {
      unclaim();
      // the room may be stored although the answer was lost: the creator gets an error, so no one may find it later
      await this.stores.vault.remove('room', stored.id).catch(() => {});
      throw cause;
    }
    this.#put(room);
    schedule(room);
    return room;
  }

  /** Returns the stores through which a room writes: with a lease on it, where several processes share them. */
  async #take(id: string): Promise<ServerStores> {
    if (this.cluster === null) return this.stores;
    const { stores, leftMs } = await this.cluster.take(id);
    this.#following.stop(id);
    if (leftMs !== null) {
      this.metrics.takeovers.inc();
      this.#downtimes.set(id, { atMs: leftMs, isRestart: true });
    }
    return stores;
  }

  async #load(id: string): Promise<Room | null> {
    const { storedRooms } = this;
    if ((await storedRooms.read(id)) === undefined) return null;
    const own = await this.#take(id);
    // another process may have changed it until this one got the lease
    const stored = await storedRooms.read(id);
    if (stored === undefined) {
      await this.cluster?.release(id);
      return null;
    }
    const room = await loadRoom(this, stored, own);
    this.#put(room);
    if (stored.phase === 'live') continueMatch(room, () => this.#downtimes.take(id));
    else schedule(room);
    // after a crash between storing its end and removing it from the index
    if (stored.phase === 'ended') storedRooms.strike(stored);
    // its start may have failed
    if (stored.phase === 'open') beginIfReady(room).catch(cause => breakDown(room, cause));
    return room;
  }

  #put(room: Room): void {
    this.#rooms.set(room.id, room);
    this.metrics.rooms.set(this.#rooms.size);
    for (const [seat, sinceMs] of this.#idle.cancelWake(room.id) ?? [])
      room.away.set(seat, sinceMs);
  }

  #remove(room: Room): void {
    room.bots?.stop();
    if (this.#rooms.get(room.id) === room) this.#rooms.delete(room.id);
    this.metrics.rooms.set(this.#rooms.size);
  }

  /** Unloads a room once it is at rest. */
  considerRest(room: Room): void {
    if (room.isFollowed) this.#following.considerLeaving(room);
    else this.#unloader.consider(room);
  }

  /** Deletes an invite that was canceled, and notifies its members. */
  async forget(room: Room): Promise<void> {
    room.isForgotten = true;
    await this.#unloader.forget(room.id, room.stores);
    this.drop(room, 'canceled');
  }

  /** Disconnects all members of a room and removes it from memory; it is loaded again when a guest comes. */
  drop(room: Room, reason: 'moved' | 'store' | 'shutdown' | 'forked' | 'canceled'): void {
    stopTimer(room);
    broadcast(room, { type: 'bye', reason });
    const code = reason === 'forked' ? CLOSE.forked : CLOSE.shutdown;
    for (const { connection } of room.members) connection.close(code, reason);
    room.members.clear();
    this.#remove(room);
    // a match in progress must continue, even if no guest comes
    const isOurs = !this.#isClosed && !room.isFollowed;
    if (isOurs && this.storedRooms.current.has(room.id) && isDue(room.stored))
      this.#idle.retry(room);
  }

  /** Reloads a room whose match was restored by its players, in a new era. */
  async healed(room: Room): Promise<void> {
    this.#era = freshId();
    await this.stores.vault.put('server', 'era', this.#era);
    this.#downtimes.set(room.id, { atMs: null, isRestart: true });
    this.drop(room, 'moved');
  }

  /** Ends a match with two proven histories: neither continues, and it counts for no player. */
  async forked(room: Room, proof: string): Promise<void> {
    await this.storedRooms.saveFork(room, proof);
    this.log.error({ room: room.id }, 'a match has two proved histories');
    this.drop(room, 'forked');
    await this.stores.library?.remove(idOf(room.chain!.table.match));
  }

  /** Pauses or resumes the correspondence matches of a player whose vacation started or ended, here and in other processes. */
  async followPlayer(player: string): Promise<void> {
    this.cluster?.tell({ type: 'player', player });
    await this.#followPlayer(player);
  }

  async #followPlayer(player: string): Promise<void> {
    for (const id of this.storedRooms.current.of(player)) {
      const room = this.#rooms.get(id);
      if (room === undefined) await this.#recovery.wake(id);
      else if (!room.isFollowed) await followVacationsSafely(room);
    }
  }

  /** Handles a message of another process; null if messages may have been missed. */
  #onMessage(message: ClusterMessage | null, by: string): void {
    if (this.#isClosed) return;
    if (message === null) {
      void this.#recovery.recallAll();
      this.#following.missed();
      for (const room of this.#rooms.values())
        if (!room.isFollowed) void followVacationsSafely(room);
    } else if (message.type === 'left') void this.#heartbeat.note();
    else if (message.type === 'player') void this.#followPlayer(message.player);
    else if (message.type === 'moved') this.#following.moved(message.match);
    else if (message.type === 'said') {
      const { id, message: said } = message;
      if (said.type === 'presence') this.storedRooms.current.watched(id, said.watching);
      this.#following.said(id, said);
    } else if (message.type === 'wanted') void this.#keepOpen(message.id);
    else if (message.type !== 'room') this.#onSpectators(message, by);
    else if (!this.cluster!.has(message.id)) {
      void this.#recovery.recall(message.id);
      this.#following.changed(message.id);
    }
  }

  /** Keeps an open challenge for a player who asks for it without being connected. */
  noteWanted(stored: StoredInvite): void {
    const { id, phase } = stored;
    if (phase !== 'open' || this.#rooms.has(id)) return;
    if (this.cluster?.has(id) === false) this.cluster.tell({ type: 'wanted', id });
    else {
      const away = new Map(this.#idle.cancelWake(id));
      this.#unloader.expireLater({ stored, away });
    }
  }

  async #keepOpen(id: string): Promise<void> {
    if (this.cluster?.has(id) !== true || this.#rooms.has(id)) return;
    const stored = await this.storedRooms.read(id).catch(() => undefined);
    if (stored !== undefined && this.cluster.has(id)) this.noteWanted(stored);
  }

  /** Handles what spectators at another process do in a room of this one. */
  #onSpectators(
    message: Extract<ClusterMessage, { readonly type: 'watching' | 'say' }>,
    by: string,
  ): void {
    const room = this.#rooms.get(message.id);
    if (room === undefined) return;
    if (message.type === 'watching') countElsewhere(room, by, message.count);
    else
      say(room, null, message.text).catch(err => this.log.error({ err }, 'chat cannot be stored'));
  }

  /** Notes that the server is up, and pauses matches for a stall. */
  notice(): void {
    this.#downtimes.notice(this.#rooms.values(), this.#idle.ids());
  }

  /** Continues the matches of before a restart. */
  async resumeAll(): Promise<void> {
    const { cluster, stores } = this;
    const atMs = cluster === null ? await this.#heartbeat.lastMs() : null;
    await cluster?.hear((message, by) => this.#onMessage(message, by));
    const known = await stores.vault.get('server', 'era');
    if (typeof known === 'string') this.#era = known;
    else await stores.vault.put('server', 'era', this.#era);
    await this.#heartbeat.note();
    this.#beat.start();
    await this.#recovery.recallAll({ atMs, isRestart: true });
    void (cluster === null ? this.#recovery.wakeAll() : this.#recovery.takeOver());
  }

  /** Whether the server can store moves: the store accepts writes, and the server is not stopping. */
  async readiness(): Promise<'ready' | 'failing' | 'stopping'> {
    if (this.#isClosed) return 'stopping';
    const { limits } = this;
    // a heartbeat needs no space, so a full store may accept it
    const failedMs = this.storeFailedMs();
    if (failedMs !== null && this.now() - failedMs < limits.unreadyMs) return 'failing';
    const late = sleepFor(limits.storeMs, false, { ref: false });
    return (await Promise.race([this.#heartbeat.isTaken(), late])) ? 'ready' : 'failing';
  }

  /** Leaves the store to another server that took it over while this one stalled. */
  #yieldTo(by: string): void {
    this.log.fatal({ by }, 'another server uses this store: this one stops serving');
    this.#isClosed = true;
    this.#idle.close();
    for (const room of [...this.#rooms.values()]) this.drop(room, 'moved');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#beat.stop();
    this.#idle.close();
    for (const room of [...this.#rooms.values()]) {
      stopTimer(room);
      room.jobs.length = 0;
      // what arrives from now on is for the process that continues the match
      room.held ??= { pausedMs: 0 };
    }
    // a store that fails or does not answer must not prevent the server from stopping
    const done = new AbortController();
    const late = sleepFor(CLOSE_MS, undefined, { signal: done.signal }).catch(() => {});
    await Promise.race([this.#settleAll(), late]);
    done.abort();
    // before players reconnect, so that other processes can take the rooms
    await this.cluster
      ?.leave()
      .catch(err => this.log.error({ err }, 'the rooms cannot be released'));
    for (const room of [...this.#rooms.values()]) this.drop(room, 'shutdown');
  }

  /** Waits for work in progress, and brings the index up to date. */
  async #settleAll(): Promise<void> {
    const isWorking = ({ isBusy, isBroken, handling }: Room) =>
      handling > 0 || (isBusy && !isBroken);
    while ([...this.#rooms.values()].some(isWorking)) await sleepFor(5);
    await Promise.all([...this.#rooms.values()].filter(isIndexBehind).map(indexLive));
    await this.#heartbeat.note('stopped');
  }
}
