/** Compresses an export on its way to the disk, where the name of the file ends in `.gz` or `.zst`. */
import { once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGzip, createZstdCompress } from 'node:zlib';

/** With a checksum, as gzip has one: a damaged file is refused when it is read. */
const ZSTD = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const COMPRESSORS: readonly (readonly [ending: string, make: () => Transform])[] = [
  ['.gz', () => createGzip()],
  ['.zst', () => createZstdCompress(ZSTD)],
];

const compressorOf = (path: string) =>
  COMPRESSORS.find(([ending]) => path.toLowerCase().endsWith(ending));

/** The name without the ending that says how the file is compressed. */
export function withoutCompression(path: string): string {
  const [ending = ''] = compressorOf(path) ?? [];
  return path.slice(0, path.length - ending.length);
}

/** Writes bytes to a file in order. */
interface FileOutput {
  write(bytes: Uint8Array): Promise<unknown>;
  /** Resolves when all has been handed to the system; the caller syncs and closes the file. */
  end(): Promise<unknown>;
  /** Gives up: what comes of the file does not matter any more. */
  abandon(): Promise<void>;
}

/** Writes to an open file what its name says: the bytes, or the bytes compressed. */
export function outputTo(file: FileHandle, path: string): FileOutput {
  const [, make] = compressorOf(path) ?? [];
  if (make === undefined)
    return { write: bytes => file.writeFile(bytes), end: async () => {}, abandon: async () => {} };
  const compressor = make();
  const written = pipeline(compressor, streamTo(file));
  written.catch(() => {}); // the next write or the end rejects with it
  return {
    write: bytes =>
      compressor.write(bytes)
        ? Promise.resolve()
        : Promise.race([once(compressor, 'drain'), written]),
    end() {
      compressor.end();
      return written;
    },
    async abandon() {
      compressor.destroy();
      await written.catch(() => {});
    },
  };
}

/** A stream into a file that stays open: one that Node makes of it keeps it from being closed. */
const streamTo = (file: FileHandle): Writable =>
  new Writable({
    write(bytes: Uint8Array, _encoding, done) {
      file.writeFile(bytes).then(() => done(), done);
    },
  });
