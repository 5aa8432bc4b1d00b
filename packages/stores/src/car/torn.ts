/** Tells the end of a file that was being written from damage. */
import { hashesTo } from '@kifu/core';
import {
  CUT,
  MAX_CID_BYTES,
  MIN_CID_BYTES,
  readSection,
  readVarint,
  varintLength,
} from '@kifu/record/car';

/** How the content ids that are known here begin: a bare multihash, or version, codec and multihash. */
const ID_STARTS = [
  [0x12, 0x20],
  [0x01, 0x55, 0x12, 0x20],
  [0x01, 0x70, 0x12, 0x20],
  [0x01, 0x71, 0x12, 0x20],
  [0x01, 0xa9, 0x02, 0x12, 0x20],
];
/** How much is hashed at most in search of sound blocks, in bytes: files may come from strangers. */
const MAX_HASHED = 1 << 26;

/**
 * Whether what is left of a file is a block that was not written to its end. Zeros may follow, since the length of a file may
 * become durable before what is in it.
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

/** Where the zeros begin that a file ends with. */
export function endOfWritten(bytes: Uint8Array): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end--;
  return end;
}

/**
 * Whether a sound block begins anywhere behind. Then it is a length that is wrong, not the end of the file, and cutting would
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
