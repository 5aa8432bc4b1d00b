/** The end of a match: it is indexed, and its room becomes a past one. */
import type { Json } from '@kifu/core';
import { headOf, idOf } from '@kifu/record';
import { broadcastInvite } from './broadcast.ts';
import { indexEnded } from './list.ts';
import type { Room } from './room.ts';
import { isCorrespondence, type StoredInvite } from './stored-invite.ts';

/** Stores that the match has ended. */
export async function finish(room: Room): Promise<void> {
  const { chain, registry } = room;
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
  // before it becomes a past room: after a crash in between, the end is processed again, and indexed
  await indexEnded(room);
  if (room.stored.rated)
    await registry.ratings?.add({
      match: idOf(chain!.table.match),
      head: headOf(chain!),
      outcome: chain!.table.outcome,
    });
  const stored: StoredInvite = { ...room.stored, phase: 'ended', outcome: chain!.table.outcome };
  await savePast(room, stored);
  room.stored = stored;
  const { id, match, game, outcome } = stored;
  const { result, winners, reason } = outcome ?? {};
  registry.log.info({ room: id, match, game, result, winners, reason }, 'a match ended');
  broadcastInvite(room);
  registry.onEnded(stored);
}

/** Moves a room that has ended out of the rooms that are read at a start. */
async function savePast(room: Room, stored: StoredInvite): Promise<void> {
  const { registry } = room;
  // the secrets of randomness are no longer needed; tokens stay for a rematch
  const past: StoredInvite = {
    ...stored,
    chain: null,
    deal: null,
  };
  await room.stores.vault.put('past', stored.id, past as unknown as Json);
  if (isCorrespondence(stored)) await room.stores.vault.remove('plans', stored.id);
  await registry.storedRooms.ended(room);
}
