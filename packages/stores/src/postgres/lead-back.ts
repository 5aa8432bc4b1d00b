/** What a head that moves leads to: only what comes with it and what it led to before, or perhaps more. */
import { type Cid, formatCid, isSameCid } from '@kifu/core';
import { idOf } from '@kifu/record';
import { type Block, decodePrev, isHeader } from '@kifu/record/node';
import { branchOf } from '../library/reach.ts';

/**
 * Whether a head may come to lead to blocks that are there already, and that nothing has led to so far: where the chain does not go back to the
 * old head, or to a header that branches off from nowhere, by blocks that come along. Who tidies up at the same time has to know.
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

/** By looking at each, or by an index where there are many. */
function finder(blocks: readonly Block[]): (cid: Cid) => Block | undefined {
  if (blocks.length < 8) return at => blocks.find(({ cid }) => isSameCid(cid, at));
  const index = new Map(blocks.map(block => [formatCid(block.cid), block]));
  return at => index.get(formatCid(at));
}
