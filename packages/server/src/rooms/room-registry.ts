/** All rooms: those in memory, those that sleep until something happens, and how one is found, made, loaded and left. */
import { randomBytes } from 'node:crypto';
import type { Chat, Invite } from '@kifu/client';
import { type Json, type Kit, parseCid, type Seat } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import type { BotPool } from '../bots/pool.ts';
import type { Metrics } from '../metrics.ts';
import type { Games, Limits, ServerStores } from '../options.ts';
import type { Referee } from '../referee.ts';
import { doNow, enqueue } from './acts.ts';
import { askLinks } from './chance.ts';
import { isBehind, listGoingOn } from './list.ts';
import { isPausedByReferee, loadChain, newRoom } from './load.ts';
import { agreeAll, thinkAll } from './robots.ts';
import type { Room } from './room.ts';
import { inviteOf, type StoredInvite } from './stored-invite.ts';
import { tellAll } from './tell.ts';
import { MAX_TIMER_MS, nextMs, schedule, wake } from './wake.ts';

/** What rooms share. */
export interface Services {
  readonly games: Games;
  readonly stores: ServerStores;
  readonly now: () => number;
  readonly log: FastifyBaseLogger;
  readonly limits: Limits;
  readonly referee: Referee;
  readonly metrics: Metrics;
  /** Null where there are no bots. */
  readonly bots: BotPool | null;
  /** What the library says of where matches come from. */
  readonly source: string;
}

