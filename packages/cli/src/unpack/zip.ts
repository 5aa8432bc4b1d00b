/** ZIP archives, by the list at their end: stored and deflated files. What has a password, or is larger than 4 GiB, is refused. */
import { Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import { UnpackError } from './errors.ts';

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  /** Its bytes; throws `UnpackError` where they are not what the archive says. */
  bytes(): AsyncGenerator<Uint8Array>;
}

const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const LISTED = 0x02014b50;
const LISTED_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
const MAX_FILES = 10_000;

/** The files of an archive in the order of its list, but for folders. */
export function* filesOfZip(bytes: Uint8Array): Generator<ZippedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  if (count === 0xffff || at === 0xffff_ffff)
    throw new UnpackError('unsupported', 'this ZIP is of the form for more than 4 GiB');
  if (count > MAX_FILES)
    throw new UnpackError('too-large', `a ZIP has at most ${MAX_FILES} files here`);
  for (let i = 0; i < count; i++) {
    if (at + LISTED_BYTES > end || view.getUint32(at, true) !== LISTED) damaged();
    const nameBytes = view.getUint16(at + 28, true);
    const file = {
      flags: view.getUint16(at + 8, true),
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      offset: view.getUint32(at + 42, true),
    };
    const name = decodeName(bytes.subarray(at + LISTED_BYTES, at + LISTED_BYTES + nameBytes));
    at += LISTED_BYTES + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (!name.endsWith('/')) yield { name, bytes: () => unpackOne(view, bytes, file) };
  }
}

interface ZipEntry {
  readonly flags: number;
  readonly method: number;
  readonly checksum: number;
  readonly packedBytes: number;
  readonly offset: number;
}

async function* unpackOne(
  view: DataView,
  bytes: Uint8Array,
  { flags, method, checksum, packedBytes, offset }: ZipEntry,
): AsyncGenerator<Uint8Array> {
  if ((flags & ENCRYPTED) !== 0) throw new UnpackError('unsupported', 'it has a password');
  if (method !== STORED && method !== DEFLATED)
    throw new UnpackError('unsupported', `it is packed by method ${method} of ZIP`);
  if (offset + LOCAL_BYTES > bytes.length || view.getUint32(offset, true) !== LOCAL) damaged();
  const start =
    offset + LOCAL_BYTES + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + packedBytes > bytes.length) damaged();
  const packed = bytes.subarray(start, start + packedBytes);
  const chunks: AsyncIterable<Uint8Array> =
    method === STORED ? Readable.from([packed]) : Readable.from([packed]).pipe(createInflateRaw());
  let found = 0;
  for await (const chunk of chunks) {
    found = crc32(chunk, found);
    yield chunk;
  }
  if (found !== checksum) damaged();
}

/** Location of the end record; a comment may follow it. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at--)
    if (view.getUint32(at, true) === END) return at;
  return damaged();
}

function damaged(): never {
  throw new UnpackError('malformed', 'this ZIP is damaged, or cut off');
}

/** UTF-8, or where it is none Latin-1: names are only shown. */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
