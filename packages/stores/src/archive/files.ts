/** Where the files of an archive are: any place that gives parts of files. */
import { type ByteRange, fail, isObject, ok, parseJson, type Result } from '@kifu/core';
import type { Ask } from '@kifu/record/store';

/** A folder somewhere. */
export interface ArchiveFiles {
  /** What to call it. */
  readonly name: string;
  /** A part of a file, as long as asked for; all of it for null, at most as many bytes as a list of files has. Throws where it cannot be had. */
  read(file: string, part: ByteRange | null, ask?: Ask): Promise<Uint8Array>;
}

/** A file of an archive, as its list says. */
export interface ListedFile {
  readonly name: string;
  readonly bytes: number;
  readonly matches: number;
}

/** The file that lists all others. */
export const LIST = 'archive.json';
/** We write no longer list. */
export const MAX_LIST_BYTES = 1 << 24;
/** A file with a year of a large site: more of them would make a search slow. */
const MAX_FILES = 1024;
/** Names are made of what is in a file. */
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
