/** Rooms made again from what is kept, and their matches played through from the store. */
import { type Kit, ok, parseCid } from '@kifu/core';
import { type Chain, nodesOf } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { loadMatch } from '@kifu/record/store';
import { NO_REFUSALS } from '@kifu/record/table';
import { createBuckets } from '../buckets.ts';
import type { ServerStores } from '../options.ts';
import { noteLag, type Room } from './room.ts';
import type { RoomRegistry } from './room-registry.ts';
import type { StoredInvite } from './stored-invite.ts';

/** Whether the newest entry is a pause by the referee: one after a restart. */
export const isPausedByReferee = (chain: Chain): boolean => {
  const node = decodeNext(chain.last.bytes);
  return (
    node.ok && !isEnding(node.value) && node.value.seat === null && node.value.act.type === 'pause'
  );
};

/** A room of what is kept of it; its match is not loaded yet. */
export const newRoom = (
  registry: RoomRegistry,
  kit: Kit,
  kept: StoredInvite,
  stores: ServerStores,
): Room => ({
  id: kept.id,
  registry,
  stores,
  kit,
  hasBots: kept.seats.some(({ type }) => type === 'bot'),
  kept,
  match: null,
  get chain() {
    return this.match?.chain ?? null;
  },
  startMs: 0,
  members: new Set(),
  jobs: [],
  isBusy: false,
  isFollowed: false,
  presence: null,
  elsewhere: new Map(),
  isBroken: false,
  isForgotten: false,
  timer: null,
  timerMs: 0,
  resting: null,
  away: new Map(),
  links: new Map(),
  own: null,
  thinking: new Set(),
  botsMs: 0,
  resumeMs: null,
  held: null,
  lagged: new Map(),
  signing: null,
  ahead: null,
  chat: [],
  talking: Promise.resolve(),
  said: createBuckets(registry.limits.wordsPerMinute / 60, registry.limits.wordBurst),
  rematch: new Set(),
  next: null,
  refusals: NO_REFUSALS,
  isTelling: false,
  quietMs: 0,
  listed: null,
  listing: Promise.resolve(),
  usedMs: registry.now(),
});

/** Plays a match through from the store. */
export async function loadChain(room: Room, match: string): Promise<void> {
  const { registry, kept, kit } = room;
  const cid = parseCid(match);
  if (!cid.ok) throw new Error(cid.fault.message);
  const loaded = await loadMatch(room.stores, cid.value, async () => ok(kit.game), {
    deal: kept.deal === null ? null : Buffer.from(kept.deal, 'hex'),
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
