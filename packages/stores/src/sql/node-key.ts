/** Keys by which packs are found that have a node: beginnings of digests, as whole numbers that JavaScript has exactly. It imports nothing, so that any thread can. */

export const DIGEST_BYTES = 32;

/**
 * Of the node whose digest begins there: four bytes are enough, since a look-up unpacks the match, and sees whether the node is
 * there. Of a million matches one is opened in vain for every fifty nodes that are looked for.
 */
export const nodeKey = (bytes: Uint8Array, at: number): number => readNumber(bytes, at);

/** Of a node by its content id, which ends in its digest. */
export const nodeKeyOf = (cid: Uint8Array): number => nodeKey(cid, cid.length - DIGEST_BYTES);

/** Of four bytes. By hand: to make a view of them would take longer. */
export const readNumber = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
