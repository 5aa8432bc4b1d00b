/** Keys by which runs are sorted: beginnings of hashes, as whole numbers that JavaScript has exactly. */
import { readNumber } from '../sql/node-key.ts';

/** Of the eight bytes that a position has. Among a hundred million positions one that was never met is taken for another once in three million times. */
const POSITION_KEY_BITS = 48n;

/** Of the position that begins there. */
export const positionKey = (positions: Uint8Array, at: number): number =>
  readNumber(positions, at) * 2 ** 16 + positions[at + 4]! * 2 ** 8 + positions[at + 5]!;

/** Of a position that is asked for: eight bytes as a whole number with a sign. */
export const soughtPositionKey = (position: bigint): number =>
  Number(BigInt.asUintN(64, position) >> (64n - POSITION_KEY_BITS));
