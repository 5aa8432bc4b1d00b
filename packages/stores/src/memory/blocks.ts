/** Blocks in memory. */
import { formatCid, hashesTo } from '@kifu/core';
import { BlockCorruptError, BlockNotFoundError, type BlockStore } from '@kifu/record/store';

/** Creates a store of blocks in memory, empty at first. */
export function memoryBlocks(): BlockStore {
  const kept = new Map<string, Uint8Array>();
  return {
    async get(cid, ask) {
      ask?.signal?.throwIfAborted();
      const bytes = kept.get(formatCid(cid));
      if (bytes === undefined) throw new BlockNotFoundError(cid);
      // hashed when it was put; no caller holds these bytes
      return bytes.slice();
    },
    async put(cid, bytes, ask) {
      ask?.signal?.throwIfAborted();
      if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      const id = formatCid(cid);
      // a copy, and of a Buffer too: its `slice` would share
      if (!kept.has(id)) kept.set(id, Uint8Array.from(bytes));
    },
    async has(cid, ask) {
      ask?.signal?.throwIfAborted();
      return kept.has(formatCid(cid));
    },
  };
}
