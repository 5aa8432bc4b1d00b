/** Heads in memory. */
import { type Cid, formatCid, parseCid, unwrap } from '@kifu/core';
import type { Heads } from '@kifu/record/store';

/** Creates a store of heads in memory, empty at first. */
export const memoryHeads = (): Heads => headsIn(new Map());

/** Heads by match, both as text. */
export function headsIn(heads: Map<string, string>): Heads {
  return {
    async get(match, ask) {
      ask?.signal?.throwIfAborted();
      const head = heads.get(formatCid(match));
      return head === undefined ? null : unwrap(parseCid(head));
    },
    // no await between comparing and setting
    async move(match, from, to, ask) {
      ask?.signal?.throwIfAborted();
      const id = formatCid(match);
      if (textOf(from) !== heads.get(id)) return false;
      heads.set(id, formatCid(to));
      return true;
    },
  };
}

/** Returns the key of a content ID. */
export const textOf = (cid: Cid | null): string | undefined =>
  cid === null ? undefined : formatCid(cid);
