/** Keys for finding the pack of a node: prefixes of digests, as exact integers. Imports nothing, so that any thread can use it. */

export const DIGEST_BYTES = 32;

/**
 * Returns the key of a node by its digest: four bytes are enough, since a look-up unpacks the match, and sees whether the node is
 * there. Among a million matches, one is unpacked in vain for every fifty nodes that are looked up.
 */
export const nodeKey = (bytes: Uint8Array, at: number): number => readNumber(bytes, at);

/** Returns the key of a node by its content ID, which ends in its digest. */
export const nodeKeyOf = (cid: Uint8Array): number => nodeKey(cid, cid.length - DIGEST_BYTES);

/** Reads four bytes by hand: a view of them would take longer. */
export const readNumber = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
