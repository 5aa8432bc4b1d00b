/**
 * Small files as IPFS wraps them where raw leaves are off: one DAG-PB block around a UnixFS message around the content. The
 * `Qm…` and `bafybei…` address of a file is the hash of that block.
 */

/** The block of a file that fits into one. */
export function wrapFile(content: Uint8Array): Uint8Array {
  const length = varint(content.length);
  // field 1, type: file (2); field 2, data, absent if empty; field 3, file size
  const head = content.length === 0 ? [0x08, 2] : [0x08, 2, 0x12, ...length];
  const tail = [0x18, ...length];
  const size = head.length + content.length + tail.length;
  // field 1 of the outer message holds the inner one
  const start = [0x0a, ...varint(size), ...head];
  const block = new Uint8Array(start.length + content.length + tail.length);
  block.set(start);
  block.set(content, start.length);
  block.set(tail, start.length + content.length);
  return block;
}

/** The content of a block that `wrapFile` made; null for any other. */
export function unwrapFile(block: Uint8Array): Uint8Array | null {
  for (const [head, tail] of AROUND) {
    if (block.length < head + tail) continue;
    const content = block.subarray(head, block.length - tail);
    if (isSame(wrapFile(content), block)) return content;
  }
  return null;
}

/** Number of bytes before and after the content: with lengths of one byte, of one and two, and of two each. */
const AROUND = [
  [4, 2],
  [6, 2],
  [7, 2],
  [8, 3],
] as const;

/** Seven bits a byte, the lowest first. */
function varint(n: number): number[] {
  const bytes = [];
  let rest = n;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
