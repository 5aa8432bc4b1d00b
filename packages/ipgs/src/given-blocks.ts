/** Blocks in memory, such as those of a file or of a change that is not stored yet, as a store to read from. */
import { formatCid, hashesTo } from '@kifu/core';
import type { Block } from '@kifu/record/node';
import { BlockCorruptError, BlockNotFoundError, type BlockStore } from '@kifu/record/store';

/** Blocks to read from: nothing is stored there. */
export type BlockReader = Pick<BlockStore, 'get'>;

const NOTHING: BlockReader = {
  async get(cid) {
    throw new BlockNotFoundError(cid);
  },
};

/** These blocks, and behind them those of a store. */
export function readGiven(blocks: Iterable<Block>, behind: BlockReader = NOTHING): BlockReader {
  const own = new Map<string, Uint8Array>();
  for (const { cid, bytes } of blocks) own.set(formatCid(cid), bytes);
  return {
    async get(cid, ask) {
      const bytes = own.get(formatCid(cid));
      if (bytes === undefined) return behind.get(cid, ask);
      if (!hashesTo(cid, bytes)) throw new BlockCorruptError(cid);
      return bytes;
    },
  };
}
