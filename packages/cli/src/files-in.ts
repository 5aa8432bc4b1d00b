/** Files given to a command, or all files of a given folder. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fail, fail } from '@kifu/core';
import { reason } from './save.ts';

/** The files of a folder and its subfolders, in order, or the file itself. Names that start with a dot are skipped. */
export async function* filesIn(path: string): AsyncGenerator<string | Fail> {
  if (path === '-' || !(await isFolder(path))) {
    yield path;
    return;
  }
  let count = 0;
  for await (const file of walk(path)) {
    count++;
    yield file;
  }
  if (count === 0) yield fail('not-found', 'no files in this folder');
}

async function* walk(folder: string): AsyncGenerator<string | Fail> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) =>
    fail('unreadable', `cannot read ${folder}: ${reason(cause)}`),
  );
  if (!Array.isArray(entries)) {
    yield entries;
    return;
  }
  const seen = entries.filter(({ name }) => !name.startsWith('.'));
  for (const entry of seen.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    // links to folders may form a cycle, and pipes have no end; a broken link is reported when it is read
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileOrGone(path)))) yield path;
  }
}

const isFileOrGone = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? true;

/** Returns whether a path is a folder. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;