/** All rooms. */
export interface RoomRegistry extends Services {
  /** Public invites and matches that go on, by id. */
  readonly board: Map<string, Invite>;
  /** Rooms in memory. */
  readonly rooms: ReadonlyMap<string, Room>;
  /** Finds a room by the id of its invite or of its match, in memory or in the store. */
  find(id: string): Promise<Room | null>;
  /** Whether a room is open or live, in memory or not. */
  isGoingOn(id: string): boolean;
  /** Puts up a new room, and keeps it. */
  open(kit: Kit, kept: StoredInvite): Promise<Room>;
  /** Keeps what has changed of a room. */
  save(room: Room): Promise<void>;
  /** Forgets an invite that nobody wants any more, and tells whoever looks at it. */
  forget(room: Room): Promise<void>;
  /** Takes a room off the list of those that go on. */
  ended(room: Room): Promise<void>;
  /** Lets a room go from memory once nobody needs it there. */
  considerRest(room: Room): void;
  /** Puts everybody out of a room and forgets it; it is loaded anew when somebody comes. */
  drop(room: Room, reason: 'moved' | 'shutdown' | 'canceled'): void;
  /** 32 random bytes in hex. */
  freshSecret(): string;
  /** Wakes what was going on before a restart. */
  resumeAll(): Promise<void>;
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

/** A room that is not in memory. */
interface Sleeper {
  readonly timer: ReturnType<typeof setTimeout>;
  readonly away: ReadonlyMap<Seat, number>;
}

const ALIVE_MS = 2000;
const RETRY_MS = 1000;
/** How many matches are listed anew with a beat: play goes first, however many matches there are. */
const LISTED_A_BEAT = 32;

/** Makes a registry; `resumeAll` comes after it. */
export function createRoomRegistry(services: Services): RoomRegistry {
  const { stores, now, limits, games, log, metrics } = services;
  const { vault } = stores;
  const rooms = new Map<string, Room>();
  const loading = new Map<string, Promise<Room | null>>();
  /** Rooms that are not in memory: when they wake, and since when their players have been away. */
  const sleepers = new Map<string, Sleeper>();
  const matches = new Map<string, string>();
  const board = new Map<string, Invite>();
  const going = new Set<string>();
  /** Rooms that were going on when the process before this one stopped, and have not been looked at since. */
  const stopped = new Set<string>();
  let aliveMs: number | null = null;
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

  const beat = (): void => {
    listSome();
    if (rooms.size + sleepers.size > 0)
      vault.put('server', 'alive', Math.floor(now())).catch(err => log.error({ err }, 'no beat'));
  };

  const idOfMatch = async (match: string): Promise<string | null> => {
    const known = matches.get(match) ?? (await vault.get('match', match));
    return typeof known === 'string' ? known : null;
  };

  const load = async (id: string): Promise<Room | null> => {
    const kept = ((await vault.get('room', id)) ?? (await vault.get('past', id))) as
      | StoredInvite
      | undefined;
    if (kept === undefined) return null;
    const kit = await games.load(kept.game, kept.version);
    if (!kit.ok) throw new Error(`a kept match cannot be loaded: ${kit.fault.message}`);
    const room = newRoom(registry, kit.value, kept);
    if (kept.match !== null) await loadChain(room, kept.match);
    room.chat = ((await vault.get('chat', id)) ?? []) as unknown as Chat[];
    put(room);
    if (kept.phase === 'live') goOn(room);
    else schedule(room);
    return room;
  };

  const put = (room: Room): void => {
    rooms.set(room.id, room);
    metrics.rooms.set(rooms.size);
    const sleeper = sleepers.get(room.id);
    if (sleeper === undefined) return;
    clearTimeout(sleeper.timer);
    for (const [seat, sinceMs] of sleeper.away) room.away.set(seat, sinceMs);
    sleepers.delete(room.id);
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
    const wasStopped = stopped.delete(room.id);
    const isTimed = chain.table.clocks !== null || chain.table.game.time !== undefined;
    if (wasStopped && isTimed) pauseFor(room);
    agreeAll(room);
    askLinks(room);
    thinkAll(room);
    wake(room);
    if (!room.isBusy) schedule(room);
  };

  const pauseFor = (room: Room): void => {
    const { table } = room.chain!;
    room.resumeMs = now() + limits.resumeMs;
    if (table.talk.isPaused) {
      if (!isPausedByReferee(room.chain!)) room.resumeMs = null;
      return;
    }
    const pausedMs = Math.max(table.ms, Math.floor((aliveMs ?? 0) - room.startMs));
    doNow(room, null, () => ({ type: 'pause' }), pausedMs);
  };

  const registry: RoomRegistry = {
    ...services,
    board,
    rooms,
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
    isGoingOn: id => going.has(id),
    async open(kit, kept) {
      const room = newRoom(registry, kit, kept);
      await registry.save(room);
      put(room);
      schedule(room);
      return room;
    },
    async save(room) {
      const { kept } = room;
      if (room.isForgotten) return;
      if (kept.match !== null && !matches.has(kept.match)) {
        await vault.put('match', kept.match, kept.id);
        matches.set(kept.match, kept.id);
      }
      await vault.put('room', kept.id, kept as unknown as Json);
      // called off while this was being kept
      if (room.isForgotten) return vault.remove('room', kept.id);
      going.add(kept.id);
      if (kept.visibility === 'public') board.set(kept.id, inviteOf(kept));
    },
    considerRest(room) {
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
      for (const { connection } of room.members) connection.close(1001, reason);
      room.members.clear();
      if (rooms.get(room.id) === room) rooms.delete(room.id);
      metrics.rooms.set(rooms.size);
      // what goes on must go on, whoever comes or not
      if (!isClosed && room.kept.phase === 'live') sleep(room, now() + RETRY_MS);
    },
    async forget(room) {
      room.isForgotten = true;
      await forget(room.id);
      registry.drop(room, 'canceled');
    },
    async ended({ kept }) {
      going.delete(kept.id);
      board.delete(kept.id);
      if (kept.match !== null) matches.delete(kept.match);
      await vault.remove('room', kept.id);
    },
    async resumeAll() {
      const alive = await vault.get('server', 'alive');
      aliveMs = typeof alive === 'number' ? alive : null;
      heart = setInterval(beat, ALIVE_MS);
      heart.unref();
      const ids = await vault.names('room');
      const live: string[] = [];
      for (const id of ids) {
        const kept = (await vault.get('room', id)) as StoredInvite | undefined;
        if (kept === undefined) continue;
        going.add(id);
        if (kept.visibility === 'public') board.set(id, inviteOf(kept));
        if (kept.match !== null) matches.set(kept.match, id);
        if (kept.phase !== 'live') continue;
        stopped.add(id);
        live.push(id);
      }
      void wakeAll(live);
    },
    async close() {
      isClosed = true;
      if (heart !== null) clearInterval(heart);
      for (const { timer } of sleepers.values()) clearTimeout(timer);
      for (const room of [...rooms.values()]) {
        if (room.timer !== null) clearTimeout(room.timer);
        room.timer = null;
        room.jobs.length = 0;
      }
      while ([...rooms.values()].some(({ isBusy, isBroken }) => isBusy && !isBroken))
        await new Promise(done => setTimeout(done, 5));
      await Promise.all([...rooms.values()].filter(isBehind).map(listGoingOn));
      await vault.put('server', 'alive', Math.floor(now()));
      for (const room of [...rooms.values()]) registry.drop(room, 'shutdown');
    },
  };

  /** One after the other, while whoever comes is served: what somebody asks for is loaded at once. */
  const wakeAll = async (ids: readonly string[]): Promise<void> => {
    for (const id of ids) {
      if (isClosed) return;
      try {
        await registry.find(id);
      } catch (err) {
        log.error({ err, room: id }, 'a match cannot go on');
      }
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
  };

  /** Loads a room again when something happens in it. */
  const sleep = (
    { id, away }: Room,
    untilMs: number,
    then: (id: string) => Promise<unknown> = registry.find,
  ): void => {
    const wakeUp = (): void => {
      // longer than a timer can be set: go on sleeping
      if (untilMs - now() > MAX_TIMER_MS) {
        set();
        return;
      }
      then(id).catch(err => log.error({ err, room: id }, 'a room cannot be woken'));
    };
    const set = (): void => {
      const timer = setTimeout(wakeUp, Math.min(MAX_TIMER_MS, Math.max(0, untilMs - now())));
      timer.unref();
      sleepers.set(id, { timer, away });
    };
    set();
  };

  /** An invite that nobody took. */
  const forget = async (id: string): Promise<void> => {
    sleepers.delete(id);
    going.delete(id);
    board.delete(id);
    await vault.remove('room', id);
    await vault.remove('chat', id);
  };

  return registry;
}

/** Nobody is there, nothing is being done, and nothing will be in a while. */
function isAtRest(room: Room): boolean {
  if (room.members.size > 0 || room.isBusy || room.jobs.length > 0 || room.thinking.size > 0)
    return false;
  const dueMs = nextMs(room);
  return dueMs === null || dueMs - room.registry.now() > 2 * room.registry.limits.restMs;
}
