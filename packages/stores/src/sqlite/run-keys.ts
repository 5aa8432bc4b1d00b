/** Keys by which runs are sorted: beginnings of hashes, as whole numbers that JavaScript has exactly. */

const DIGEST_BYTES = 32;
/** Of the eight bytes that a position has. Among a hundred million positions one that was never met is taken for another once in three million times. */
const POSITION_KEY_BITS = 48n;

/** Of a node by its content id: five bytes of the digest are enough, since whoever looks for a node unpacks, and sees whether it is there. */
export function nodeKey(cid: Uint8Array): number {
  const at = cid.length - DIGEST_BYTES;
  return readNumber(cid, at) * 2 ** 8 + cid[at + 4]!;
}

/** Of the position that begins there. */
export const positionKey = (positions: Uint8Array, at: number): number =>
  readNumber(positions, at) * 2 ** 16 + positions[at + 4]! * 2 ** 8 + positions[at + 5]!;

/** Of a position that is asked for: eight bytes as a whole number with a sign. */
export const soughtPositionKey = (position: bigint): number =>
  Number(BigInt.asUintN(64, position) >> (64n - POSITION_KEY_BITS));

/** Of four bytes. By hand: to make a view of them would take longer. */
const readNumber = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
