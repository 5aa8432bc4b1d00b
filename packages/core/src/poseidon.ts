/** The Poseidon alternative to SHA-256 for state hashes, framed as in Move format §3. A sub-path: its constants weigh 40 kB. */
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { poseidon12 } from 'poseidon-lite/poseidon12';
import type { Game } from './game.ts';
import { stateText } from './hash.ts';

/** Bytes a field element takes without overflow. */
const PIECE = 31;
/** Pieces absorbed by one permutation of twelve inputs, the first of which is the accumulator. */
const GROUP = 11;

/** The Poseidon hash of bytes as 64 lower-case hex digits. */
export function poseidonHex(bytes: Uint8Array): string {
  let sum = BigInt(bytes.length); // the length first makes the zero filling unambiguous
  for (let start = 0; start < bytes.length || start === 0; start += PIECE * GROUP) {
    const pieces = Array.from({ length: GROUP }, (_, i) => pieceAt(bytes, start + i * PIECE));
    sum = poseidon12([sum, ...pieces]);
  }
  return sum.toString(16).padStart(64, '0');
}

/** The Poseidon hash of a state, for records that name it. */
export const poseidonState = <State>(game: Game<State>, state: State): string =>
  poseidonHex(utf8ToBytes(stateText(game, state)));

/** The 31 bytes from `start`, filled with zeros on the right, read big-endian. */
function pieceAt(bytes: Uint8Array, start: number): bigint {
  const hex = bytesToHex(bytes.subarray(start, start + PIECE)).padEnd(2 * PIECE, '0');
  return BigInt(`0x${hex}`);
}
