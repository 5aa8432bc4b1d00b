/**
 * The entry that most nodes are, a move with nothing more to say, read and written in place: a quarter of the time that the general
 * way takes. Any other entry is left to that.
 */
import type { Seat } from '@kifu/core';
import { LINK_START } from '@kifu/core/cbor';
import { ENTRY_FIELDS } from './entry.ts';

const HASH_BYTES = 32;
const MAX_SEATS = 16;

/** Where in a node the digest of the node before must stand, if it is an entry or an ending. */
export function placeOfPrev(bytes: Uint8Array): number {
  const first = bytes[1]! - 24; // the number of the node, in one byte or with up to eight more
  return 2 + (first < 0 ? 0 : 1 << first) + 9;
}

/** What most entries are: a move, with nothing more to say. */
export interface PlainMove {
  seat: Seat;
  /** Only until the next one is read: the bytes are used again. */
  move: Uint8Array;
  ms: number | null;
}

/** Buffers for the bytes of a move, by length: allocating one each time would take longer than reading the entry. */
const MOVE_BYTES = Array.from({ length: 24 }, (_, length) => new Uint8Array(length));

/**
 * Reads the entry with this number if it is a plain move in canonical form; returns false for anything else, which
 * `decodeNext` reads. Records consist of such entries, and this takes a quarter of the time. The link is not checked.
 */
export function readPlainMove(bytes: Uint8Array, n: number, into: PlainMove): boolean {
  let at = placeOfPrev(bytes);
  if (bytes[0] !== PLAIN || !isNumberAt(bytes, 1, n) || !isLinkStart(bytes, at)) return false;
  at += HASH_BYTES;
  const seat = bytes[at++]!;
  const length = bytes[at++]! - BYTES_HEAD;
  if (!(seat < MAX_SEATS) || !(length >= 0 && length < 24)) return false;
  const move = MOVE_BYTES[length]!;
  for (let i = 0; i < length; i++) move[i] = bytes[at++]!;
  const input = { bytes, at };
  into.seat = seat;
  into.move = move;
  into.ms = bytes[at] === NULL_BYTE ? null : readShort(input);
  return into.ms !== NOT_SHORT && (into.ms === null ? at + 1 : input.at) === bytes.length;
}

/**
 * The bytes of an entry that is a plain move, as `encodeEntry` would write them, in a fraction of the time; null where a number is
 * too large to be written so simply. The digest of the node before stands among others, from a place on.
 */
export function encodePlainMove(
  n: number,
  digests: Uint8Array,
  place: number,
  { seat, move, ms }: Readonly<PlainMove>,
): Uint8Array | null {
  const time = ms ?? 0;
  if (n >= 0x10000 || seat >= 24 || move.length >= 24 || time >= 0x1_0000_0000) return null;
  const bytes = new Uint8Array(
    3 + countBytes(n) + LINK_START.length + HASH_BYTES + move.length + countBytes(time),
  );
  bytes[0] = PLAIN;
  let at = putCount(bytes, 1, n);
  for (let i = 0; i < LINK_START.length; i++) bytes[at++] = LINK_START[i]!;
  for (let i = 0; i < HASH_BYTES; i++) bytes[at++] = digests[place + i]!;
  bytes[at++] = seat;
  bytes[at++] = BYTES_HEAD + move.length;
  for (let i = 0; i < move.length; i++) bytes[at++] = move[i]!;
  if (ms === null) bytes[at] = NULL_BYTE;
  else putCount(bytes, at, ms);
  return bytes;
}

const countBytes = (count: number): number =>
  count < 24 ? 1 : count < 0x100 ? 2 : count < 0x10000 ? 3 : 5;

/** Puts a number below 2^32 in its shortest form, and gives the place after it. */
function putCount(bytes: Uint8Array, at: number, count: number): number {
  if (count < 24) {
    bytes[at] = count;
    return at + 1;
  }
  const size = countBytes(count) - 1;
  bytes[at] = size === 1 ? 0x18 : size === 2 ? 0x19 : 0x1a;
  for (let i = size, rest = count; i > 0; i--, rest = Math.floor(rest / 256)) bytes[at + i] = rest;
  return at + 1 + size;
}

const PLAIN = 0x80 + ENTRY_FIELDS;
const BYTES_HEAD = 0x40;
const NULL_BYTE = 0xf6;
const NOT_SHORT = -1;

/** A whole number of at most four bytes in its shortest form; −1 where it is none. */
function readShort(input: { readonly bytes: Uint8Array; at: number }): number {
  const { bytes, at } = input;
  const first = bytes[at]!;
  if (first < 24) {
    input.at = at + 1;
    return first;
  }
  const size = first === 0x18 ? 1 : first === 0x19 ? 2 : first === 0x1a ? 4 : 0;
  if (size === 0 || at + size >= bytes.length) return NOT_SHORT;
  let value = 0;
  for (let i = 1; i <= size; i++) value = value * 256 + bytes[at + i]!;
  input.at = at + 1 + size;
  return value >= (size === 1 ? 24 : size === 2 ? 0x100 : 0x10000) ? value : NOT_SHORT;
}

/** Whether what comes before a digest is the beginning of a link to a node. */
function isLinkStart(bytes: Uint8Array, end: number): boolean {
  const at = end - LINK_START.length;
  for (let i = 0; i < LINK_START.length; i++) if (bytes[at + i] !== LINK_START[i]) return false;
  return true;
}

function isNumberAt(bytes: Uint8Array, at: number, n: number): boolean {
  if (n < 24) return bytes[at] === n;
  if (n < 0x100) return bytes[at] === 0x18 && bytes[at + 1] === n;
  return (
    n < 0x10000 && bytes[at] === 0x19 && bytes[at + 1] === n >> 8 && bytes[at + 2] === (n & 255)
  );
}
