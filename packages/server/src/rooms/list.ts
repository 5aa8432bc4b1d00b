/** Matches in the library: each is listed when it begins, and with all that it can be found by when it has ended. */
import { type Fault, formatCid } from '@kifu/core';
import {
  headOf,
  idOf,
  listingOf,
  namesOf,
  nodesOf,
  readKifu,
  type ToList,
  termsOf,
} from '@kifu/record';
import type { Room } from './room.ts';

/** Lists a match that has just begun, if there is a library. */
export async function listBegun(room: Room): Promise<void> {
  const { hall, chain, kept } = room;
  if (chain === null) return;
  const { header } = chain.table;
  await list(room, {
    match: idOf(chain.table.match),
    head: headOf(chain),
    game: header.game,
    players: namesOf(header),
    startedAt: header.startedAt,
    entries: 0,
    outcome: null,
    rated: termsOf(header).rated,
    source: hall.source,
    visibility: kept.visibility,
    opening: [],
  });
}

/** Lists a match that has ended, if there is a library. */
export async function listEnded(room: Room): Promise<void> {
  const { hall, chain, kit, kept } = room;
  if (hall.stores.library === undefined || chain === null) return;
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
  await list(room, listing.value);
}

/** A library that fails holds up no match. */
async function list({ hall }: Room, listing: ToList): Promise<void> {
  try {
    await hall.stores.library?.list(listing);
  } catch (cause) {
    hall.log.error({ err: cause, match: formatCid(listing.match) }, 'not listed');
  }
}

const noteFault = ({ hall, id }: Room, fault: Fault): void =>
  hall.log.error({ fault, room: id }, 'a match that has ended cannot be listed');
