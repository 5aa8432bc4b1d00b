/** Whether a moving head references only blocks that come with it and those it referenced before, or perhaps more. */
import { type Cid, formatCid, isSameCid } from '@kifu/core';
import { idOf } from '@kifu/record';
import { type Block, decodePrev, isHeader } from '@kifu/record/node';
import { branchOf } from '../library/reach.ts';

/**
 * Whether a head may start to reference existing blocks that were unreferenced: unless the blocks that come with it lead back to the
 * old head, or to a header without a branch. Concurrent garbage collection must know.
 */
export function mayLeadBack(blocks: readonly Block[], from: Cid | null, to: Cid): boolean {
  let at = to;
  const find = finder(blocks);
  for (const _ of blocks) {
    const block = find(at);
    if (block === undefined) return true;
    if (isHeader(block.bytes)) return branchOf(block.bytes) !== null;
    // other blocks than nodes of a chain have no predecessor; most of them have another first byte
    const before = isList(block.bytes) ? decodePrev(block.bytes) : null;
    if (before?.ok !== true) return false;
    at = idOf(before.value.prev);
    if (from !== null && isSameCid(at, from)) return false;
  }
  return true;
}

/** Whether it may be an entry or an ending: these are lists (RFC 8949 §3.1, major type 4). */
const isList = (bytes: Uint8Array): boolean => bytes[0]! >> 5 === 4;

/** Looks at each, or uses an index if there are many. */
function finder(blocks: readonly Block[]): (cid: Cid) => Block | undefined {
  if (blocks.length < 8) return at => blocks.find(({ cid }) => isSameCid(cid, at));
  const index = new Map(blocks.map(block => [formatCid(block.cid), block]));
  return at => index.get(formatCid(at));
}
