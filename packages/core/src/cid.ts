/**
 * Content ids of IPFS: a CID names bytes by their SHA-256, so its holder can check bytes that come from any source. Known are
 * CIDv1 of raw bytes, DAG-CBOR, DAG-JSON and DAG-PB, and CIDv0, which is DAG-PB always. All use sha2-256.
 */
import { sha256 } from '#crypto';
import { decodeBase32, decodeBase58, encodeBase32, encodeBase58, hexToBytes } from './base.ts';
import { fail, ok, type Result } from './result.ts';

/** A content id. Two are the same if version, codec and digest are. */
export interface Cid {
  readonly version: 0 | 1;
  readonly codec: CidCodec;
  /** SHA-256, 32 bytes. */
  readonly digest: Uint8Array;
}

/** What the bytes behind a content id are. */
export type CidCodec = 'raw' | 'dag-pb' | 'dag-cbor' | 'dag-json';

/** Numbers from the multicodec table; that of DAG-JSON (0x0129) takes two bytes as a varint. */
const CODES = { raw: 0x55, 'dag-pb': 0x70, 'dag-cbor': 0x71 } as const;
const DAG_JSON = [0xa9, 0x02] as const;
const V1 = 1;
const SHA_256 = 0x12;
const DIGEST_BYTES = 32;
/** `b` and 36 or 37 bytes in base32; 34 bytes in base58. */
const V1_LENGTH = 59;
const DAG_JSON_LENGTH = 61;
const V0_LENGTH = 46;

/** The content id (CIDv1) of some bytes. */
export const cidOf = (codec: CidCodec, bytes: Uint8Array): Cid => ({
  version: 1,
  codec,
  digest: sha256(bytes),
});

/** Whether the bytes are those that a content id names. */
export const hashesTo = ({ digest }: Cid, bytes: Uint8Array): boolean =>
  isSameDigest(sha256(bytes), digest);

/** Whether two content ids are one: by what they are made of, however they were written. */
export const isSameCid = (a: Cid, b: Cid): boolean =>
  a.version === b.version && a.codec === b.codec && isSameDigest(a.digest, b.digest);

/** How many bytes the binary form has. */
export const cidLength = ({ version, codec }: Cid): number =>
  version === 0 ? 34 : codec === 'dag-json' ? 37 : 36;

/** How many bytes the content id has that begins here, by its first two; where there is none, as many as it might have. */
export const cidLengthAt = (bytes: Uint8Array, at: number): number =>
  bytes[at] === SHA_256 ? 34 : bytes[at + 1] === DAG_JSON[0] ? 37 : 36;

/** The binary form: version, codec, hash function, length (a byte each, two for DAG-JSON) and digest; CIDv0 leaves out the first two. */
export function encodeCid(cid: Cid): Uint8Array {
  const { version, codec, digest } = cid;
  const bytes = new Uint8Array(cidLength(cid));
  let end = 0;
  if (version === 1) {
    bytes[end++] = V1;
    bytes[end++] = codec === 'dag-json' ? DAG_JSON[0] : CODES[codec];
    if (codec === 'dag-json') bytes[end++] = DAG_JSON[1];
  }
  bytes[end++] = SHA_256;
  bytes[end++] = DIGEST_BYTES;
  bytes.set(digest, end);
  return bytes;
}

/** Reads the binary form, nothing before or after it. */
export function decodeCid(bytes: Uint8Array): Result<Cid> {
  if (bytes.length === 34) {
    if (bytes[0] === SHA_256 && bytes[1] === DIGEST_BYTES)
      return ok({ version: 0, codec: 'dag-pb', digest: digestAt(bytes, 2) });
  } else if (bytes.length === 36) {
    const codec = codecOf(bytes[1]!);
    if (bytes[0] === V1 && codec !== null && bytes[2] === SHA_256 && bytes[3] === DIGEST_BYTES)
      return ok({ version: 1, codec, digest: digestAt(bytes, 4) });
  } else if (bytes.length === 37 && DAG_JSON_START.every((byte, i) => bytes[i] === byte))
    return ok({ version: 1, codec: 'dag-json', digest: digestAt(bytes, 5) });
  return NO_CID;
}

