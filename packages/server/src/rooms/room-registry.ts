/** All rooms of a server: those in memory, and how one is found, made, loaded and let go. */
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Invite } from '@kifu/client';
import { CLOSE } from '@kifu/client/protocol';
import type { Kit } from '@kifu/core';
import { idOf } from '@kifu/record';
import type { ClusterWord } from '../cluster/cluster.ts';
import type { ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';
import { breakDown } from './acts.ts';
import { type Alive, createAlive } from './alive.ts';
import { beginIfReady } from './begin.ts';
import { isDue } from './current-rooms.ts';
import { createFollowing } from './follow.ts';
import { Heartbeat } from './heartbeat.ts';
import { isBehind, listGoingOn } from './list.ts';
import { goOn, loadRoom } from './load.ts';
import { countElsewhere, say } from './people.ts';
import { RoomRecovery } from './recovery.ts';
import { RoomRest, stopTimer } from './rest.ts';
import { Room } from './room.ts';
import type { Services } from './services.ts';
import { createSleepers } from './sleepers.ts';
import { Standstills } from './standstill.ts';
import { guestsOf, type StoredInvite } from './stored-invite.ts';
import { StoredRooms } from './stored-rooms.ts';
import { tellAll } from './tell.ts';
import { followVacationsSafely } from './vacations.ts';
import { schedule } from './wake.ts';

/** The server is stopping: nothing is loaded any more. */
class RegistryClosedError extends Error {
  override readonly name = 'RegistryClosedError';
  /** For HTTP: come again. */
  readonly statusCode = 503;
  constructor() {
    super('the server is stopping');
  }
}

/** How long the server waits for its rooms when it stops. */
const CLOSE_MS = 5000;

/** Has the services of a server as its fields. */
const Serving = class {
  constructor(services: Services) {
    Object.assign(this, services);
  }
} as new (
  services: Services,
) => Services;

/** All rooms; `resumeAll` comes after it is made. */
export class RoomRegistry extends Serving {
  readonly stored: StoredRooms;
  readonly #rooms = new Map<string, Room>();
  readonly #loading = new Map<string, Promise<Room | null>>();
  readonly #standstills: Standstills;
  readonly #sleepers = createSleepers({
    ...{ now: this.now, log: this.log },
    load: id => this.find(id),
  });
  readonly #following = createFollowing(this, id => this.stored.read(id));
  readonly #rest: RoomRest;
  readonly #recovery: RoomRecovery;
  readonly #alive: Alive;
  readonly #heartbeat: Heartbeat;
  #era = freshId();
  #isClosed = false;

  constructor(services: Services) {
    super(services);
    const { cluster, now, log } = services;
    this.stored = new StoredRooms(services);
    this.#standstills = new Standstills(services);
    const host = { registry: this, sleepers: this.#sleepers };
    this.#rest = new RoomRest({
      ...host,
      take: id => this.#take(id),
      remove: room => this.#remove(room),
    });
    this.#recovery = new RoomRecovery({
      ...host,
      standstills: this.#standstills,
      rest: this.#rest,
    });
    this.#alive = createAlive({
      ...{ vault: services.stores.vault, now, log },
      beat: cluster && (() => cluster.beat().then(beat => this.#recovery.heed(beat))),
    });
    this.#heartbeat = new Heartbeat(this, this.#alive, rival => this.#yieldTo(rival));
  }

  /** Whether the server is about to stop: what is being done is finished, nothing new begins. */
  get isStopping(): boolean {
    return this.#isClosed;
  }

  /** Rooms in memory. */
  get rooms(): ReadonlyMap<string, Room> {
    return this.#rooms;
  }

  /** Which life of its store the server is in; not signed, and not believed. */
  era(): string {
    return this.#era;
  }

  /** Finds a room by the id of its invite or of its match, in memory or in the store. Throws `RoomElsewhereError` where another process has it. */
  async find(id: string): Promise<Room | null> {
    const known = this.#rooms.get(id);
    if (known !== undefined) return known;
    const own = await this.stored.idOf(id);
    if (this.#isClosed) throw new RegistryClosedError();
    if (own === null) return null;
    const there = this.#rooms.get(own) ?? this.#loading.get(own);
    if (there !== undefined) return there;
    const promise = this.#load(own).finally(() => this.#loading.delete(own));
    this.#loading.set(own, promise);
    return promise;
  }

  /** Finds a room that another process has, for those who only look on; null where there is none. */
  async follow(id: string): Promise<Room | null> {
    if (this.#isClosed) throw new RegistryClosedError();
    const own = await this.stored.idOf(id);
    return own === null ? null : this.#following.follow(own);
  }

  /** At most so many public invites and matches that go on, those of a game where one is given; however many one network has, there is room for the others. */
  listBoard(limit: number, game?: string): readonly Invite[] {
    return this.stored.current.list(limit, game);
  }

  /** Opens a new room, and stores it; null where one of its guests has too many already. */
  async open(kit: Kit, kept: StoredInvite): Promise<Room | null> {
    if (!guestsOf(kept).every(this.budgets.matches.has)) return null;
    // before anything is waited for: others may be made at the same time
    const unclaim = this.stored.current.claim(kept);
    let room: Room;
    try {
      room = new Room(this, kit, kept, await this.#take(kept.id));
      await this.stored.save(room);
    } catch (cause) {
      unclaim();
      // the room may have been kept though the answer was lost: its maker is refused, so it must not be found later
      await this.stores.vault.remove('room', kept.id).catch(() => {});
      throw cause;
    }
    this.#put(room);
    schedule(room);
    return room;
  }

  /** The stores as a room writes to them: by a lease on it, where several processes share them. */
  async #take(id: string): Promise<ServerStores> {
    if (this.cluster === null) return this.stores;
    const { stores, leftMs } = await this.cluster.take(id);
    this.#following.stop(id);
    if (leftMs !== null) {
      this.metrics.takeovers.inc();
      this.#standstills.set(id, { atMs: leftMs, isRestart: true });
    }
    return stores;
  }

  async #load(id: string): Promise<Room | null> {
    const { stored } = this;
    if ((await stored.read(id)) === undefined) return null;
    const own = await this.#take(id);
    // what another process had may have changed until it was ours
    const kept = await stored.read(id);
    if (kept === undefined) {
      await this.cluster?.release(id);
      return null;
    }
    const room = await loadRoom(this, kept, own);
    this.#put(room);
    if (kept.phase === 'live') goOn(room, () => this.#standstills.take(id));
    else schedule(room);
    // a crash may have come between keeping its end and taking it off the list
    if (kept.phase === 'ended') stored.strike(kept);
    // its beginning may have failed
    if (kept.phase === 'open') beginIfReady(room).catch(cause => breakDown(room, cause));
    return room;
  }

  #put(room: Room): void {
    this.#rooms.set(room.id, room);
    this.metrics.rooms.set(this.#rooms.size);
    for (const [seat, sinceMs] of this.#sleepers.unsleep(room.id) ?? [])
      room.away.set(seat, sinceMs);
  }

  #remove(room: Room): void {
    if (this.#rooms.get(room.id) === room) this.#rooms.delete(room.id);
    this.metrics.rooms.set(this.#rooms.size);
  }

  /** Lets a room go from memory once it is at rest. */
  considerRest(room: Room): void {
    if (room.isFollowed) this.#following.considerLeaving(room);
    else this.#rest.consider(room);
  }

  /** Forgets an invite that was called off, and tells its members. */
  async forget(room: Room): Promise<void> {
    room.isForgotten = true;
    await this.#rest.forget(room.id, room.stores);
    this.drop(room, 'canceled');
  }

  /** Puts everybody out of a room and forgets it; it is loaded again when a guest comes. */
  drop(room: Room, reason: 'moved' | 'store' | 'shutdown' | 'forked' | 'canceled'): void {
    stopTimer(room);
    tellAll(room, { type: 'bye', reason });
    const code = reason === 'forked' ? CLOSE.forked : CLOSE.shutdown;
    for (const { connection } of room.members) connection.close(code, reason);
    room.members.clear();
    this.#remove(room);
    // what goes on must go on, even if no guest comes
    const isOurs = !this.#isClosed && !room.isFollowed;
    if (isOurs && this.stored.current.has(room.id) && isDue(room.kept)) this.#sleepers.retry(room);
  }

  /** A room whose match was brought up to date by its players: it is loaded again, in a new era. */
  async healed(room: Room): Promise<void> {
    this.#era = freshId();
    await this.stores.vault.put('server', 'era', this.#era);
    this.#standstills.set(room.id, { atMs: null, isRestart: true });
    this.drop(room, 'moved');
  }

  /** Two histories of a match are proved: it goes on in none of them, and counts for no player. */
  async forked(room: Room, proof: string): Promise<void> {
    await this.stored.saveFork(room, proof);
    this.log.error({ room: room.id }, 'two histories of a match are proved');
    this.drop(room, 'forked');
    await this.stores.library?.remove(idOf(room.chain!.table.match));
  }

  /** A player went on vacation or came back: their matches of days a move stand still or go on, here and at other processes. */
  async followPlayer(player: string): Promise<void> {
    this.cluster?.tell({ type: 'player', player });
    await this.#followPlayer(player);
  }

  async #followPlayer(player: string): Promise<void> {
    for (const id of this.stored.current.of(player)) {
      const room = this.#rooms.get(id);
      if (room === undefined) await this.#recovery.wake(id);
      else if (!room.isFollowed) await followVacationsSafely(room);
    }
  }

  /** What other processes tell; null where some of it may have been missed. */
  #listen(word: ClusterWord | null, by: string): void {
    if (this.#isClosed) return;
    if (word === null) {
      void this.#recovery.recallAll();
      this.#following.missed();
      for (const room of this.#rooms.values())
        if (!room.isFollowed) void followVacationsSafely(room);
    } else if (word.type === 'left') void this.#alive.note();
    else if (word.type === 'player') void this.#followPlayer(word.player);
    else if (word.type === 'moved') this.#following.moved(word.match);
    else if (word.type === 'said') this.#following.said(word.id, word.message);
    else if (word.type === 'room') {
      if (this.cluster!.has(word.id)) return;
      void this.#recovery.recall(word.id);
      this.#following.changed(word.id);
    } else {
      // what those do who look on at another process
      const room = this.#rooms.get(word.id);
      if (room === undefined) return;
      if (word.type === 'watching') countElsewhere(room, by, word.count);
      else say(room, null, word.text).catch(err => this.log.error({ err }, 'talk cannot be kept'));
    }
  }

  /** Notes that the server is there. Where it was not for a while (the process or the machine stood still), matches get a pause for it. */
  notice(): void {
    this.#standstills.notice(this.#rooms.values(), this.#sleepers.ids());
  }

  /** Wakes what was going on before a restart. */
  async resumeAll(): Promise<void> {
    const { cluster } = this;
    const { vault } = this.stores;
    const atMs = cluster === null ? await this.#alive.lastMs() : null;
    await cluster?.hear((word, by) => this.#listen(word, by));
    const known = await vault.get('server', 'era');
    if (typeof known === 'string') this.#era = known;
    else await vault.put('server', 'era', this.#era);
    await this.#alive.note();
    this.#heartbeat.start();
    await this.#recovery.recallAll({ atMs, isRestart: true });
    void (cluster === null ? this.#recovery.wakeAll() : this.#recovery.takeOver());
  }

  /** Whether the server can keep what is played: the store takes what is written, and it is not about to stop. */
  async readiness(): Promise<'ready' | 'failing' | 'stopping'> {
    if (this.#isClosed) return 'stopping';
    const { limits } = this;
    // a note takes no room: a store that is full may take it all the same
    const failedMs = this.storeFailedMs();
    if (failedMs !== null && this.now() - failedMs < limits.unreadyMs) return 'failing';
    const late = sleepFor(limits.storeMs, false, { ref: false });
    return (await Promise.race([this.#alive.isTaken(), late])) ? 'ready' : 'failing';
  }

  /** Leaves the store to another server that has taken it over, as one may while this one stands still. */
  #yieldTo(by: string): void {
    this.log.fatal({ by }, 'another server uses this store: this one does nothing any more');
    this.#isClosed = true;
    this.#sleepers.close();
    for (const room of [...this.#rooms.values()]) this.drop(room, 'moved');
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#heartbeat.stop();
    this.#sleepers.close();
    for (const room of [...this.#rooms.values()]) {
      stopTimer(room);
      room.jobs.length = 0;
      // what comes now is for the process that goes on with it
      room.held ??= { pausedMs: 0 };
    }
    // a store that fails or does not answer keeps no server from stopping
    const done = new AbortController();
    const late = sleepFor(CLOSE_MS, undefined, { signal: done.signal }).catch(() => {});
    await Promise.race([this.#settleAll(), late]);
    done.abort();
    // others have them before their players come back
    await this.cluster
      ?.leave()
      .catch(err => this.log.error({ err }, 'the rooms cannot be given back'));
    for (const room of [...this.#rooms.values()]) this.drop(room, 'shutdown');
  }

  /** Waits for what is being done, and keeps what is known by then. */
  async #settleAll(): Promise<void> {
    const isWorking = ({ isBusy, isBroken, hearing }: Room) => hearing > 0 || (isBusy && !isBroken);
    while ([...this.#rooms.values()].some(isWorking)) await sleepFor(5);
    await Promise.all([...this.#rooms.values()].filter(isBehind).map(listGoingOn));
    await this.#alive.note('stopped');
  }
}
