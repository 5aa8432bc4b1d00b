/**
 * Rooms of other processes, for spectators here: read from the store, and updated when a head moves or the process that has
 * the room sends something to all. Nothing is written here, and no timer is set.
 */
import type { Chat } from '@kifu/client';
import type { ServerMessage } from '@kifu/client/protocol';
import { formatCid, parseCid } from '@kifu/core';
import { type Chain, chainOf, idOf } from '@kifu/record';
import { decodePrev } from '@kifu/record/node';
import { Replay, readAll } from '@kifu/record/replay';
import { loadNodes, type OpenMatch } from '@kifu/record/store';
import { broadcast, broadcastInvite, broadcastNode, sendRest } from './broadcast.ts';
import { MAX_CHAT_LINES } from './members.ts';
import { Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** Rooms that spectators follow here. */
export interface FollowedRooms {
  /** Finds a room to follow; null if there is none. */
  follow(id: string): Promise<Room | null>;
  /** Unloads a room without members. */
  considerLeaving(room: Room): void;
  /** The head of a match has moved. */
  moved(match: string): void;
  /** A stored room has changed. */
  changed(id: string): void;
  /** The process that has a room sent something to all. */
  said(id: string, message: ServerMessage): void;
  /** Anything may have changed. */
  missed(): void;
  /** Disconnects all members of a room: this process has it now. */
  stop(id: string): void;
}

/** Room that spectators follow here. */
interface FollowedRoom {
  readonly room: Room;
  /** Null before the match starts. */
  replay: Replay | null;
  /** Reads in progress, one after the other. */
  reading: Promise<void>;
  /** Whether a read is scheduled. */
  isDue: boolean;
}

/** Follows rooms, which are read by `readStored`. */
export function createFollowing(
  registry: RoomRegistry,
  readStored: (id: string) => Promise<StoredInvite | undefined>,
): FollowedRooms {
  const followed = new Map<string, Promise<FollowedRoom | null>>();
  const byMatch = new Map<string, string>();

  const open = async (id: string): Promise<FollowedRoom | null> => {
    const { games, stores } = registry;
    const stored = await readStored(id);
    if (stored === undefined) return null;
    const kit = await games.load(stored.game, stored.version);
    if (!kit.ok) throw new Error(`a stored match cannot be loaded: ${kit.fault.message}`);
    const room = new Room(registry, kit.value, stored, stores, true);
    const one: FollowedRoom = { room, replay: null, reading: Promise.resolve(), isDue: false };
    room.chat = ((await stores.vault.get('chat', id)) ?? []) as unknown as Chat[];
    if (stored.match !== null) await begin(one, stored.match);
    return one;
  };

  /** Reads the match from its start. */
  const begin = async (one: FollowedRoom, matchText: string): Promise<void> => {
    const { room } = one;
    const { stores } = registry;
    const match = parseCid(matchText);
    // before the head is read: later moves of the head are read after it
    byMatch.set(matchText, room.id);
    const head = match.ok ? await stores.heads.get(match.value) : null;
    if (head === null) return;
    const nodes = await loadNodes(stores, head);
    if (!nodes.ok) throw new Error(nodes.fault.message);
    const { deal } = room.stored;
    const replay = new Replay(room.kit.game, nodes.value, {
      deal: deal === null ? null : Buffer.from(deal, 'hex'),
      head: head.digest,
    });
    if (readAll(replay, []).fault !== null) throw new Error(replay.fault!.fault.message);
    one.replay = replay;
    show(room, chainOf(replay));
    room.startMs = Date.parse(replay.header!.startedAt ?? '');
  };

  /** Reads and sends the nodes that are new. */
  const readOn = async (one: FollowedRoom): Promise<void> => {
    one.isDue = false;
    const { room, replay } = one;
    const { stores } = registry;
    if (replay === null) {
      if (room.stored.match !== null) await begin(one, room.stored.match);
      for (const member of room.members) sendRest(room, member);
      return;
    }
    const news: Uint8Array[] = [];
    let at = await stores.heads.get(replay.match);
    while (at !== null && formatCid(at) !== formatCid(replay.head)) {
      const bytes = await stores.blocks.get(at);
      const before = decodePrev(bytes);
      if (!before.ok) throw new Error('the match has a different history');
      news.push(bytes);
      at = idOf(before.value.prev);
    }
    for (const bytes of news.reverse()) {
      const wrong = replay.add(bytes);
      if (wrong !== null) throw new Error(wrong.fault.message);
      const { n } = replay;
      show(room, {
        table: replay.table!,
        last: { n, digest: replay.digestAt(n), bytes, before: room.chain!.last },
        isEnded: replay.isEnded,
      });
      broadcastNode(room, replay.parts);
    }
  };

  /** Schedules a read, unless one is scheduled; if it fails, spectators are disconnected and reconnect. */
  const readSoon = (id: string, work: (one: FollowedRoom) => Promise<void> = readOn): void => {
    void followed.get(id)?.then(one => {
      if (one === null || (work === readOn && one.isDue)) return;
      if (work === readOn) one.isDue = true;
      one.reading = one.reading
        .then(() => work(one))
        .catch(err => {
          registry.log.error({ err, room: id }, 'a match cannot be followed');
          stop(id);
        });
    });
  };

  const reread = async (one: FollowedRoom): Promise<void> => {
    const stored = await readStored(one.room.id);
    if (stored === undefined) return stop(one.room.id, 'canceled');
    one.room.stored = stored;
    broadcastInvite(one.room);
    await readOn(one);
  };

  const stop = (id: string, reason: 'moved' | 'canceled' = 'moved'): void => {
    const stopping = followed.get(id);
    followed.delete(id);
    void stopping?.then(one => {
      if (one === null) return;
      if (one.room.stored.match !== null) byMatch.delete(one.room.stored.match);
      registry.drop(one.room, reason);
    });
  };

  return {
    async follow(id) {
      const opening = followed.get(id) ?? open(id);
      followed.set(id, opening);
      const one = await opening.catch((cause: unknown) => {
        followed.delete(id);
        throw cause;
      });
      if (one === null) followed.delete(id);
      // what arrived while it was read
      else readSoon(id);
      return one?.room ?? null;
    },
    considerLeaving({ id, members }) {
      if (members.size === 0) stop(id);
    },
    moved(match) {
      const id = byMatch.get(match);
      if (id !== undefined) readSoon(id);
    },
    changed: id => readSoon(id, reread),
    said(id, message) {
      void followed.get(id)?.then(one => {
        if (one === null) return;
        const { room } = one;
        if (message.type === 'chat') {
          const { type: _, ...line } = message;
          room.chat = [...room.chat, line].slice(-MAX_CHAT_LINES);
        } else if (message.type === 'presence') {
          const { type: _, ...presence } = message;
          room.presence = presence;
        }
        broadcast(room, message);
      });
    },
    missed() {
      for (const id of followed.keys()) readSoon(id, reread);
    },
    stop,
  };
}

/** Shows a chain that cannot be appended to here. */
function show(room: Room, chain: Chain): void {
  room.match = {
    ...{ chain, append: refuse, end: refuse },
    get replay(): never {
      return refuse();
    },
  } satisfies OpenMatch;
}

const refuse = (): never => {
  throw new Error('a match that is followed cannot be appended to');
};
