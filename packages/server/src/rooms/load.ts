/** Loads a room from the store, and continues its match. */
import type { Chat } from '@kifu/client';
import { ok, parseCid } from '@kifu/core';
import { nodesOf } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { loadMatch } from '@kifu/record/store';
import type { ServerStores } from '../options.ts';
import { enqueue } from './acts.ts';
import { agreeAll, wakeBots } from './bots.ts';
import { askLinks } from './chance.ts';
import { type Downtime, pauseFor } from './downtime.ts';
import { followPlans, loadPlans } from './plans.ts';
import { noteLag, Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import { isCorrespondence, type StoredInvite } from './stored-invite.ts';
import { followVacationsSafely } from './vacations.ts';
import { schedule, wake } from './wake.ts';

/** Loads a room, which writes to `own`. */
export async function loadRoom(
  registry: RoomRegistry,
  stored: StoredInvite,
  own: ServerStores,
): Promise<Room> {
  const kit = await registry.games.load(stored.game, stored.version);
  if (!kit.ok) throw new Error(`a stored match cannot be loaded: ${kit.fault.message}`);
  const room = new Room(registry, kit.value, stored, own);
  if (stored.match !== null) await loadChain(room, stored.match);
  room.chat = ((await registry.stores.vault.get('chat', stored.id)) ?? []) as unknown as Chat[];
  if (stored.phase === 'live' && isCorrespondence(stored)) await loadPlans(room);
  return room;
}

/** Replays a match from the store. */
async function loadChain(room: Room, match: string): Promise<void> {
  const { registry, stored, kit } = room;
  const cid = parseCid(match);
  if (!cid.ok) throw new Error(cid.fault.message);
  const loaded = await loadMatch(room.stores, cid.value, async () => ok(kit.game), {
    deal: stored.deal === null ? null : Buffer.from(stored.deal, 'hex'),
    referee: registry.referee.sign,
  });
  if (!loaded.ok) throw new Error(`match ${match} cannot be loaded: ${loaded.fault.message}`);
  room.match = loaded.value;
  for (const bytes of nodesOf(loaded.value.chain).slice(1)) {
    const node = decodeNext(bytes);
    if (node.ok && !isEnding(node.value)) noteLag(room, node.value);
  }
  room.startMs = Date.parse(loaded.value.chain.table.header.startedAt ?? '');
}

/** Continues a match that was loaded: after a downtime with a pause, from when the server was last up. */
export function continueMatch(room: Room, takeDowntime: () => Downtime | undefined): void {
  const { chain, registry } = room;
  if (chain === null) return;
  for (const { seat, type } of room.stored.seats)
    if (type === 'person' && !room.away.has(seat)) room.away.set(seat, registry.now());
  if (chain.isEnded || chain.table.outcome !== null) {
    enqueue(room, { make: () => null, isEnd: true });
    return;
  }
  const stop = takeDowntime();
  if (stop !== undefined) pauseFor(room, stop);
  if (room.held === null) {
    agreeAll(room);
    askLinks(room);
    wakeBots(room);
  }
  followPlans(room);
  wake(room);
  if (!room.isBusy) schedule(room);
  void followVacationsSafely(room);
}
