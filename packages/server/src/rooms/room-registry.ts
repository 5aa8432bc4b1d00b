/** All rooms: those in memory, those that sleep until something happens, and how one is found, made, loaded and left. */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Chat, Invite } from '@kifu/client';
import { CLOSE } from '@kifu/client/protocol';
import { type Json, type Kit, parseCid } from '@kifu/core';
import { idOf } from '@kifu/record';
import type { Cluster, ClusterMessage } from '../cluster/cluster.ts';
import { RoomElsewhereError } from '../cluster/room-elsewhere.ts';
import type { ServerStores } from '../options.ts';
import { freshId } from '../tokens.ts';
import { StoreFailedError } from '../watched-stores.ts';
import { breakDown, enqueue } from './acts.ts';
import { beginIfReady } from './begin.ts';
import { agreeAll, thinkAll } from './bots.ts';
import { tellAll } from './broadcast.ts';
import { askLinks } from './chance.ts';
import { createCurrentRooms, isDue } from './current-rooms.ts';
import { type Downtime, pauseFor } from './downtime.ts';
import { createFollowing } from './follow.ts';
import { createHeartbeat } from './heartbeat.ts';
import { createIdleRooms } from './idle-rooms.ts';
import { isBehind, listGoingOn } from './list.ts';
import { loadChain } from './load.ts';
import { countElsewhere, say } from './members.ts';
import { followPlans, loadPlans } from './plans.ts';
import { Room } from './room.ts';
import type { Services } from './services.ts';
import { guestsOf, isCorrespondence, type StoredInvite } from './stored-invite.ts';
import { followVacationsSafely } from './vacations.ts';
import { nextMs, schedule, wake } from './wake.ts';

/** All rooms. */
export interface RoomRegistry extends Services {
  /** Whether the server is about to stop: what is being done is finished, nothing new begins. */
  readonly isStopping: boolean;
  /** Rooms in memory. */
  readonly rooms: ReadonlyMap<string, Room>;
  /** Finds a room by the id of its invite or of its match, in memory or in the store. Throws `RoomElsewhereError` where another process has it. */
  find(id: string): Promise<Room | null>;
  /** Finds a room that another process has, for those who only look on; null where there is none. */
  follow(id: string): Promise<Room | null>;
  /** At most so many public invites and matches that go on, those of a game where one is given; however many one network has, there is room for the others. */
  listBoard(limit: number, game?: string): readonly Invite[];
  /** Puts up a new room, and keeps it; null where one of its guests has too many already. */
  open(kit: Kit, kept: StoredInvite): Promise<Room | null>;
  /** Keeps what has changed of a room. */
  save(room: Room): Promise<void>;
  /** Forgets an invite that was called off or not taken in time, and tells its members. */
  forget(room: Room): Promise<void>;
  /** Takes a room off the list of those that go on. */
  ended(room: Room): Promise<void>;
  /** Lets a room go from memory once it is at rest. */
  considerRest(room: Room): void;
  /** Puts everybody out of a room and forgets it; it is loaded anew when a guest comes. */
  drop(room: Room, reason: 'moved' | 'store' | 'shutdown' | 'forked' | 'canceled'): void;
  /** Which life of its store the server is in; not signed, and not believed. */
  era(): string;
  /** A room whose match was brought up to date by its players: it is loaded anew, in a new era. */
  healed(room: Room): Promise<void>;
  /** Two histories of a match are proved: it goes on in none of them, and counts for no player. */
  forked(room: Room, proof: string): Promise<void>;
  /** A player went on vacation or came back: their matches of days a move stand still or go on, here and at other processes. */
  followPlayer(player: string): Promise<void>;
  /** 32 random bytes in hex. */
  freshSecret(): string;
  /** Notes that the server is there. Where it was not for a while (the process or the machine stood still), matches get a pause for it. */
  notice(): void;
  /** Wakes what was going on before a restart. */
  resumeAll(): Promise<void>;
  /** Whether the server can keep what is played: the store takes what is written, and it is not about to stop. */
  readiness(): Promise<'ready' | 'failing' | 'stopping'>;
  close(): Promise<void>;
}

