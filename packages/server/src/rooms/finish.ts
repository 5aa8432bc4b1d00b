/** The end of a match: it is listed, and its room becomes a past one. */
import { type Fault, formatCid, type Json } from '@kifu/core';
import { headOf, idOf, listingOf, nodesOf, readKifu } from '@kifu/record';
import type { Kept } from './kept.ts';
import type { Room } from './room.ts';
import { tellInvite } from './tell.ts';

/** Keeps that the match has ended. */
export async function finish(room: Room): Promise<void> {
  const { chain } = room;
  if (room.timer !== null) clearTimeout(room.timer);
  room.timer = null;
  room.kept = { ...room.kept, phase: 'ended', outcome: chain!.table.outcome };
  await keepPast(room);
  tellInvite(room);
  await list(room);
}

/** Moves a room that has ended to where nobody looks for what goes on. */
async function keepPast(room: Room): Promise<void> {
  const { hall, kept } = room;
  // secrets of chance have served; tokens stay for another match
  const past: Kept = {
    ...kept,
    chain: null,
    deal: null,
    seats: kept.seats.map(seat => ({ ...seat, chain: null })),
  };
  await hall.stores.vault.put('past', kept.id, past as unknown as Json);
  await hall.ended(room);
}

/** Lists the match in the library, if there is one. */
async function list(room: Room): Promise<void> {
  const { hall, chain, kit, kept } = room;
  const { library } = hall.stores;
  if (library === undefined || chain === null) return;
  const kifu = readKifu(kit.game, nodesOf(chain));
  if (!kifu.ok) return noteFault(room, kifu.fault);
  const [notation] = kit.notations;
  const listing = listingOf(
    kit.game,
    kifu.value,
    { match: idOf(chain.table.match), head: headOf(chain) },
    {
      visibility: kept.visibility,
      source: hall.source,
      ...(notation === undefined ? {} : { formatMove: notation.format }),
    },
  );
  if (!listing.ok) return noteFault(room, listing.fault);
  try {
    await library.list(listing.value);
  } catch (cause) {
    hall.log.error({ err: cause, match: formatCid(idOf(chain.table.match)) }, 'not listed');
  }
}

const noteFault = ({ hall, id }: Room, fault: Fault): void =>
  hall.log.error({ fault, room: id }, 'a match that has ended cannot be listed');
