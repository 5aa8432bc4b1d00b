/** The blocks of a store that are in use: heads, summaries and branches reference them. */
import { type Cid, parseCid } from '@kifu/core';
import { idOf } from '@kifu/record';
import { termsOf } from '@kifu/record/match-state';
import { decodeHeader, decodePrev, isHeader } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';

/** Notes a block; false if it was noted before, or need not be followed. */
export type Visit = (cid: Cid) => boolean;

/**
 * Follows a block back to the start: from node to node to the header, and from there to the match that it branched off from, which may
 * be stored elsewhere. Throws `BlockNotFoundError` if a chain has a gap: what lies behind it is unknown.
 */
export async function reach(blocks: BlockStore, from: Cid, visit: Visit): Promise<void> {
  for (let at: Cid | null = from; at !== null && visit(at); ) {
    const bytes: Uint8Array = await blocks.get(at);
    at = isHeader(bytes) ? await parentOf(blocks, bytes) : previousOf(bytes);
  }
}

async function parentOf(blocks: BlockStore, header: Uint8Array): Promise<Cid | null> {
  const node = branchOf(header);
  return node !== null && (await blocks.has(node)) ? node : null;
}

/** Null if it is not a node of a chain. */
function previousOf(bytes: Uint8Array): Cid | null {
  const before = decodePrev(bytes);
  return before.ok ? idOf(before.value.prev) : null;
}

/** Returns the node that a match branched off from; null if there is none. */
export function branchOf(bytes: Uint8Array): Cid | null {
  const header = decodeHeader(bytes);
  const branch = header.ok ? termsOf(header.value).branch : null;
  const node = branch === null ? null : parseCid(branch.node);
  return node?.ok ? node.value : null;
}
