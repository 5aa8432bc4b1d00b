/** Blocks from any source: from the own store first, then from other nodes; those are checked and stored. */
import { formatCid, hashesTo } from '@kifu/core';
import { BlockNotFoundError, type BlockStore } from '@kifu/record/store';

/** Somewhere else where blocks may be; null where it has not got one. */
type BlockSource = (cid: string) => Promise<Uint8Array | null>;

/** Knows where blocks may be. */
export interface BlockFetcher {
  /** A store that asks elsewhere for what it has not got. */
  over(blocks: BlockStore): BlockStore;
  /** Asks these first, in this order, until they are set again. */
  setSources(sources: readonly BlockSource[]): void;
}

/** How long a block that was not found is not asked for again. */
const MISSING_MS = 30_000;
const MAX_MISSING = 10_000;

/** There are no sources at first. */
export function createFetcher(now: () => number): BlockFetcher {
  let sources: readonly BlockSource[] = [];
  const missing = new Map<string, number>();
  const coming = new Map<string, Promise<Uint8Array | null>>();
  const fetch = async (cid: string): Promise<Uint8Array | null> => {
    for (const source of sources) {
      const bytes = await source(cid).catch(() => null);
      if (bytes !== null) return bytes;
    }
    missing.delete(cid);
    missing.set(cid, now());
    if (missing.size > MAX_MISSING) missing.delete(missing.keys().next().value!);
    return null;
  };
  return {
    over: blocks => ({
      ...blocks,
      put: (cid, bytes, ask) => blocks.put(cid, bytes, ask),
      has: (cid, ask) => blocks.has(cid, ask),
      async get(cid, ask) {
        try {
          return await blocks.get(cid, ask);
        } catch (cause) {
          const text = formatCid(cid);
          const isLost = (missing.get(text) ?? 0) + MISSING_MS > now();
          if (!(cause instanceof BlockNotFoundError) || isLost) throw cause;
          const fetching = coming.get(text) ?? fetch(text);
          coming.set(text, fetching);
          const bytes = await fetching.finally(() => coming.delete(text));
          if (bytes === null || !hashesTo(cid, bytes)) throw cause;
          await blocks.put(cid, bytes, ask);
          return bytes;
        }
      },
    }),
    setSources(given) {
      sources = given;
      missing.clear();
    },
  };
}
