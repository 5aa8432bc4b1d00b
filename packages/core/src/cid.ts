/**
 * Content ids of IPFS: a CID names bytes by their SHA-256, so whoever has it can check what anybody gives for it. Known are
 * CIDv1 of raw bytes, DAG-CBOR and DAG-PB, and CIDv0, which is DAG-PB always. All use sha2-256.
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
export type CidCodec = 'raw' | 'dag-pb' | 'dag-cbor';

/** Numbers from the multicodec table. */
const CODES = { raw: 0x55, 'dag-pb': 0x70, 'dag-cbor': 0x71 } as const;
const V1 = 1;
const SHA_256 = 0x12;
const DIGEST_BYTES = 32;
/** `b` and 36 bytes in base32; 34 bytes in base58. */
const V1_LENGTH = 59;
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

/** The binary form: version, codec, hash function, length (each one byte) and digest; CIDv0 leaves out the first two. */
export function encodeCid({ version, codec, digest }: Cid): Uint8Array {
  const bytes = new Uint8Array(version === 0 ? 34 : 36);
  let end = 0;
  if (version === 1) {
    bytes[end++] = V1;
    bytes[end++] = CODES[codec];
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
  }
  return NO_CID;
}

/** The text form: `b` and base32 for CIDv1, 59 letters; base58 for CIDv0, 46 letters `Qm…`. */
export function formatCid(cid: Cid): string {
  const bytes = encodeCid(cid);
  if (cid.version === 0) return encodeBase58(bytes);
  encodeBase32(bytes, WRITTEN, 1);
  return ascii.decode(WRITTEN);
}

/** Reads the text form that `formatCid` writes, and no other. */
export function parseCid(text: string): Result<Cid> {
  if (text.length === V1_LENGTH && text[0] === 'b') {
    // whatever is not ASCII has no letter as its first byte
    utf8.encodeInto(text, LETTERS);
    return decodeBase32(BYTES, LETTERS, 1, V1_LENGTH) ? decodeCid(BYTES) : NO_CID;
  }
  const bytes = text.length === V0_LENGTH && text.startsWith('Qm') ? decodeBase58(text) : null;
  return bytes === null ? NO_CID : decodeCid(bytes);
}

const utf8 = new TextEncoder();
const ascii = new TextDecoder();
/** Room for the id that is being written or read: making it anew each time would cost more than writing and reading. */
const WRITTEN = new Uint8Array(V1_LENGTH).fill('b'.charCodeAt(0));
const LETTERS = new Uint8Array(3 * V1_LENGTH);
const BYTES = new Uint8Array(36);

/** Reads a content id in any of the usual bases: also `B…` (base32 in capitals), `z…` (base58), `f…` and `F…` (base16). */
export function parseAnyCid(text: string): Result<Cid> {
  const letters = text.slice(1);
  if (text[0] === 'B')
    return /^[A-Z2-7]{58}$/.test(letters) ? parseCid(`b${letters.toLowerCase()}`) : NO_CID;
  const bytes = decodeOther(text[0], letters);
  if (bytes === null) return parseCid(text);
  // CIDv0 has one text form only
  return bytes.length === 36 ? decodeCid(bytes) : NO_CID;
}

function decodeOther(base: string | undefined, letters: string): Uint8Array | null {
  if (base === 'z') return decodeBase58(letters);
  const digits = base === 'f' ? /^[0-9a-f]{72}$/ : base === 'F' ? /^[0-9A-F]{72}$/ : null;
  return digits?.test(letters) ? hexToBytes(letters) : null;
}

const NO_CID = fail(
  'malformed',
  'a content id is b and 58 letters of base32 or Qm and 44 of base58, of raw bytes, dag-cbor or dag-pb, with sha2-256',
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

/** A copy: the bytes may be used for something else. A loop, because `slice` takes twice as long. */
function digestAt(bytes: Uint8Array, from: number): Uint8Array {
  const digest = new Uint8Array(DIGEST_BYTES);
  for (let i = 0; i < DIGEST_BYTES; i++) digest[i] = bytes[from + i]!;
  return digest;
}
