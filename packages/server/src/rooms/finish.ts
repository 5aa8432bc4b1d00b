/** The end of a match: it is listed, and its room becomes a past one. */
import type { Json } from '@kifu/core';
import { headOf, idOf } from '@kifu/record';
import { tellInvite } from './broadcast.ts';
import { listEnded } from './list.ts';
import type { Room } from './room.ts';
import { isCorrespondence, type StoredInvite } from './stored-invite.ts';

/** Keeps that the match has ended. */
export async function finish(room: Room): Promise<void> {
  const { chain, registry } = room;
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
  // before it is a past one: after a crash in between, the end is looked at again, and listed
  await listEnded(room);
  if (room.kept.rated)
    await registry.ratings?.add({
      match: idOf(chain!.table.match),
      head: headOf(chain!),
      outcome: chain!.table.outcome,
    });
  const kept: StoredInvite = { ...room.kept, phase: 'ended', outcome: chain!.table.outcome };
  await keepPast(room, kept);
  room.kept = kept;
  const { id, match, game, outcome } = kept;
  const { result, winners, reason } = outcome ?? {};
  registry.log.info({ room: id, match, game, result, winners, reason }, 'a match ended');
  tellInvite(room);
  registry.onEnded(kept);
}

/** Moves a room that has ended out of the rooms that are read at a start. */
async function keepPast(room: Room, kept: StoredInvite): Promise<void> {
  const { registry } = room;
  // secrets of chance have served; tokens stay for another match
  const past: StoredInvite = {
    ...kept,
    chain: null,
    deal: null,
  };
  await room.stores.vault.put('past', kept.id, past as unknown as Json);
  if (isCorrespondence(kept)) await room.stores.vault.remove('plans', kept.id);
  await registry.stored.ended(room);
}
