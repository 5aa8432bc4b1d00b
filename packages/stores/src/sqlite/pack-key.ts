/** Keys of packed nodes. Six bytes of the digest are enough: whoever looks for a node unpacks, and sees whether it is there. */

const DIGEST_BYTES = 32;
const HALF = 2 ** 47;

/** A whole number from −2^47 up to 2^47, which takes six bytes in SQLite. */
export function packKeyOf(cid: Uint8Array): number {
  const view = new DataView(cid.buffer, cid.byteOffset + cid.length - DIGEST_BYTES);
  return view.getUint32(0) * 2 ** 16 + view.getUint16(4) - HALF;
}
