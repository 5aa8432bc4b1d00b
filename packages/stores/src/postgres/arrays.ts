/**
 * Lists of values as PostgreSQL takes them in binary: quicker to write and to read than text, in which each byte is two digits. A list
 * is its number of dimensions, whether there are nulls, the type of its items, how many there are and the number of the first; then the
 * length and bytes of each, the length -1 for null. Server source: src/backend/utils/adt/arrayfuncs.c, `array_recv`.
 */

/** Numbers of types in the catalogue `pg_type`. */
const BYTEA = 17;
const INT8 = 20;
const TEXT = 25;
const HEAD_BYTES = 20;
const NULL_LENGTH = -1;

/** For a parameter of type `bytea[]`. */
export const bytesList = (items: readonly (Uint8Array | null)[]): Buffer => list(BYTEA, items);

/** For a parameter of type `text[]`. */
export const textList = (items: readonly (string | null)[]): Buffer =>
  list(
    TEXT,
    items.map(item => (item === null ? null : Buffer.from(item))),
  );

/** For a parameter of type `bigint[]`. */
export function numberList(items: readonly (number | bigint | null)[]): Buffer {
  return list(
    INT8,
    items.map(item => {
      if (item === null) return null;
      const bytes = Buffer.allocUnsafe(8);
      bytes.writeBigInt64BE(BigInt(item));
      return bytes;
    }),
  );
}

function list(type: number, items: readonly (Uint8Array | null)[]): Buffer {
  const sizeBytes = items.reduce((sum, item) => sum + 4 + (item?.length ?? 0), HEAD_BYTES);
  const bytes = Buffer.allocUnsafe(items.length === 0 ? 12 : sizeBytes);
  bytes.writeInt32BE(items.length === 0 ? 0 : 1, 0);
  bytes.writeInt32BE(items.includes(null) ? 1 : 0, 4);
  bytes.writeInt32BE(type, 8);
  if (items.length === 0) return bytes;
  bytes.writeInt32BE(items.length, 12);
  bytes.writeInt32BE(1, 16);
  let at = HEAD_BYTES;
  for (const item of items) {
    at = bytes.writeInt32BE(item === null ? NULL_LENGTH : item.length, at);
    if (item === null) continue;
    bytes.set(item, at);
    at += item.length;
  }
  return bytes;
}
