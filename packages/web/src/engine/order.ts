/** Nodes brought into order as they come: the header first, then each that names the one before it. */
import { sha256 } from '@kifu/core';
import { decodePrev, isHeader } from '@kifu/record';
import { toHex } from './hex.ts';

/** The longest chain of nodes from a header on; empty where there is no header. What belongs to no chain is left out. */
export function orderNodes(blocks: readonly Uint8Array[]): Uint8Array[] {
  const after = new Map<string, Uint8Array>();
  let here: Uint8Array | null = null;
  for (const bytes of blocks) {
    if (isHeader(bytes)) here ??= bytes;
    else {
      const before = decodePrev(bytes);
      if (before.ok) after.set(toHex(before.value.prev), bytes);
    }
  }
  const nodes: Uint8Array[] = [];
  while (here !== null && nodes.length <= blocks.length) {
    nodes.push(here);
    here = after.get(toHex(sha256(here))) ?? null;
  }
  return nodes;
}
