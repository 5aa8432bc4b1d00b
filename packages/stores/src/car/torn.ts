/** Distinguishes a torn end of a file from damage. */
import { hashesTo } from '@kifu/core';
import {
  CUT,
  MAX_CID_BYTES,
  MIN_CID_BYTES,
  readSection,
  readVarint,
  varintLength,
} from '@kifu/record/car';

/** Prefixes of the known content IDs: a bare multihash, or version, codec and multihash. */
const ID_STARTS = [
  [0x12, 0x20],
  [0x01, 0x55, 0x12, 0x20],
  [0x01, 0x70, 0x12, 0x20],
  [0x01, 0x71, 0x12, 0x20],
  [0x01, 0xa9, 0x02, 0x12, 0x20],
];
/** Limit of bytes that are hashed in search of valid blocks: files may come from strangers. */
const MAX_HASHED = 1 << 26;

/**
 * Whether the rest of a file is an incomplete block. Zeros may follow, since the length of a file may
 * become durable before its content.
 */
export function isTorn(bytes: Uint8Array, at: number, maxBlockBytes: number): boolean {
  const written = bytes.subarray(0, endOfWritten(bytes));
  if (written.length <= at) return true;
  const maxLength = maxBlockBytes + MAX_CID_BYTES;
  const length = readVarint(written, at);
  if (length === CUT) return written.length - at < varintLength(maxLength);
  const start = at + varintLength(length);
  return (
    length >= MIN_CID_BYTES &&
    length <= maxLength &&
    start + length > written.length &&
    ID_STARTS.some(id => id.every((byte, i) => (written[start + i] ?? byte) === byte)) &&
    !hasBlockAfter(bytes, at, written.length, maxBlockBytes)
  );
}

/** Returns where the zeros at the end of a file start. */
export function endOfWritten(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

/**
 * Whether a valid block starts anywhere behind. Then a length is wrong instead of the file torn, and cutting would
 * lose that block.
 */
function hasBlockAfter(bytes: Uint8Array, at: number, end: number, maxBlockBytes: number): boolean {
  let hashed = 0;
  for (let i = at + 1; i < end; i++) {
    const section = readSection(bytes, i, maxBlockBytes);
    if ('fault' in section) continue;
    hashed += section.bytes.length;
    if (hashed > MAX_HASHED || hashesTo(section.cid, section.bytes)) return true;
  }
  return false;
}
