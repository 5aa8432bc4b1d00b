/** The nodes of a record, found among blocks by walking back from the head. */
import { type Cid, fail, formatCid, hashesTo, ok, type Result } from '@kifu/core';
import { idOf } from '../chain.ts';
import { MAX_ENTRIES } from '../match-state/match-state.ts';
import { decodePrev } from './entry.ts';

/** A block with the content ID that its source gives for it; the bytes may be others. */
export interface Block {
  readonly cid: Cid;
  readonly bytes: Uint8Array;
}

/**
 * Returns the nodes that lead to a head, the header first. IDs are not checked here: `verify` hashes each of
 * the nodes, and finds a block that lies about its id.
 */
export function collectNodes(blocks: readonly Block[], head: Cid): Result<Uint8Array[]> {
  const byDigest = new Map<string, Uint8Array>();
  for (const { cid, bytes } of blocks) {
    if (cid.codec !== 'dag-cbor') continue;
    const key = keyOfDigest(cid.digest);
    const other = byDigest.get(key);
    // of two blocks that claim one id the true one counts
    if (other === undefined || !hashesTo(cid, other)) byDigest.set(key, bytes);
  }
  const nodes: Uint8Array[] = [];
  if (head.codec !== 'dag-cbor')
    return fail('not-found', `${formatCid(head)} is not the ID of a node`);
  let at = keyOfDigest(head.digest);
  let digest = head.digest;
  for (;;) {
    const bytes = byDigest.get(at);
    if (bytes === undefined) return fail('not-found', `missing block ${formatCid(idOf(digest))}`);
    byDigest.delete(at); // so that no circle is walked twice
    nodes.push(bytes);
    if (nodes.length > MAX_ENTRIES + 2)
      return fail('too-large', `too many entries in the record: ${MAX_ENTRIES} at most`);
    if (isHeader(bytes))
      // else an entry may pass for one
      return hashesTo(idOf(digest), bytes) ? ok(nodes.reverse()) : NO_HEADER;
    const before = decodePrev(bytes);
    if (!before.ok) return before;
    digest = before.value.prev;
    at = keyOfDigest(digest);
  }
}

const NO_HEADER = fail('broken-chain', 'the header does not match its content ID');

/** Whether a node must be a header: only a header is a map. */
export const isHeader = (bytes: Uint8Array): boolean => bytes[0]! >> 5 === MAP;

const MAP = 5;

/** A digest as a key: eight letters of four bytes each, in two calls that the engine makes without a list. */
export const keyOfDigest = (digest: Uint8Array): string => halfOf(digest, 0) + halfOf(digest, 16);

const halfOf = (d: Uint8Array, i: number): string =>
  String.fromCharCode(
    (d[i]! << 8) | d[i + 1]!,
    (d[i + 2]! << 8) | d[i + 3]!,
    (d[i + 4]! << 8) | d[i + 5]!,
    (d[i + 6]! << 8) | d[i + 7]!,
    (d[i + 8]! << 8) | d[i + 9]!,
    (d[i + 10]! << 8) | d[i + 11]!,
    (d[i + 12]! << 8) | d[i + 13]!,
    (d[i + 14]! << 8) | d[i + 15]!,
  );
