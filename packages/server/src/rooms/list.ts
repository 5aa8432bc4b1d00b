/** Matches in the library: indexed when they start and periodically while in progress, and with everything that can be searched when they end. */
import { type Fault, formatCid, metadataOf } from '@kifu/core';
import { headOf, idOf, nodesOf } from '@kifu/record';
import { termsOf } from '@kifu/record/match-state';
import { listingBy, matchSummaryOf, namesOf, Replay } from '@kifu/record/replay';
import type { ToList } from '@kifu/record/store';
import type { Room } from './room.ts';

/** Whether a match has moves that the index lacks. */
export const isIndexBehind = ({ chain, stored, listed, isBroken }: Room): boolean =>
  stored.phase === 'live' &&
  !isBroken &&
  chain !== null &&
  chain.last !== listed &&
  chain.table.outcome === null;

/** Indexes a match in progress as far as it has come, if there is a library. This does not replay it. */
export async function indexLive(room: Room): Promise<void> {
  const { registry, chain, stored } = room;
  if (chain === null) return;
  const { header } = chain.table;
  room.listed = chain.last;
  await list(room, {
    match: idOf(chain.table.match),
    head: headOf(chain),
    game: header.game,
    players: namesOf(header),
    startedAt: header.startedAt,
    entries: chain.last.n,
    outcome: null,
    rated: termsOf(header).rated,
    source: registry.source,
    visibility: stored.visibility,
    opening: [],
    facts: metadataOf(header, room.kit.seatNames),
  });
}

/** Indexes a match that has ended, if there is a library. */
export async function indexEnded(room: Room): Promise<void> {
  const { registry, chain, kit, stored } = room;
  if (registry.stores.library === undefined || chain === null) return;
  const { header } = chain.table;
  const listing = matchSummaryOf(new Replay(kit.game, nodesOf(chain), { header }), undefined, {
    visibility: stored.visibility,
    source: registry.source,
    ...(await listingBy(kit)),
  });
  if (!listing.ok) return noteFault(room, listing.fault);
  await list(room, listing.value);
}

/** Writes index entries one after the other, so that the last one wins. A failing library delays no match. */
function list(room: Room, listing: ToList): Promise<void> {
  const { registry } = room;
  room.listing = room.listing
    .then(() => registry.stores.library?.list(listing))
    .catch(err => registry.log.error({ err, match: formatCid(listing.match) }, 'not listed'));
  return room.listing;
}

const noteFault = ({ registry, id }: Room, fault: Fault): void =>
  registry.log.error({ fault, room: id }, 'a match that has ended cannot be listed');
