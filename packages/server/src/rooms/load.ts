/** The match of a room, played through from the store. */
import { ok, parseCid } from '@kifu/core';
import { type Chain, nodesOf } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';
import { loadMatch } from '@kifu/record/store';
import { noteLag, type Room } from './room.ts';

/** Whether the newest entry is a pause by the referee: one after a restart. */
export const isPausedByReferee = (chain: Chain): boolean => {
  const node = decodeNext(chain.last.bytes);
  return (
    node.ok && !isEnding(node.value) && node.value.seat === null && node.value.act.type === 'pause'
  );
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
