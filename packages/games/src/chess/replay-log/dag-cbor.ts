/** Just enough DAG-CBOR to read a node: every value has one spelling, and whatever is spelled otherwise is refused. */
import { type Cid, decodeCid } from '@kifu/core';

/** A value that was read. A link of a kind that is not known is `FOREIGN`, like bytes and floats: nobody looks at them. */
export type Cbor = null | boolean | number | string | readonly Cbor[] | CborMap | Link | symbol;
type CborMap = ReadonlyMap<string, Cbor>;

/** A link to a node: tag 42. */
interface Link {
  readonly link: Cid;
}

/** Something that no node needs. */
const FOREIGN = Symbol('foreign');

const MAX_DEPTH = 32;
/** The tag of a link, around a byte string that starts with a zero. */
const LINK_TAG = 42;

/** Reads one value that fills the bytes; undefined where they are no DAG-CBOR. */
export function decodeCbor(bytes: Uint8Array): Cbor | undefined {
  const input = { bytes, at: 0 };
  const value = readValue(input, 0);
  return input.at === bytes.length ? value : undefined;
}

interface Input {
  readonly bytes: Uint8Array;
  at: number;
}

function readValue(input: Input, depth: number): Cbor | undefined {
  const first = input.bytes[input.at];
  if (first === undefined || depth > MAX_DEPTH) return undefined;
  if (first >> 5 === 7) return readSimple(input, first);
  const count = readCount(input);
  if (count === undefined) return undefined;
  switch (first >> 5) {
    case 0:
      return count;
    case 1:
      return -1 - count;
    case 2:
      return readBytes(input, count) && FOREIGN;
    case 3:
      return readText(input, count);
    case 4:
      return readList(input, count, depth);
    case 5:
      return readMap(input, count, depth);
    default:
      return count === LINK_TAG ? readLink(input) : undefined;
  }
}

/** The number in the head of a value, in the fewest bytes that hold it. RFC 8949 §3. */
function readCount(input: Input): number | undefined {
  const { bytes, at } = input;
  const short = bytes[at]! & 31;
  const size = short < 24 ? 0 : 1 << (short - 24);
  input.at += 1 + size;
  if (short > 27 || input.at > bytes.length) return undefined;
  if (size === 0) return short;
  let count = 0;
  for (let i = at + 1; i < input.at; i++) count = count * 256 + bytes[i]!;
  const least = size === 1 ? 24 : 256 ** (size / 2);
  return count >= least ? count : undefined;
}

/** False, true, null, and floats of eight bytes that are numbers. */
function readSimple(input: Input, first: number): Cbor | undefined {
  input.at++;
  if (first === 0xf6) return null;
  if (first === 0xf4 || first === 0xf5) return first === 0xf5;
  const float = first === 0xfb ? readBytes(input, 8) : undefined;
  if (float === undefined) return undefined;
  const value = new DataView(float.buffer, float.byteOffset).getFloat64(0);
  return Number.isFinite(value) ? FOREIGN : undefined;
}

function readBytes(input: Input, length: number): Uint8Array | undefined {
  const end = input.at + length;
  if (end > input.bytes.length) return undefined;
  const bytes = input.bytes.subarray(input.at, end);
  input.at = end;
  return bytes;
}

function readText(input: Input, length: number): string | undefined {
  const bytes = readBytes(input, length);
  try {
    return bytes && strictUtf8.decode(bytes);
  } catch {
    return undefined;
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function readList(input: Input, length: number, depth: number): Cbor | undefined {
  const list: Cbor[] = [];
  while (list.length < length) {
    const item = readValue(input, depth + 1);
    if (item === undefined) return undefined;
    list.push(item);
  }
  return list;
}

/** Keys are texts, in the order of their encoded forms: the shorter first, then by bytes. */
function readMap(input: Input, size: number, depth: number): Cbor | undefined {
  const map = new Map<string, Cbor>();
  let before: Uint8Array | null = null;
  while (map.size < size) {
    const start = input.at;
    const key = readValue(input, depth + 1);
    if (typeof key !== 'string') return undefined;
    const encoded: Uint8Array = input.bytes.subarray(start, input.at);
    if (before !== null && !isBefore(before, encoded)) return undefined;
    const value = readValue(input, depth + 1);
    if (value === undefined) return undefined;
    map.set(key, value);
    before = encoded;
  }
  return map;
}

function isBefore(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const i = a.findIndex((byte, k) => byte !== b[k]);
  return i >= 0 && a[i]! < b[i]!;
}

function readLink(input: Input): Cbor | undefined {
  const first = input.bytes[input.at];
  if (first === undefined || first >> 5 !== 2) return undefined;
  const length = readCount(input);
  const bytes = length === undefined ? undefined : readBytes(input, length);
  if (bytes === undefined || bytes[0] !== 0 || bytes.length < 2) return undefined;
  const cid = decodeCid(bytes.subarray(1));
  return cid.ok ? { link: cid.value } : FOREIGN;
}
