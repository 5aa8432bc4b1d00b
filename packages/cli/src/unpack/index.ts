/** Collections as they are handed around: compressed by gzip, zstd or bzip2, or in a ZIP. What it is, its first bytes tell. */
import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { unpackBzip2 } from './bzip2.ts';
import { UnpackError } from './errors.ts';
import { filesOfZip } from './zip.ts';
import { splitFrames } from './zstd.ts';

export { UnpackError } from './errors.ts';

/** A file that was unpacked. */
export interface UnpackedFile {
  /** What to call it: the file that it is in, and where in an archive. */
  readonly name: string;
  /** The same without the ending that says how it is packed. */
  readonly path: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

type Chunks = AsyncIterable<Uint8Array | string>;
type Packing = keyof typeof ENDINGS;

/** What names of such files end in. */
const ENDINGS = { gzip: '.gz', zstd: '.zst', bzip2: '.bz2', zip: '.zip' } as const;
export const PACKED_ENDINGS: readonly string[] = Object.values(ENDINGS).map(dot => dot.slice(1));

const SIGNS: readonly (readonly [packing: Packing, first: readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b, 8]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['bzip2', [0x42, 0x5a, 0x68]],
  ['zip', [0x50, 0x4b, 3, 4]],
  // a frame that decoders skip: programs that pack in parallel begin with one
  ...Array.from({ length: 16 }, (_, i) => ['zstd', [0x50 + i, 0x2a, 0x4d, 0x18]] as const),
];

/** How something is packed, by its first bytes; null where it is not. */
export const packingOf = (head: Uint8Array): Packing | null =>
  SIGNS.find(([, first]) => first.every((byte, i) => head[i] === byte))?.[0] ?? null;

/** The largest file that is taken whole, as bzip2 and ZIP are. */
const MAX_WHOLE_BYTES = 1 << 28;
/** Text becomes some ten times smaller; what grows more than this, and much, is made to fill memories and disks. */
const MAX_GROWTH = 200;
const GROWTH_COUNTS_FROM = 1 << 26;

/** The files in something that is packed. Their streams throw `UnpackError`; one must be read before the next is asked for. */
export async function* unpack(
  path: string,
  packing: Packing,
  chunks: Chunks,
): AsyncGenerator<UnpackedFile> {
  const ending = ENDINGS[packing];
  const inner = path.toLowerCase().endsWith(ending) ? path.slice(0, -ending.length) : path;
  const read = { bytes: 0 };
  const counted = count(chunks, read);
  if (packing === 'zip') {
    const bytes = await readWhole(counted);
    const grown = { bytes: 0 };
    for (const { name, bytes: unpacked } of filesOfZip(bytes))
      yield {
        name: `${path}/${name}`,
        path: `${path}/${name}`,
        chunks: bounded(unpacked(), read, grown),
      };
    return;
  }
  const unpacked =
    packing === 'bzip2'
      ? Readable.from(unpackBzip2(await readWhole(counted)))
      : packing === 'gzip'
        ? inflated(counted, createGunzip())
        : inflated(splitFrames(counted), createZstdDecompress());
  yield { name: path, path: inner, chunks: bounded(unpacked, read) };
}

interface ByteCount {
  bytes: number;
}

async function* count(chunks: Chunks, read: ByteCount): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    read.bytes += bytes.length;
    yield bytes;
  }
}

async function readWhole(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_WHOLE_BYTES)
      throw new UnpackError('too-large', `it has more than ${MAX_WHOLE_BYTES >> 20} MiB`);
    all.push(chunk);
  }
  return Buffer.concat(all);
}

/** What a stream of Node makes of chunks. */
async function* inflated(
  chunks: AsyncIterable<Uint8Array>,
  inflate: NodeJS.ReadWriteStream,
): AsyncGenerator<Uint8Array> {
  const source = Readable.from(chunks);
  source.on('error', cause => (inflate as unknown as Readable).destroy(cause));
  try {
    yield* source.pipe(inflate) as unknown as AsyncIterable<Uint8Array>;
  } finally {
    source.destroy();
  }
}

/** The same chunks up to a limit, with the same faults for all compressions. */
async function* bounded(
  chunks: AsyncIterable<Uint8Array>,
  read: ByteCount,
  grown: ByteCount = { bytes: 0 },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of chunks) {
      grown.bytes += chunk.length;
      if (grown.bytes > GROWTH_COUNTS_FROM && grown.bytes > MAX_GROWTH * read.bytes)
        throw new UnpackError('too-large', `it unpacks to more than ${MAX_GROWTH} times its size`);
      yield chunk;
    }
  } catch (cause) {
    if (cause instanceof UnpackError) throw cause;
    const { code = '', message } = cause as NodeJS.ErrnoException;
    // those of zlib and zstd; others are of the file that it is read from
    if (!/^(?:Z_|ZSTD_|ERR_ZSTD|ERR_ZLIB)/.test(code)) throw cause;
    throw new UnpackError('malformed', `what is compressed is damaged, or cut off: ${message}`);
  }
}
