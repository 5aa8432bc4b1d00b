/** Locations of archive files: anything that supports range requests. */
import { type ByteRange, fail, isObject, ok, parseJson, type Result } from '@kifu/core';
import type { Ask } from '@kifu/record/store';

/** A folder somewhere. */
export interface ArchiveFiles {
  /** Name for error messages. */
  readonly name: string;
  /** Reads a range of a file, exactly; the whole file for null, up to the size limit of a list of files. Throws if it cannot be read. */
  read(file: string, part: ByteRange | null, ask?: Ask): Promise<Uint8Array>;
}

/** File of an archive, as listed. */
export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  readonly matches: number;
}

/** The file that lists all others. */
export const LIST = 'archive.json';
/** Limit of lists that we write. */
export const MAX_LIST_BYTES = 1 << 24;
/** One file holds a year of a large site: more files would make a search slow. */
const MAX_FILES = 1024;
/** Names are derived from the content of a file. */
const NAME = /^[0-9a-f]{32}\.kifus$/;

export const formatList = (files: readonly ListedFile[]): string =>
  `${JSON.stringify({ kifu: 'archive', version: 1, files }, null, 1)}\n`;

/** Reads the list of the files. */
export function parseList(text: string): Result<readonly ListedFile[]> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const list = json.value;
  if (!isObject(list) || list.kifu !== 'archive')
    return fail('malformed', 'not a list of an archive');
  if (list.version !== 1)
    return fail('unsupported', `unsupported archive version ${String(list.version)}; supported: 1`);
  const files = Array.isArray(list.files) ? list.files : [];
  if (files.length > MAX_FILES)
    return fail(
      'too-large',
      `the archive has ${files.length} files; at most ${MAX_FILES} are allowed`,
    );
  const listed = files.map(readListed);
  const wrong = listed.indexOf(null);
  return wrong < 0
    ? ok(listed as readonly ListedFile[])
    : fail('malformed', `invalid entry ${wrong + 1} in the list of the archive`);
}

function readListed(file: unknown): ListedFile | null {
  const { name, bytes, matches } = (file ?? {}) as Partial<ListedFile>;
  const isGood = typeof name === 'string' && NAME.test(name) && isCount(bytes) && isCount(matches);
  return isGood ? { name, bytes: bytes!, matches: matches! } : null;
}

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
