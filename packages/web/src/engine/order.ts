/** Nodes brought into order as they come: the header first, then each that names the one before it. */
import { bytesToHex, sha256 } from '@kifu/core';
import { decodePrev, isHeader } from '@kifu/record';

/** The longest chain of nodes from a header on; empty where there is no header. What belongs to no chain is left out. */
export function orderNodes(blocks: readonly Uint8Array[]): Uint8Array[] {
  const after = new Map<string, Uint8Array>();
  let here: Uint8Array | null = null;
  for (const bytes of blocks) {
    if (isHeader(bytes)) here ??= bytes;
    else {
      const before = decodePrev(bytes);
      if (before.ok) after.set(bytesToHex(before.value.prev), bytes);
    }
  }
  const nodes: Uint8Array[] = [];
  while (here !== null && nodes.length <= blocks.length) {
    nodes.push(here);
    here = after.get(bytesToHex(sha256(here))) ?? null;
  }
  return nodes;
}
