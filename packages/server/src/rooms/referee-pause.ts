/** Whether the referee paused a match, rather than its players. */
import type { Chain, StoredNode } from '@kifu/record';
import { decodeNext, isEnding } from '@kifu/record/node';

/** Whether the latest pause is by the referee: after a restart, or for a vacation. Entries that are not pauses may follow it. */
export const isPausedByReferee = (chain: Chain): boolean => {
  if (!chain.table.talk.isPaused) return false;
  for (let here: StoredNode | null = chain.last; here !== null && here.n > 0; here = here.before) {
    const node = decodeNext(here.bytes);
    if (node.ok && !isEnding(node.value) && node.value.act.type === 'pause')
      return node.value.seat === null;
  }
  return false;
};
