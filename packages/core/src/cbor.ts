/**
 * Just enough DAG-CBOR for nodes: whole numbers, bytes, texts, lists, maps with text keys, links (tag 42), null and
 * booleans. Every value has one spelling; any other is refused. RFC 8949 §4.2, DAG-CBOR specification.
 */
import { type Cid, decodeCid, encodeCid } from './cid.ts';
import type { Json } from './json.ts';
import { type Fail, fail, ok, type Result } from './result.ts';

/** Nesting deeper than this is refused, as in JSON. */
const MAX_DEPTH = 64;
/** The tag of a link, around a byte string that starts with a zero. */
const LINK_TAG = 42;
/** Heads of values that have one spelling. */
const NULL = 0xf6;
const FALSE = 0xf4;
const TRUE = 0xf5;
const UINT = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
/** `d8 2a 58 25 00`: a tag of one byte, and 37 bytes that begin with zero. */
const LINK_HEAD = Uint8Array.of(0xd8, LINK_TAG, 0x58, 37, 0);
/** Those five bytes and the binary form of a CIDv1. */
const LINK_BYTES = LINK_HEAD.length + 36;

/** The bytes are not a value of the expected kind; `decodeWith` makes a result of it. */
class MalformedError extends Error {
  readonly offset: number;
  readonly code: 'malformed' | 'too-large';
  constructor(message: string, offset: number, code: MalformedError['code'] = 'malformed') {
    super(message);
    this.offset = offset;
    this.code = code;
  }
}

/** What was refused, as a fault with its place; anything else is a bug and is thrown again. */
export function malformed(cause: unknown): Fail {
  if (!(cause instanceof MalformedError)) throw cause;
  return fail(cause.code, cause.message, { at: { offset: cause.offset } });
}

/** Larger nodes are refused unread. */
export const MAX_NODE_BYTES = 1 << 18;

/** Runs a reader over bytes that must be one value and nothing more. */
export function decodeWith<T>(
  bytes: Uint8Array,
  read: (input: Input) => T,
  maxBytes: number = MAX_NODE_BYTES,
): Result<T> {
  if (bytes.length > maxBytes)
    return fail('too-large', `node too large: ${bytes.length} bytes (${maxBytes} at most)`);
  const input = { bytes, at: 0 };
  try {
    const value = read(input);
    if (input.at !== bytes.length) refuse(input, 'bytes follow after the node');
    return ok(value);
  } catch (cause) {
    return malformed(cause);
  }
}

/** Bytes that are being read, and how far. */
export interface Input {
  readonly bytes: Uint8Array;
  at: number;
}

export function refuse(input: Input, message: string): never {
  throw new MalformedError(message, input.at);
}

/** Takes a null if there is one. */
function skipNull(input: Input): boolean {
  if (input.bytes[input.at] !== NULL) return false;
  input.at++;
  return true;
}

/** A value, or null. */
export const orNull = <T>(input: Input, read: (input: Input) => T): T | null =>
  skipNull(input) ? null : read(input);

/** A whole number from 0. */
export function readUint(input: Input): number {
  const first = input.bytes[input.at]!;
  if (first < 24) {
    input.at++;
    return first;
  }
  return readCount(input, UINT, 'a whole number from 0');
}

/** A whole number of either sign. */
export const readInt = (input: Input): number =>
  input.bytes[input.at]! >> 5 === NEGATIVE
    ? -1 - readCount(input, NEGATIVE, 'a whole number')
    : readUint(input);

/** A byte string; the bytes are shared with the input. */
export function readBytes(input: Input): Uint8Array {
  const length = readCount(input, BYTES, 'a byte string');
  const end = input.at + length;
  if (end > input.bytes.length) refuse(input, 'the bytes end too soon');
  const bytes = input.bytes.subarray(input.at, end);
  input.at = end;
  return bytes;
}

/** A byte string of a given length. */
export function readFixed(input: Input, length: number): Uint8Array {
  const bytes = readBytes(input);
  return bytes.length === length ? bytes : refuse(input, `${length} bytes are expected`);
}

