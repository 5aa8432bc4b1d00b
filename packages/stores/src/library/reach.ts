/** Which blocks of a store are in use: those that heads, listings and branches lead to. */
import { type Cid, parseCid } from '@kifu/core';
import { idOf } from '@kifu/record';
import { termsOf } from '@kifu/record/match-state';
import { decodeHeader, decodePrev, isHeader } from '@kifu/record/node';
import type { BlockStore } from '@kifu/record/store';

/** Takes note of a block; false where that was done before, or where there is no need to look into it. */
export type Visit = (cid: Cid) => boolean;

/**
 * Follows a block back to the beginning: from node to node to the header, and from there to the match that it branched off from, which may
 * be kept elsewhere. Throws `BlockNotFoundError` where a chain has a hole: what lies behind it cannot be known.
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

/** The node that a match branched off from; null where it did not. */
export function branchOf(bytes: Uint8Array): Cid | null {
  const header = decodeHeader(bytes);
  const branch = header.ok ? termsOf(header.value).branch : null;
  const node = branch === null ? null : parseCid(branch.node);
  return node?.ok ? node.value : null;
}