const DAG_JSON_START = [V1, ...DAG_JSON, SHA_256, DIGEST_BYTES];

/** The text form: `b` and base32 for CIDv1, 59 letters, 61 of DAG-JSON; base58 for CIDv0, 46 letters `Qm…`. */
export function formatCid(cid: Cid): string {
  const bytes = encodeCid(cid);
  if (cid.version === 0) return encodeBase58(bytes);
  encodeBase32(bytes, WRITTEN, 1);
  return ascii.decode(cid.codec === 'dag-json' ? WRITTEN : WRITTEN_SHORT);
}

/** Reads the text form that `formatCid` writes, and no other. */
export function parseCid(text: string): Result<Cid> {
  const { length } = text;
  if ((length === V1_LENGTH || length === DAG_JSON_LENGTH) && text[0] === 'b') {
    const bytes = length === V1_LENGTH ? BYTES : DAG_JSON_BYTES;
    // a character outside ASCII has no letter as its first byte
    utf8.encodeInto(text, LETTERS);
    return decodeBase32(bytes, LETTERS, 1, length) ? decodeCid(bytes) : NO_CID;
  }
  const bytes = length === V0_LENGTH && text.startsWith('Qm') ? decodeBase58(text) : null;
  return bytes === null ? NO_CID : decodeCid(bytes);
}

const utf8 = new TextEncoder();
const ascii = new TextDecoder();
/** Reused buffer for the ID that is written or read: allocating one each time would cost more than the work itself. */
const WRITTEN = new Uint8Array(DAG_JSON_LENGTH).fill('b'.charCodeAt(0));
const WRITTEN_SHORT = WRITTEN.subarray(0, V1_LENGTH);
const LETTERS = new Uint8Array(3 * DAG_JSON_LENGTH);
const BYTES = new Uint8Array(36);
const DAG_JSON_BYTES = new Uint8Array(37);

/** Reads a content id in any of the usual bases: also `B…` (base32 in capitals), `z…` (base58), `f…` and `F…` (base16). */
export function parseAnyCid(text: string): Result<Cid> {
  const letters = text.slice(1);
  if (text[0] === 'B')
    return /^[A-Z2-7]{58}(?:[A-Z2-7]{2})?$/.test(letters)
      ? parseCid(`b${letters.toLowerCase()}`)
      : NO_CID;
  const bytes = decodeOther(text[0], letters);
  if (bytes === null) return parseCid(text);
  // CIDv0 has one text form only
  return bytes.length > 34 ? decodeCid(bytes) : NO_CID;
}

function decodeOther(base: string | undefined, letters: string): Uint8Array | null {
  if (base === 'z') return decodeBase58(letters);
  const digits =
    base === 'f'
      ? /^[0-9a-f]{72}(?:[0-9a-f]{2})?$/
      : base === 'F'
        ? /^[0-9A-F]{72}(?:[0-9A-F]{2})?$/
        : null;
  return digits?.test(letters) ? hexToBytes(letters) : null;
}

const NO_CID = fail(
  'malformed',
  'invalid content ID: expected CIDv1 (b…) or CIDv0 (Qm…) with sha2-256',
);

function codecOf(code: number): CidCodec | null {
  if (code === CODES.raw) return 'raw';
  if (code === CODES['dag-cbor']) return 'dag-cbor';
  return code === CODES['dag-pb'] ? 'dag-pb' : null;
}

function isSameDigest(a: Uint8Array, b: Uint8Array): boolean {
  for (let i = 0; i < DIGEST_BYTES; i++) if (a[i] !== b[i]) return false;
  return true;
}

/** The digest that stands somewhere in bytes, as a copy: they may be used for something else. A loop, because `slice` takes twice as long. */
export function digestAt(bytes: Uint8Array, from: number): Uint8Array {
  const digest = new Uint8Array(DIGEST_BYTES);
  for (let i = 0; i < DIGEST_BYTES; i++) digest[i] = bytes[from + i]!;
  return digest;
}