/** The server is stopping: nothing is loaded any more. */
class RegistryClosedError extends Error {
  override readonly name = 'RegistryClosedError';
  /** For HTTP: come again. */
  readonly statusCode = 503;
  constructor() {
    super('the server is stopping');
  }
}

const ALIVE_MS = 1000;
/** A longer time between two notes is one in which the server stood still. */
const STALL_MS = 2000;
/** How long the server waits for its rooms when it stops. */
const CLOSE_MS = 5000;
/** How many matches are listed anew with a beat: play goes first, however many matches there are. */
const LISTED_A_BEAT = 32;
const NO_ANSWER = 'the database has not answered for longer than a lease lasts';
/** How often it is looked for rooms that no process has, even where none is known to be gone. */
const SWEEP_MS = 30_000;
/** How many rooms are looked for at once, and how many are taken over. */
const SWEPT_AT_ONCE = 1000;
const TAKEN_AT_ONCE = 8;

/** Makes a registry; `resumeAll` comes after it. */
export function createRoomRegistry(services: Services): RoomRegistry {
  const { stores, now, limits, games, log, metrics, quotas, cluster } = services;
  const { vault } = stores;
  const rooms = new Map<string, Room>();
  const loading = new Map<string, Promise<Room | null>>();
  const matches = new Map<string, string>();
  const current = createCurrentRooms(services.quotas);
  /** Rooms that were going on when the server stopped or stood still, and have not been looked at since. */
  const stopped = new Map<string, Downtime>();
  let noted = { atMs: now(), steadyMs: services.steadyNow() };
  let era = freshId();
  let isClosed = false;
  let heart: ReturnType<typeof setInterval> | null = null;

  /** Matches that have gone on since they were listed; those that have waited longest come first. */
  const behind = new Set<string>(); // by id, so that it holds none of them in memory
  const listSome = (): void => {
    for (const room of rooms.values()) if (isBehind(room)) behind.add(room.id);
    for (const id of [...behind].slice(0, LISTED_A_BEAT)) {
      behind.delete(id);
      // one that has left memory was listed as it went
      const room = rooms.get(id);
      if (room !== undefined && isBehind(room)) void listGoingOn(room);
    }
  };

  const sleepers = createIdleRooms({ now, log, load: id => registry.find(id) });
  const { sleep, unsleep } = sleepers;
  const alive = createHeartbeat({
    ...{ vault, now, log },
    beat: cluster && (() => cluster.beat().then(heed)),
  });

  const beat = async (): Promise<void> => {
    registry.notice();
    // acts could not be acknowledged here: players are put out, and find the process that has their match by now
    if (cluster?.isCutOff)
      for (const room of [...rooms.values()])
        if (!room.isFollowed) breakDown(room, new StoreFailedError(NO_ANSWER));
    // before listing: rooms that another process has by now are let go here
    if (cluster !== null) await alive.note();
    listSome();
    if (cluster !== null) return;
    const rival = await alive.rival();
    if (isClosed) return;
    if (rival === null) void alive.note();
    else yieldTo(rival);
  };

  let sweptMs = now();
  /** Looks at what became of the processes: lost rooms are left, those of processes that are gone are taken over. */
  const heed = ({ lost, gone }: Awaited<ReturnType<Cluster['beat']>>): void => {
    for (const name of gone) for (const room of rooms.values()) countElsewhere(room, name, 0);
    for (const id of lost) {
      const room = rooms.get(id);
      if (room !== undefined) breakDown(room, new RoomElsewhereError(''));
    }
    if (isClosed || (gone.length === 0 && now() - sweptMs <= SWEEP_MS)) return;
    sweptMs = now();
    void takeOver();
  };

  /** Goes on with what no process has; others do the same, and who comes first has it. */
  const takeOver = async (): Promise<void> => {
    const ids = current.due().filter(id => !rooms.has(id) && !cluster!.has(id));
    for (let i = 0; i < ids.length; i += SWEPT_AT_ONCE) {
      const vacant = await cluster!.vacant(ids.slice(i, i + SWEPT_AT_ONCE)).catch(() => []);
      const queue = vacant.toSorted(() => Math.random() - 0.5);
      const takeSome = async (): Promise<void> => {
        for (let id = queue.pop(); id !== undefined && !isClosed; id = queue.pop())
          await wakeOne(id);
      };
      await Promise.all(Array.from({ length: TAKEN_AT_ONCE }, takeSome));
    }
  };

  /** What other processes tell; null where some of it may have been missed. */
  const listen = (word: ClusterMessage | null, by: string): void => {
    if (isClosed) return;
    if (word === null) {
      void recallAll();
      following.missed();
      for (const room of rooms.values()) if (!room.isFollowed) void followVacationsSafely(room);
    } else if (word.type === 'left') void alive.note();
    else if (word.type === 'player') void followPlayer(word.player);
    else if (word.type === 'moved') following.moved(word.match);
    else if (word.type === 'said') following.said(word.id, word.message);
    else if (word.type !== 'room') hearGuests(word, by);
    else if (!cluster!.has(word.id)) {
      void recallSafely(word.id);
      following.changed(word.id);
    }
  };

  /** What those do who look on at another process: for the one that has the room. */
  const hearGuests = (
    word: Extract<ClusterMessage, { readonly type: 'watching' | 'say' }>,
    by: string,
  ): void => {
    const room = rooms.get(word.id);
    if (room === undefined) return;
    if (word.type === 'watching') countElsewhere(room, by, word.count);
    else say(room, null, word.text).catch(err => log.error({ err }, 'chat cannot be stored'));
  };

  /** Leaves the store to another server that has taken it over, as one may while this one stands still. */
  const yieldTo = (by: string): void => {
    log.fatal({ by }, 'another server uses this store: this one stops serving');
    isClosed = true;
    sleepers.close();
    for (const room of [...rooms.values()]) registry.drop(room, 'moved');
  };

  /** Takes a room off all lists of those that go on. */
  const strike = ({ id, match }: Pick<StoredInvite, 'id' | 'match'>): void => {
    const isKnown = current.remove(id);
    if (match !== null) matches.delete(match);
    if (isKnown) cluster?.tell({ type: 'room', id });
  };

  const idOfMatch = async (match: string): Promise<string | null> => {
    const known = matches.get(match) ?? (await vault.get('match', match));
    return typeof known === 'string' ? known : null;
  };

  const readKept = async (id: string): Promise<StoredInvite | undefined> =>
    ((await vault.get('room', id)) ?? (await vault.get('past', id))) as StoredInvite | undefined;

  /** The stores as a room writes to them: by a lease on it, where several processes share them. */
  const takeRoom = async (id: string): Promise<ServerStores> => {
    if (cluster === null) return stores;
    const { stores: own, leftMs } = await cluster.take(id);
    following.stop(id);
    if (leftMs !== null) {
      metrics.takeovers.inc();
      stopped.set(id, { atMs: leftMs, isRestart: true });
    }
    return own;
  };

  const following = createFollowing(() => registry, readKept);

  const load = async (id: string): Promise<Room | null> => {
    if ((await readKept(id)) === undefined) return null;
    const own = await takeRoom(id);
    // what another process had may have changed until it was ours
    const kept = await readKept(id);
    if (kept === undefined) {
      await cluster?.release(id);
      return null;
    }
    const kit = await games.load(kept.game, kept.version);
    if (!kit.ok) throw new Error(`a stored match cannot be loaded: ${kit.fault.message}`);
    const room = new Room(registry, kit.value, kept, own);
    if (kept.match !== null) await loadChain(room, kept.match);
    room.chat = ((await vault.get('chat', id)) ?? []) as unknown as Chat[];
    if (kept.phase === 'live' && isCorrespondence(kept)) await loadPlans(room);
    put(room);
    if (kept.phase === 'live') goOn(room);
    else schedule(room);
    // a crash may have come between keeping its end and taking it off the list
    if (kept.phase === 'ended') strike(kept);
    // its beginning may have failed
    if (kept.phase === 'open') beginIfReady(room).catch(cause => breakDown(room, cause));
    return room;
  };

  const put = (room: Room): void => {
    rooms.set(room.id, room);
    metrics.rooms.set(rooms.size);
    for (const [seat, sinceMs] of unsleep(room.id) ?? []) room.away.set(seat, sinceMs);
  };

  /** Goes on with a match that was loaded: after a restart with a pause, from when the server was last alive. */
  const goOn = (room: Room): void => {
    const { chain } = room;
    if (chain === null) return;
    for (const { seat, type } of room.kept.seats)
      if (type === 'person' && !room.away.has(seat)) room.away.set(seat, now());
    if (chain.isEnded || chain.table.outcome !== null) {
      enqueue(room, { make: () => null, isEnd: true });
      return;
    }
    const stop = stopped.get(room.id);
    stopped.delete(room.id);
    if (stop !== undefined) pauseFor(room, stop);
    if (room.held === null) {
      agreeAll(room);
      askLinks(room);
      thinkAll(room);
    }
    followPlans(room);
    wake(room);
    if (!room.isBusy) schedule(room);
    void followVacationsSafely(room);
  };

  /** Looks at all matches of a player, who went on vacation or came back; other processes look at those that they have. */
  const followPlayer = async (player: string): Promise<void> => {
    for (const id of current.of(player)) {
      const room = rooms.get(id);
      if (room === undefined) await wakeOne(id);
      else if (!room.isFollowed) await followVacationsSafely(room);
    }
  };

  const registry: RoomRegistry = {
    ...services,
    rooms,
    get isStopping() {
      return isClosed;
    },
    era: () => era,
    async healed(room) {
      era = freshId();
      await vault.put('server', 'era', era);
      stopped.set(room.id, { atMs: null, isRestart: true });
      registry.drop(room, 'moved');
    },
    async forked(room, proof) {
      const kept: StoredInvite = { ...room.kept, phase: 'ended', proof };
      await room.stores.vault.put('past', kept.id, kept as unknown as Json);
      await room.stores.vault.remove('room', kept.id);
      room.kept = kept;
      strike(kept);
      log.error({ room: room.id }, 'a match has two proved histories');
      registry.drop(room, 'forked');
      await stores.library?.remove(idOf(room.chain!.table.match));
    },
    async followPlayer(player) {
      cluster?.tell({ type: 'player', player });
      await followPlayer(player);
    },
    freshSecret: () => randomBytes(32).toString('hex'),
    async find(id) {
      const known = rooms.get(id);
      if (known !== undefined) return known;
      const own = parseCid(id).ok ? await idOfMatch(id) : id;
      if (isClosed) throw new RegistryClosedError();
      if (own === null) return null;
      const there = rooms.get(own) ?? loading.get(own);
      if (there !== undefined) return there;
      const promise = load(own).finally(() => loading.delete(own));
      loading.set(own, promise);
      return promise;
    },
    async follow(id) {
      if (isClosed) throw new RegistryClosedError();
      const own = parseCid(id).ok ? await idOfMatch(id) : id;
      return own === null ? null : following.follow(own);
    },
    listBoard: current.list,
    async open(kit, kept) {
      if (!guestsOf(kept).every(quotas.matches.has)) return null;
      // before anything is waited for: others may be made at the same time
      const unclaim = current.claim(kept);
      const make = async (): Promise<Room> => {
        const made = new Room(registry, kit, kept, await takeRoom(kept.id));
        await registry.save(made);
        return made;
      };
      const room = await make().catch(async cause => {
        unclaim();
        // the room may have been kept though the answer was lost: its maker is refused, so it must not be found later
        await vault.remove('room', kept.id).catch(() => {});
        throw cause;
      });
      put(room);
      schedule(room);
      return room;
    },
    async save(room) {
      const { kept } = room;
      if (room.isForgotten) return;
      const unclaim = current.claim(kept);
      try {
        if (kept.match !== null && !matches.has(kept.match)) {
          await room.stores.vault.put('match', kept.match, kept.id);
          matches.set(kept.match, kept.id);
        }
        await room.stores.vault.put('room', kept.id, kept as unknown as Json);
      } catch (cause) {
        if (!room.isForgotten) unclaim();
        throw cause;
      }
      // called off while this was being kept
      if (room.isForgotten) return vault.remove('room', kept.id);
      current.put(kept);
      cluster?.tell({ type: 'room', id: kept.id });
    },
    considerRest(room) {
      if (room.isFollowed) return following.considerLeaving(room);
      if (!isAtRest(room) || isClosed || room.resting !== null) return;
      room.resting = setTimeout(() => {
        room.resting = null;
        if (isAtRest(room) && rooms.get(room.id) === room) letGo(room);
      }, limits.restMs);
      room.resting.unref();
    },
    drop(room, reason) {
      if (room.timer !== null) clearTimeout(room.timer);
      room.timer = null;
      tellAll(room, { type: 'bye', reason });
      const code = reason === 'forked' ? CLOSE.forked : CLOSE.shutdown;
      for (const { connection } of room.members) connection.close(code, reason);
      room.members.clear();
      if (rooms.get(room.id) === room) rooms.delete(room.id);
      metrics.rooms.set(rooms.size);
      // what goes on must go on, even if no guest comes
      if (!isClosed && !room.isFollowed && current.has(room.id) && isDue(room.kept))
        sleepers.retry(room);
    },
    async forget(room) {
      room.isForgotten = true;
      await forget(room.id, room.stores);
      registry.drop(room, 'canceled');
    },
    async ended({ kept, stores: own }) {
      // before it is off the list: after a failure the end is looked at again
      await own.vault.remove('room', kept.id);
      strike(kept);
    },
    notice() {
      const [before, atMs, steadyMs] = [noted, now(), services.steadyNow()];
      noted = { atMs, steadyMs };
      const gapMs = steadyMs - before.steadyMs;
      if (gapMs <= STALL_MS) return;
      log.warn({ gapMs }, 'the server stalled');
      metrics.stalls.inc();
      const stop: Downtime = { atMs: before.atMs, isRestart: false };
      for (const id of sleepers.ids()) if (!stopped.has(id)) stopped.set(id, stop);
      for (const room of rooms.values()) {
        for (const [seat, sinceMs] of room.away) room.away.set(seat, sinceMs + gapMs);
        if (room.resumeMs !== null) room.resumeMs += gapMs;
        if (isGoing(room) && atMs > room.startMs) pauseFor(room, stop);
      }
    },
    async resumeAll() {
      const atMs = cluster === null ? await alive.lastMs() : null;
      await cluster?.hear(listen);
      const known = await vault.get('server', 'era');
      if (typeof known === 'string') era = known;
      else await vault.put('server', 'era', era);
      await alive.note();
      heart = setInterval(
        () => beat().catch(err => log.error({ err }, 'the store cannot be read')),
        ALIVE_MS,
      );
      heart.unref();
      await recallAll({ atMs, isRestart: true });
      if (cluster === null) void wakeAll(current.due());
      else void takeOver();
    },
    async readiness() {
      if (isClosed) return 'stopping';
      // a note takes no room: a store that is full may take it all the same
      const failedMs = services.storeFailedMs();
      if (failedMs !== null && now() - failedMs < limits.unreadyMs) return 'failing';
      const isGood = await Promise.race([
        alive.isTaken(),
        sleepFor(limits.storeMs, false, { ref: false }),
      ]);
      return isGood ? 'ready' : 'failing';
    },
    async close() {
      isClosed = true;
      if (heart !== null) clearInterval(heart);
      sleepers.close();
      for (const room of [...rooms.values()]) {
        if (room.timer !== null) clearTimeout(room.timer);
        room.timer = null;
        room.jobs.length = 0;
        // what comes now is for the process that goes on with it
        room.held ??= { pausedMs: 0 };
      }
      // a store that fails or does not answer keeps no server from stopping
      const done = new AbortController();
      await Promise.race([
        settleAll(),
        sleepFor(CLOSE_MS, undefined, { signal: done.signal }).catch(() => {}),
      ]);
      done.abort();
      // others have them before their players come back
      await cluster?.leave().catch(err => log.error({ err }, 'the rooms cannot be released'));
      for (const room of [...rooms.values()]) registry.drop(room, 'shutdown');
    },
  };

  /** Takes note of a room that is kept, or is not any more. Without a stop it is another process that has it. */
  const recall = async (id: string, stop: Downtime | null): Promise<void> => {
    const kept = (await vault.get('room', id)) as StoredInvite | undefined;
    if (kept === undefined) {
      unsleep(id);
      current.remove(id);
      return;
    }
    const { phase, match } = kept;
    current.put(kept);
    if (phase === 'live') {
      if (stop === null) unsleep(id);
      else {
        stopped.set(id, stop);
        matches.set(match!, id);
      }
    } else sleep({ id, away: new Map() }, now() + limits.inviteMs, forget);
  };

  /** A room that cannot be read does not keep the others from being recalled. */
  const recallSafely = (id: string, stop: Downtime | null = null): Promise<void> =>
    recall(id, stop).catch(err => log.error({ err, room: id }, 'a stored room cannot be read'));

  /** Takes note of all rooms that are kept, but for those that this process has. */
  const recallAll = async (stop: Downtime | null = null): Promise<void> => {
    const kept = await vault.names('room');
    for (const id of new Set([...kept, ...current.ids()]))
      if (cluster?.has(id) !== true) await recallSafely(id, cluster === null ? stop : null);
  };

  /** Waits for what is being done, and keeps what is known by then. */
  const settleAll = async (): Promise<void> => {
    const isWorking = ({ isBusy, isBroken, hearing }: Room) => hearing > 0 || (isBusy && !isBroken);
    while ([...rooms.values()].some(isWorking)) await new Promise(done => setTimeout(done, 5));
    await Promise.all([...rooms.values()].filter(isBehind).map(listGoingOn));
    await alive.note('stopped');
  };

  /** One after the other, while guests are served: a room that a guest asks for is loaded at once. */
  const wakeAll = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      if (isClosed) return;
      await wakeOne(id);
    }
  };

  const wakeOne = async (id: string): Promise<void> => {
    try {
      await registry.find(id);
    } catch (err) {
      if (err instanceof RoomElsewhereError) return;
      log.error({ err, room: id }, 'a match cannot resume');
      sleepers.retry({ id, away: new Map() });
    }
  };

  const letGo = (room: Room): void => {
    const dueMs = nextMs(room);
    if (room.timer !== null) clearTimeout(room.timer);
    room.timer = null;
    rooms.delete(room.id);
    metrics.rooms.set(rooms.size);
    if (isBehind(room)) void listGoingOn(room);
    if (room.kept.phase === 'open') {
      sleep(room, now() + limits.inviteMs, forget);
      return;
    }
    if (dueMs !== null) sleep(room, dueMs);
    // of a match that is over any process may have the lease
    else if (!current.isDue(room.id)) cluster?.release(room.id).catch(noteUnreleased);
  };

  const noteUnreleased = (err: unknown): void => log.error({ err }, 'a room cannot be released');

  /** An invite that was not taken in time. */
  const forget = async (id: string, own?: ServerStores): Promise<void> => {
    // another process may have people at it
    const { vault: kept } = own ?? (await takeRoom(id));
    unsleep(id);
    await kept.remove('room', id);
    await kept.remove('chat', id);
    strike({ id, match: null });
    await cluster?.release(id);
  };

  return registry;
}

/** Whether a match goes on in a room, as far as is known. */
const isGoing = ({ kept, chain, isBroken }: Room): boolean =>
  kept.phase === 'live' && !isBroken && chain !== null && chain.table.outcome === null;

/** No member is connected, nothing is being done, and nothing will be in a while. */
function isAtRest(room: Room): boolean {
  if (room.members.size > 0 || room.isBusy || room.jobs.length > 0 || room.thinking.size > 0)
    return false;
  // a room that left memory while it asks would append beside the one that is loaded next
  if (room.asking > 0) return false;
  const dueMs = nextMs(room);
  return dueMs === null || dueMs - room.registry.now() > 2 * room.registry.limits.restMs;
}