export function readText(input: Input): string {
  const length = readCount(input, TEXT, 'text');
  const end = input.at + length;
  if (end > input.bytes.length) refuse(input, 'the text ends too soon');
  try {
    const text = strictUtf8.decode(input.bytes.subarray(input.at, end));
    input.at = end;
    return text;
  } catch {
    return refuse(input, 'the text is not UTF-8');
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function readBoolean(input: Input): boolean {
  const first = input.bytes[input.at];
  if (first !== FALSE && first !== TRUE) refuse(input, 'true or false is expected');
  input.at++;
  return first === TRUE;
}

/** How many items the list has that begins here; each takes a byte at least. */
export function readListHead(input: Input): number {
  const count = readCount(input, LIST, 'a list');
  return count <= input.bytes.length - input.at ? count : refuse(input, 'the list ends too soon');
}

/** A list of which every item is read the same way. */
export function readList<T>(input: Input, read: (input: Input) => T): T[] {
  const count = readListHead(input);
  const items: T[] = [];
  while (items.length < count) items.push(read(input));
  return items;
}

/** The head of a list of a given length. */
export function expectList(input: Input, length: number): void {
  if (readListHead(input) !== length) refuse(input, `a list of ${length} is expected`);
}

/** How many keys the map has that begins here. */
export const readMapHead = (input: Input): number => readCount(input, MAP, 'a map');

/** Reads the head of a map of a given size. */
export function expectMap(input: Input, size: number): void {
  if (readMapHead(input) !== size) refuse(input, `a map of ${size} keys is expected`);
}

/** Takes a key if it is this one. */
export function skipKey(input: Input, key: string): boolean {
  const { bytes, at } = input;
  if (bytes[at] !== 0x60 + key.length || !isAsciiAt(bytes, at + 1, key)) return false;
  input.at = at + 1 + key.length;
  return true;
}

/** Reads a key that must be this one: letters and digits, fewer than 24. */
export function expectKey(input: Input, key: string): void {
  const { bytes, at } = input;
  const isHere = bytes[at] === 0x60 + key.length && isAsciiAt(bytes, at + 1, key);
  if (!isHere) refuse(input, `the key ${key} is expected`);
  input.at = at + 1 + key.length;
}

function isAsciiAt(bytes: Uint8Array, at: number, text: string): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** A link to a DAG-CBOR block: the digest. */
export function readLink(input: Input): Uint8Array {
  expectLink(input);
  return input.bytes.subarray(input.at - 32, input.at);
}

/** Passes over a link to a DAG-CBOR block. */
export function expectLink(input: Input): void {
  const { bytes, at } = input;
  const end = at + LINK_BYTES;
  if (end > bytes.length) refuse(input, 'a link is expected');
  for (let i = 0; i < LINK_START.length; i++)
    if (bytes[at + i] !== LINK_START[i]) refuse(input, 'a link to a dag-cbor block is expected');
  input.at = end;
}

/** A link to a block of any kind that we know. */
export function readAnyLink(input: Input): Cid {
  const { bytes, at } = input;
  if (bytes[at] !== 0xd8 || bytes[at + 1] !== LINK_TAG) refuse(input, 'a link is expected');
  input.at += 2;
  const inner = readBytes(input);
  const cid = inner[0] === 0 ? decodeCid(inner.subarray(1)) : null;
  return cid?.ok ? cid.value : refuse(input, 'a link to a block is expected');
}

/** JSON of ours, as the general form of CBOR. */
export function readJson(input: Input, depth = 0): Json {
  const first = input.bytes[input.at];
  if (first === undefined) return refuse(input, 'a value is expected');
  if (depth > MAX_DEPTH)
    throw new MalformedError(`nested deeper than ${MAX_DEPTH} levels`, input.at, 'too-large');
  switch (first >> 5) {
    case UINT:
    case NEGATIVE:
      return readInt(input);
    case TEXT:
      return readText(input);
    case LIST:
      return readList(input, item => readJson(item, depth + 1));
    case MAP:
      return readMap(input, item => readJson(item, depth + 1));
    default:
      return skipNull(input) ? null : readBoolean(input);
  }
}

/** A map of which every value is read the same way. Keys come in the order of their encoded forms, none twice. */
export function readMap<T>(input: Input, read: (input: Input) => T): { [key: string]: T } {
  const count = readCount(input, MAP, 'a map');
  const entries: [string, T][] = [];
  let before: Uint8Array | null = null;
  for (let i = 0; i < count; i++) {
    const start = input.at;
    const key = readText(input);
    const encoded: Uint8Array = input.bytes.subarray(start, input.at);
    if (before !== null && !isBefore(before, encoded)) refuse(input, 'the keys are out of order');
    before = encoded;
    entries.push([key, read(input)]);
  }
  return Object.fromEntries(entries); // unlike an assignment, safe for the key __proto__
}

function isBefore(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return a.length < b.length;
  const i = a.findIndex((byte, k) => byte !== b[k]);
  return i >= 0 && a[i]! < b[i]!;
}

/** The number in the head of a value, in the fewest bytes that hold it. RFC 8949 §3. */
function readCount(input: Input, major: number, what: string): number {
  const { bytes, at } = input;
  const first = bytes[at];
  if (first === undefined || first >> 5 !== major) return refuse(input, `${what} is expected`);
  const short = first & 31;
  if (short < 24) {
    input.at = at + 1;
    return short;
  }
  if (short > 27) return refuse(input, 'the length is not given');
  const size = 1 << (short - 24);
  if (at + size >= bytes.length) return refuse(input, 'the bytes end too soon');
  let count = 0;
  for (let i = 1; i <= size; i++) count = count * 256 + bytes[at + i]!;
  if (count < (size === 1 ? 24 : 256 ** (size / 2)))
    refuse(input, 'the number is not in its shortest form');
  if (count > Number.MAX_SAFE_INTEGER - (major === NEGATIVE ? 1 : 0))
    refuse(input, 'the number is too large');
  input.at = at + 1 + size;
  return count;
}

/** Bytes that are being written. They grow as needed. */
export interface Output {
  bytes: Uint8Array;
  at: number;
}

/** Writes a value and gives its bytes. */
export function encodeWith(write: (output: Output) => void): Uint8Array {
  const own = room;
  room = null;
  const output = { bytes: own ?? new Uint8Array(ROOM_BYTES), at: 0 };
  try {
    write(output);
    return output.bytes.slice(0, output.at);
  } finally {
    room = own;
  }
}

const ROOM_BYTES = 512;
/** Reused write buffer: allocating one per call takes longer than writing a node. Null inside a call of `encodeWith`. */
let room: Uint8Array | null = new Uint8Array(ROOM_BYTES);

function writeNull(output: Output): void {
  reserve(output, 1);
  output.bytes[output.at++] = NULL;
}

/** A value, or null. */
export const writeOrNull = <T>(
  output: Output,
  value: T | null | undefined,
  write: (output: Output, value: T) => void,
): void => (value === null || value === undefined ? writeNull(output) : write(output, value));

export const writeUint = (output: Output, value: number): void => writeCount(output, UINT, value);

export const writeInt = (output: Output, value: number): void =>
  value < 0 ? writeCount(output, NEGATIVE, -1 - value) : writeCount(output, UINT, value);

export function writeBytes(output: Output, bytes: Uint8Array): void {
  writeCount(output, BYTES, bytes.length);
  reserve(output, bytes.length);
  output.bytes.set(bytes, output.at);
  output.at += bytes.length;
}

export function writeText(output: Output, text: string): void {
  const start = output.at;
  const { length } = text;
  writeCount(output, TEXT, length);
  reserve(output, length);
  const { bytes, at } = output;
  // nearly all texts are short and ASCII: they are written before an encoder would have begun
  for (let i = 0; i < length; i++) {
    const code = text.charCodeAt(i);
    if (code > LAST_ASCII) {
      output.at = start;
      writeWideText(output, utf8.encode(text));
      return;
    }
    bytes[at + i] = code;
  }
  output.at = at + length;
}

function writeWideText(output: Output, bytes: Uint8Array): void {
  writeCount(output, TEXT, bytes.length);
  reserve(output, bytes.length);
  output.bytes.set(bytes, output.at);
  output.at += bytes.length;
}

const LAST_ASCII = 0x7f;

const utf8 = new TextEncoder();

export function writeBoolean(output: Output, value: boolean): void {
  reserve(output, 1);
  output.bytes[output.at++] = value ? TRUE : FALSE;
}

export const writeListHead = (output: Output, length: number): void =>
  writeCount(output, LIST, length);

export function writeList<T>(
  output: Output,
  items: readonly T[],
  write: (output: Output, item: T) => void,
): void {
  writeListHead(output, items.length);
  for (const item of items) write(output, item);
}

export const writeMapHead = (output: Output, size: number): void => writeCount(output, MAP, size);

/** A link to a block. */
export function writeLink(output: Output, cid: Cid): void {
  reserve(output, 2);
  output.bytes[output.at++] = 0xd8;
  output.bytes[output.at++] = LINK_TAG;
  const inner = encodeCid(cid);
  const bytes = new Uint8Array(inner.length + 1);
  bytes.set(inner, 1);
  writeBytes(output, bytes);
}

/** A link to a DAG-CBOR block, by its digest. */
export function writeDigest(output: Output, digest: Uint8Array): void {
  reserve(output, LINK_BYTES);
  output.bytes.set(LINK_START, output.at);
  output.bytes.set(digest, output.at + LINK_START.length);
  output.at += LINK_BYTES;
}

/** What comes before the digest in a link to a DAG-CBOR block: `d8 2a 58 25 00`, and `01 71 12 20` of the id. */
export const LINK_START = Uint8Array.of(...LINK_HEAD, 0x01, 0x71, 0x12, 0x20);

/** JSON of ours, as the general form of CBOR. */
export function writeJson(output: Output, value: Json): void {
  if (value === null) writeNull(output);
  else if (typeof value === 'boolean') writeBoolean(output, value);
  else if (typeof value === 'string') writeText(output, value);
  else if (typeof value === 'number') writeInt(output, value);
  else if (Array.isArray(value)) writeList(output, value as readonly Json[], writeJson);
  else writeMap(output, value as { readonly [key: string]: Json }, writeJson);
}

/** A map; keys are put in the order of their encoded forms: the shorter first, then by bytes. */
export function writeMap<T>(
  output: Output,
  map: { readonly [key: string]: T },
  write: (output: Output, value: T) => void,
): void {
  const keys = Object.keys(map).sort(compareKeys);
  writeMapHead(output, keys.length);
  for (const key of keys) {
    writeText(output, key);
    write(output, map[key]!);
  }
}

/** ASCII, which most keys are, needs no encoding to be compared. */
function compareKeys(a: string, b: string): number {
  if (WIDE.test(a) || WIDE.test(b)) return isBefore(utf8.encode(a), utf8.encode(b)) ? -1 : 1;
  return a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length;
}

const WIDE = /[^\0-\x7f]/;

function writeCount(output: Output, major: number, count: number): void {
  reserve(output, 9);
  const { bytes } = output;
  if (count < 24) {
    bytes[output.at++] = (major << 5) | count;
    return;
  }
  const size = count < 0x100 ? 1 : count < 0x10000 ? 2 : count < 0x1_0000_0000 ? 4 : 8;
  bytes[output.at++] = (major << 5) | (24 + Math.log2(size));
  let rest = count;
  for (let i = size - 1; i >= 0; i--) {
    bytes[output.at + i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  output.at += size;
}

function reserve(output: Output, length: number): void {
  if (output.at + length <= output.bytes.length) return;
  const grown = new Uint8Array(Math.max(output.bytes.length * 2, output.at + length));
  grown.set(output.bytes.subarray(0, output.at));
  output.bytes = grown;
}
