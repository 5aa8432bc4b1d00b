/**
 * Marks how far each file was imported, so that the next import of it resumes there. A file is known by its content and not by its name: by
 * how it begins, and by the hash of all of it up to the mark. One that has grown is read from the last mark before its old end.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { isObject, type Json } from '@kifu/core';
import type { FileMarks, FileReading, PartPlace } from '../../find-sources.ts';
import type { ImportTally } from './run.ts';

/** Stores marks. */
export interface MarkStore {
  get(file: string): Promise<Json | undefined>;
  put(file: string, mark: Json): Promise<void>;
}

/** How many records there were up to a place, and how many of them were bad. */
export interface RecordCount {
  records: number;
  bad: number;
}

/** What is known of a file: everything up to these bytes is in the library, but for bad records. */
interface FileMark extends RecordCount {
  /** The version of this program: another one may read what this one could not. */
  readonly version: string;
  /** How many bytes were read, and their hash. */
  readonly bytes: number;
  readonly sha256: string;
  /** How many parts were cut off them; the rest of the file is read again where it has grown. */
  readonly parts: number;
  /** Where these bytes were all of the file: how many records it has. */
  readonly whole: RecordCount | null;
}

/** The mark of a file is found by the hash of its first bytes; a shorter file is read again, which takes no time. */
const HEAD_BYTES = 65_536;

/** This version of the program: with another one every file is read again. */
const { version: VERSION } = JSON.parse(
  readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

/** Marks the files of an import. What was imported before is passed over, and counted as known. */
export const createFileMarks = (
  store: MarkStore,
  {
    form,
    isAgain,
    tally,
  }: {
    /** Format named by the user. */
    readonly form: string | null;
    /** Whether everything is read again. */
    readonly isAgain: boolean;
    readonly tally: ImportTally;
  },
): FileMarks => ({
  async begin(path) {
    const file = await openMarked(path, form, isAgain ? null : store);
    if (file === null) return null;
    const { records, bad } = file.before;
    tally.records += records;
    tally.unread += records;
    tally.bad += bad;
    tally.known += records - bad;
    return file;
  },
});

/** A file on its way into the library. */
export class MarkedFile implements FileReading {
  readonly key: string;
  readonly skip: number | null;
  /** What was imported before, and is not read again. */
  readonly before: RecordCount;
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  constructor(key: string, known: FileMark | null, isWhole: boolean) {
    this.key = key;
    this.skip = isWhole ? null : (known?.parts ?? 0);
    const { records = 0, bad = 0 } = (isWhole ? known?.whole : known) ?? {};
    this.before = { records, bad };
  }

  async *watch(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      this.#bytes += chunk.length;
      yield chunk;
    }
  }

  place(parts: number, isEnd: boolean): MarkedPlace {
    const sha256 = this.#hash.copy().digest('hex');
    return {
      file: this,
      isEnd,
      mark: { version: VERSION, bytes: this.#bytes, sha256, parts },
    };
  }
}

/** A place in a file: what is to be marked when all records before it are durable. */
export interface MarkedPlace extends PartPlace {
  readonly file: MarkedFile;
  readonly isEnd: boolean;
  readonly mark: Omit<FileMark, 'records' | 'bad' | 'whole'>;
}

/** Looks up how far a file was imported, unless that is of no matter; null where it is too short, or cannot be read twice. */
async function openMarked(
  path: string,
  form: string | null,
  known: Pick<MarkStore, 'get'> | null,
): Promise<MarkedFile | null> {
  const stats = await stat(path).catch(() => null);
  if (stats?.isFile() !== true || stats.size < HEAD_BYTES) return null;
  const { size } = stats;
  const file = await open(path).catch(() => null);
  if (file === null) return null; // why, reading it tells
  try {
    const head = await readHead(file);
    const key = `${createHash('sha256').update(head).digest('hex')}${form === null ? '' : ` ${form}`}`;
    const mark = readMark(await known?.get(key));
    if (mark === null || mark.bytes > size || (await hashOf(path, mark.bytes)) !== mark.sha256)
      return new MarkedFile(key, null, false);
    return new MarkedFile(key, mark, mark.whole !== null && mark.bytes === size);
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

async function readHead(file: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function hashOf(path: string, bytes: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end: bytes - 1, highWaterMark: 1 << 20 }))
    hash.update(chunk);
  return hash.digest('hex');
}

/** A mark as it was written, by this version of the program; null where it is another's. */
function readMark(value: Json | undefined): FileMark | null {
  if (!isObject(value ?? null)) return null;
  const mark = value as unknown as FileMark;
  const isCount = (n: unknown) => Number.isSafeInteger(n) && (n as number) >= 0;
  const isSound =
    mark.version === VERSION &&
    [mark.bytes, mark.parts, mark.records, mark.bad].every(isCount) &&
    mark.bytes > 0 &&
    (mark.whole === null || (isCount(mark.whole?.records) && isCount(mark.whole?.bad)));
  return isSound ? mark : null;
}
