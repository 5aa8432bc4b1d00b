/** Rooms made again from what is kept, and their matches played through from the store. */
import { anchorAfter, firstAnchor } from '@kifu/client';
import { type Kit, ok, parseCid, type Result } from '@kifu/core';
import {
  append,
  begin,
  type Chain,
  decodeNext,
  isEnding,
  loadStored,
  NO_REFUSALS,
  nodesOf,
  readKifu,
  toDoing,
} from '@kifu/record';
import { createBuckets } from '../buckets.ts';
import { finishNoted } from './append.ts';
import type { Hall } from './hall.ts';
import type { Kept } from './kept.ts';
import type { Room } from './room.ts';

/** Whether the newest entry is a pause by the referee: one after a restart. */
export const isPausedByReferee = (chain: Chain): boolean => {
  const node = decodeNext(chain.last.bytes);
  return (
    node.ok && !isEnding(node.value) && node.value.seat === null && node.value.act.type === 'pause'
  );
};

/** A room of what is kept of it; its match is not loaded yet. */
export const newRoom = (hall: Hall, kit: Kit, kept: Kept): Room => ({
  id: kept.id,
  hall,
  kit,
  hasBots: kept.seats.some(({ type }) => type === 'bot'),
  kept,
  chain: null,
  anchor: null,
  startMs: 0,
  members: new Set(),
  jobs: [],
  isBusy: false,
  isBroken: false,
  isForgotten: false,
  timer: null,
  timerMs: 0,
  resting: null,
  away: new Map(),
  links: new Map(),
  chains: new Map(),
  thinking: new Set(),
  botsMs: 0,
  resumeMs: null,
  ahead: null,
  chat: [],
  said: createBuckets(hall.limits.wordsPerMinute / 60, hall.limits.wordBurst),
  rematch: new Set(),
  next: null,
  refusals: NO_REFUSALS,
  isTelling: false,
  quietMs: 0,
  listed: null,
  listing: Promise.resolve(),
  usedMs: hall.now(),
});

/** Plays a match through from the store. */
export async function loadChain(room: Room, match: string): Promise<void> {
  const { hall, kept, kit } = room;
  const cid = parseCid(match);
  if (!cid.ok) throw new Error(cid.fault.message);
  await finishNoted(hall.stores, cid.value);
  const deal = kept.deal === null ? null : Buffer.from(kept.deal, 'hex');
  const loaded = await loadStored(hall.stores, cid.value, async () => ok(kit.game), deal);
  if (!loaded.ok) throw new Error(`match ${match} cannot be loaded: ${loaded.fault.message}`);
  room.chain = loaded.value;
  room.startMs = Date.parse(loaded.value.table.header.startedAt ?? '');
  room.anchor = anchorOf(room.chain, deal);
}

/** The anchor of ticks at the end of a chain. */
function anchorOf(chain: Chain, deal: Uint8Array | null): Room['anchor'] {
  const { game, header } = chain.table;
  if (game.time === undefined) return null;
  const begun = begin(game, header, deal);
  const kifu = readKifu(game, nodesOf(chain));
  if (!begun.ok || !kifu.ok) return null;
  let here = begun.value.chain;
  let anchor = firstAnchor(here.table);
  for (const entry of kifu.value.entries) {
    const doing = toDoing(game, entry);
    const referee = entry.referee === undefined ? null : Buffer.from(entry.referee, 'hex');
    const next: Result<{ readonly chain: Chain }> = doing.ok
      ? append(here, doing.value, referee)
      : doing;
    if (!next.ok) break;
    here = next.value.chain;
    anchor = anchorAfter(anchor, here.table);
  }
  return anchor;
}
