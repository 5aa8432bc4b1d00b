/** Files that a command is given: themselves, or all that are in a folder. */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Fail, fail } from '@kifu/core';
import { reason } from './save.ts';

/** The files of a folder and of those in it, in order; a file itself. What begins with a dot is passed over. */
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
  if (count === 0) yield fail('not-found', 'there are no files in this folder');
}

async function* walk(folder: string): AsyncGenerator<string | Fail> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) =>
    fail('unreadable', `${folder} cannot be read: ${reason(cause)}`),
  );
  if (!Array.isArray(entries)) {
    yield entries;
    return;
  }
  const seen = entries.filter(({ name }) => !name.startsWith('.'));
  for (const entry of seen.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    // a link to a folder may lead in a circle, and a pipe has no end, by a link too; one that leads nowhere is told of when it is read
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileOrGone(path)))) yield path;
  }
}

const isFileOrGone = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isFile() ?? true;

/** Whether a path leads to a folder. */
export const isFolder = async (path: string): Promise<boolean> =>
  (await stat(path).catch(() => null))?.isDirectory() === true;
