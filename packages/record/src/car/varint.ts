/** Unsigned varints: seven bits a byte, the lowest first, the top bit set on all but the last (multiformats/unsigned-varint). */

/** The bytes end before the varint does. */
export const CUT = -1;
/** Not the shortest form, or longer than the nine bytes that a varint may have. */
const WRONG = -2;

const MAX_BYTES = 9;

/** The number that begins here, `CUT`, or another number below 0 where it is none; inexact above 2^53. */
export function readVarint(bytes: Uint8Array, offset: number): number {
  let value = 0;
  for (let i = 0, weight = 1; i < MAX_BYTES; i++, weight *= 128) {
    if (offset + i >= bytes.length) return CUT;
    const byte = bytes[offset + i]!;
    value += (byte & 0x7f) * weight;
    // a last byte of zero adds nothing: the shortest form has none
    if (byte < 0x80) return byte === 0 && i > 0 ? WRONG : value;
  }
  return WRONG;
}

/** How many bytes a number takes. */
export function varintLength(value: number): number {
  let length = 1;
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 128)) length++;
  return length;
}

/** Writes a number, and returns where it ends. */
export function writeVarint(value: number, bytes: Uint8Array, offset: number): number {
  let end = offset;
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 128)) bytes[end++] = (rest % 128) | 0x80;
  bytes[end++] = rest;
  return end;
}
