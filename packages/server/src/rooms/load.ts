/** The match of a room, played through from the store. */
import { ok, parseCid } from '@kifu/core';
import { type Chain, nodesOf, type StoredNode } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { loadMatch } from '@kifu/record/store';
import { noteLag, type Room } from './room.ts';

/** Whether the newest pause is one by the referee: after a restart, or for a vacation. Words may have been said since. */
export const isPausedByReferee = (chain: Chain): boolean => {
  if (!chain.table.talk.isPaused) return false;
  for (let here: StoredNode | null = chain.last; here !== null && here.n > 0; here = here.before) {
    const node = decodeNext(here.bytes);
    if (node.ok && !isEnding(node.value) && node.value.act.type === 'pause')
      return node.value.seat === null;
  }
  return false;
};

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
