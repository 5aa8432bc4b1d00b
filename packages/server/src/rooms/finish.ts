/** The end of a match: it is listed, and its room becomes a past one. */
import type { Json } from '@kifu/core';
import { listEnded } from './list.ts';
import type { Room } from './room.ts';
import type { StoredInvite } from './stored-invite.ts';
import { tellInvite } from './tell.ts';

/** Keeps that the match has ended. */
export async function finish(room: Room): Promise<void> {
  const { chain } = room;
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
  room.kept = { ...room.kept, phase: 'ended', outcome: chain!.table.outcome };
  // before it is a past one: after a crash in between, the end is looked at again, and listed
  await listEnded(room);
  await keepPast(room);
  tellInvite(room);
}

/** Moves a room that has ended to where nobody looks for what goes on. */
async function keepPast(room: Room): Promise<void> {
  const { registry, kept } = room;
  // secrets of chance have served; tokens stay for another match
  const past: StoredInvite = {
    ...kept,
    chain: null,
    deal: null,
  };
  await registry.stores.vault.put('past', kept.id, past as unknown as Json);
  await registry.ended(room);
}
