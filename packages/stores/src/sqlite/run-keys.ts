/** Keys by which runs are sorted: beginnings of hashes, as whole numbers that JavaScript has exactly. */

export const DIGEST_BYTES = 32;
/** Of the eight bytes that a position has. Among a hundred million positions one that was never met is taken for another once in three million times. */
const POSITION_KEY_BITS = 48n;

/**
 * Of the node whose digest begins there: four bytes are enough, since whoever looks for a node unpacks, and sees whether it is there. Of
 * a million matches one is opened in vain for every fifty nodes that are looked for.
 */
export const nodeKey = (bytes: Uint8Array, at: number): number => readNumber(bytes, at);

/** Of a node by its content id, which ends in its digest. */
export const nodeKeyOf = (cid: Uint8Array): number => nodeKey(cid, cid.length - DIGEST_BYTES);

/** Of the position that begins there. */
export const positionKey = (positions: Uint8Array, at: number): number =>
  readNumber(positions, at) * 2 ** 16 + positions[at + 4]! * 2 ** 8 + positions[at + 5]!;

/** Of a position that is asked for: eight bytes as a whole number with a sign. */
export const soughtPositionKey = (position: bigint): number =>
  Number(BigInt.asUintN(64, position) >> (64n - POSITION_KEY_BITS));

/** Of four bytes. By hand: to make a view of them would take longer. */
const readNumber = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
