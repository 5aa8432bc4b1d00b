/** The links in a block of any format: with them a store can give all that hangs on it. */
import { type Cid, decodeCid, parseCid } from '@kifu/core';

/** The ids that a block names, in its order. Of bytes that have no form, those up to where it is lost. */
export function linksOf({ codec }: Cid, bytes: Uint8Array): Cid[] {
  if (codec === 'dag-cbor') return cborLinks(bytes);
  if (codec === 'dag-json') return jsonLinks(bytes);
  return codec === 'dag-pb' ? protobufLinks(bytes) : [];
}

/** `{"/":"id"}`, in its one spelling (DAG-JSON specification); within a string the quotes would be escaped. */
const JSON_LINK = /\{"\/":"(\w+)"\}/g;

function jsonLinks(bytes: Uint8Array): Cid[] {
  const ids = new TextDecoder().decode(bytes).matchAll(JSON_LINK);
  return [...ids].flatMap(([, id]) => {
    const cid = parseCid(id!);
    return cid.ok ? [cid.value] : [];
  });
}

const BYTES = 2;
const TEXT = 3;
const TAG = 6;
const SIMPLE = 7;
const LINK_TAG = 42;

/**
 * Links are tag 42 around a byte string of a zero and the id (DAG-CBOR specification). Lists and maps need no looking at:
 * what is in them follows one after the other.
 */
function cborLinks(bytes: Uint8Array): Cid[] {
  const links: Cid[] = [];
  let isLink = false;
  for (let at = 0; at < bytes.length; ) {
    const major = bytes[at]! >> 5;
    const head = readHead(bytes, at);
    if (head === null) break;
    at = head.end;
    if (major === BYTES || major === TEXT) {
      const end = at + head.value;
      if (end > bytes.length) break;
      if (isLink && major === BYTES && bytes[at] === 0) add(links, bytes.subarray(at + 1, end));
      at = end;
    }
    isLink = major === TAG && head.value === LINK_TAG;
  }
  return links;
}

/** The number at the head of a CBOR value and where the head ends; of floats and the like the number means nothing. */
function readHead(bytes: Uint8Array, at: number): { value: number; end: number } | null {
  const low = bytes[at]! & 0x1f;
  if (low < 24) return { value: low, end: at + 1 };
  const size = 1 << (low - 24);
  // 28 to 30 mean nothing, and 31 is an indefinite length, which DAG-CBOR does not allow
  if (low > 27 || at + size >= bytes.length) return null;
  let value = 0;
  for (let i = 1; i <= size; i++) value = value * 0x100 + bytes[at + i]!;
  const isLength = bytes[at]! >> 5 !== SIMPLE;
  return isLength && !Number.isSafeInteger(value) ? null : { value, end: at + 1 + size };
}

/** DAG-PB: field 2 of a node is a link, of which field 1 is the id (DAG-PB specification). */
const LINKS_FIELD = 2;
const HASH_FIELD = 1;

function protobufLinks(bytes: Uint8Array): Cid[] {
  const links: Cid[] = [];
  for (const [field, link] of messageFields(bytes))
    if (field === LINKS_FIELD)
      for (const [inner, hash] of messageFields(link)) if (inner === HASH_FIELD) add(links, hash);
  return links;
}

/** The fields of a message that have a length; numbers are skipped, and anything else ends it. */
function* messageFields(bytes: Uint8Array): Generator<[field: number, content: Uint8Array]> {
  for (let at = 0; at < bytes.length; ) {
    const key = readVarint(bytes, at);
    if (key === null) return;
    const kind = key.value & 7;
    const number = readVarint(bytes, key.end);
    if (number === null || (kind !== 0 && kind !== 2)) return;
    at = number.end;
    if (kind === 0) continue;
    if (at + number.value > bytes.length) return;
    yield [key.value >> 3, bytes.subarray(at, at + number.value)];
    at += number.value;
  }
}

/** Seven bits per byte, the lowest first; no length is more than 2^49. */
function readVarint(bytes: Uint8Array, start: number): { value: number; end: number } | null {
  let value = 0;
  for (let i = 0; i < 7; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return null;
    value += (byte & 0x7f) * 2 ** (7 * i);
    if (byte < 0x80) return { value, end: start + i + 1 };
  }
  return null;
}

/** Ids of kinds that are not known here lead nowhere. */
function add(links: Cid[], bytes: Uint8Array): void {
  const cid = decodeCid(bytes);
  if (cid.ok) links.push(cid.value);
}
