/** Archives in folders: read as on any host, and extended. */
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Cid, formatFault } from '@kifu/core';
import { isSameRecord } from '@kifu/record/pack';
import { takeLock } from '../car/lock.ts';
import { openArchive } from './archive.ts';
import { ArchiveDamagedError } from './errors.ts';
import { FileWriter, type ToArchive, WRITING } from './file-writer.ts';
import {
  type ArchiveFiles,
  formatList,
  LIST,
  type ListedFile,
  MAX_LIST_BYTES,
  parseList,
} from './files.ts';

export { guardedGet } from './guarded-get.ts';

/** The files in a folder. */
export const folderFiles = (folder: string): ArchiveFiles => ({
  name: folder,
  async read(name, part, { signal } = {}) {
    signal?.throwIfAborted();
    const file = await open(join(folder, name));
    try {
      const length = part === null ? (await file.stat()).size : part.end - part.start;
      if (part === null && length > MAX_LIST_BYTES)
        throw new ArchiveDamagedError(name, 'it is too large');
      const bytes = new Uint8Array(length);
      const { bytesRead } = await file.read(bytes, 0, length, part?.start ?? 0);
      if (bytesRead < length) throw new ArchiveDamagedError(name, 'it is truncated');
      return bytes;
    } finally {
      await file.close();
    }
  },
});

/** Result of an addition. */
export interface Added {
  /** Null if there was nothing new. */
  readonly file: ListedFile | null;
  /** Matches that the archive already had, unchanged. */
  readonly known: number;
  /** Matches that it has in another version: with another end, or other annotations. The given version is nowhere in it. */
  readonly other: readonly Cid[];
}

/** Another process adds to the archive. */
export class ArchiveBusyError extends Error {
  override readonly name = 'ArchiveBusyError';
  constructor(folder: string, heldBy: number) {
    super(`process ${heldBy} is adding to ${folder}`);
  }
}

/** Options for adding matches. */
export interface AddOptions {
  /** Called with each match that was added or found there. */
  tell?(done: number): void;
}

/**
 * Adds matches to an archive, which is created if it does not exist: in one new file, next to the existing ones. Files are never
 * changed, and their list is replaced once the new one is durable: so a reader finds the archive in its old or new state,
 * even while matches are added and after a crash.
 * One process at a time adds to it; throws `ArchiveBusyError`.
 */
export async function addToArchive(
  folder: string,
  matches: AsyncIterable<ToArchive>,
  { tell = () => {} }: AddOptions = {},
): Promise<Added> {
  await mkdir(folder, { recursive: true });
  const lock = await takeLock(join(folder, '.lock'));
  if ('heldBy' in lock) throw new ArchiveBusyError(folder, lock.heldBy);
  try {
    return await addAlone(folder, matches, tell);
  } finally {
    await lock.release();
  }
}

async function addAlone(
  folder: string,
  matches: AsyncIterable<ToArchive>,
  tell: (done: number) => void,
): Promise<Added> {
  const listed = await readList(folder);
  const archive = listed === null ? null : await openArchive(folderFiles(folder));
  // what was being written when its process was killed: this one has the lock
  for (const name of await readdir(folder))
    if (name.startsWith(WRITING)) await rm(join(folder, name), { force: true });
  const writer = new FileWriter(folder);
  const other: Cid[] = [];
  let known = 0;
  try {
    for await (const match of matches) {
      const pack = (await archive?.pack(match.listing.match)) ?? null;
      if (pack === null && writer.isFull)
        throw new RangeError('the archive file is full; add the rest to another one');
      if (pack === null) writer.add(match);
      else if (isSameRecord(pack, match.pack)) known++;
      else other.push(match.listing.match);
      tell(known + other.length + writer.matches);
    }
    if (writer.matches === 0) return { file: null, known, other };
    const file = writer.finish();
    await replaceList(folder, [...(listed ?? []), file]);
    return { file, known, other };
  } finally {
    writer.close();
  }
}

async function readList(folder: string): Promise<readonly ListedFile[] | null> {
  const path = join(folder, LIST);
  if (!(await isThere(path))) return null;
  const list = parseList(await readFile(path, 'utf8'));
  if (!list.ok) throw new ArchiveDamagedError(LIST, formatFault(list.fault));
  return list.value;
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

async function replaceList(folder: string, files: readonly ListedFile[]): Promise<void> {
  const path = join(folder, LIST);
  await writeFile(`${path}.new`, formatList(files), { flush: true });
  await rename(`${path}.new`, path);
  // the names of the new file and of the list are durable with the folder
  const opened = await open(folder);
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

export type { ToArchive };
