/**
 * The header of a CAR: a varint for its length, then DAG-CBOR of `{ roots: [ids], version: 1 }`, in that one spelling
 * (ipld.io/specs/transport/car/carv1).
 */
import { type Cid, decodeCid, encodeCid, type Fail, fail, ok, type Result } from '@kifu/core';
import { CUT, readVarint, varintLength, writeVarint } from './varint.ts';

/** What a header says, and where the blocks begin. */
export interface CarHeader {
  readonly roots: Cid[];
  readonly end: number;
}

const ascii = (text: string): number[] => [...text].map(char => char.charCodeAt(0));

/** A map of two, and the first key. */
const BEFORE = [0xa2, 0x65, ...ascii('roots')];
const AFTER = [0x67, ...ascii('version'), 0x01];
/** Tag 42, a byte string with one byte of length; the length and the zero that precedes every ID follow. */
const LINK = [0xd8, 0x2a, 0x58];
/** How a CARv2 begins: `{ version: 2 }`, with its length. */
const PRAGMA_V2 = [0x0a, 0xa1, 0x67, ...ascii('version'), 0x02];

/** Reads the header at the start of a CAR. */
export function readHeader(bytes: Uint8Array, maxLength: number): Result<CarHeader> {
  if (hasAt(bytes, 0, PRAGMA_V2)) return wrong('unsupported CAR version 2; expected version 1', 0);
  const length = readVarint(bytes, 0);
  if (length < 0) return wrong(length === CUT ? CUT_SHORT : 'the CAR header has no length', 0);
  if (length > maxLength)
    return fail('too-large', `the CAR header is too long: ${maxLength} bytes at most`, {
      at: { offset: 0 },
    });
  const start = varintLength(length);
  const end = start + length;
  if (end > bytes.length) return wrong(CUT_SHORT, 0);
  return readMap(bytes.subarray(0, end), start);
}

/** The header with these roots. */
export function encodeHeader(roots: readonly Cid[]): Uint8Array {
  const links = roots.map(encodeCid);
  const linked = links.reduce((sum, { length }) => sum + LINK.length + 2 + length, 0);
  const head = arrayHead(roots.length);
  const length = BEFORE.length + head.length + linked + AFTER.length;
  const bytes = new Uint8Array(varintLength(length) + length);
  let end = writeVarint(length, bytes, 0);
  const write = (part: ArrayLike<number>) => {
    bytes.set(part, end);
    end += part.length;
  };
  write(BEFORE);
  write(head);
  for (const link of links) {
    write(LINK);
    write([link.length + 1, 0]);
    write(link);
  }
  write(AFTER);
  return bytes;
}

const CUT_SHORT = 'the CAR ends within its header';

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });

/** Reads the map that is the rest of the bytes. */
function readMap(bytes: Uint8Array, start: number): Result<CarHeader> {
  if (!hasAt(bytes, start, BEFORE)) return wrong('the CAR header does not start with roots', start);
  let at = start + BEFORE.length;
  const count = readCount(bytes, at);
  if (count < 0) return wrong('the roots are not a list', at);
  at += arrayHead(count).length;
  const roots: Cid[] = [];
  // what is counted must be there: each turn takes bytes, or ends
  while (roots.length < count) {
    const lengthAt = at + LINK.length;
    const linkEnd = lengthAt + 1 + (bytes[lengthAt] ?? 0);
    if (!hasAt(bytes, at, LINK) || bytes[lengthAt + 1] !== 0 || linkEnd > bytes.length)
      return wrong('a root is not a content ID', at);
    const cid = decodeCid(bytes.subarray(lengthAt + 2, linkEnd));
    if (!cid.ok) return wrong('a root is an unsupported kind of content ID', at);
    roots.push(cid.value);
    at = linkEnd;
  }
  if (!hasAt(bytes, at, AFTER)) return wrong('the CAR header does not end with version 1', at);
  const end = at + AFTER.length;
  return end === bytes.length ? ok({ roots, end }) : wrong('the CAR header has extra bytes', end);
}

/** The first bytes of a CBOR list: its length in the shortest form (RFC 8949 §3). */
function arrayHead(count: number): number[] {
  if (count < 24) return [0x80 | count];
  if (count < 0x100) return [0x98, count];
  if (count < 0x10000) return [0x99, count >> 8, count & 0xff];
  return [0x9a, count >>> 24, (count >> 16) & 0xff, (count >> 8) & 0xff, count & 0xff];
}

/** The length of the list that begins here, or −1. */
function readCount(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first >= 0x80 && first < 0x98) return first & 0x1f;
  const size = [1, 2, 4][first - 0x98];
  if (size === undefined || at + size >= bytes.length) return -1;
  let count = 0;
  for (let i = 1; i <= size; i++) count = count * 0x100 + bytes[at + i]!;
  return arrayHead(count).length === 1 + size ? count : -1;
}

function hasAt(bytes: Uint8Array, at: number, part: readonly number[]): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}
