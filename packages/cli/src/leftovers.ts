/** Names for what is written beside its place until it is whole. They say which process writes it, so that the next one can clean up after a crash. */
import { access, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** What is written beside its place: the new (`tmp`), or for a moment the one that it replaces (`old`). */
type Ending = 'tmp' | 'old';

/** Where this process writes what will have a name. */
export const besidePath = (path: string, ending: Ending = 'tmp'): string =>
  join(dirname(path), `.${basename(path)}.${process.pid}.${ending}`);

/** Removes what processes that are gone wrote beside a place, and did not finish. */
export const tidyBeside = (path: string): Promise<void> =>
  removeLeftovers(dirname(path), `.${basename(path)}.`, /^(\d+)\.tmp$/);

/** Puts back what a process that is gone was about to replace, if nothing has come in its place. */
export async function restoreReplaced(path: string): Promise<void> {
  for (const old of await leftoversIn(dirname(path), `.${basename(path)}.`, /^(\d+)\.old$/))
    if (await isThere(path)) await rm(old, { recursive: true, force: true });
    else await rename(old, path);
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** Removes what processes that are gone left in a folder. After its beginning, the first group of a name is the id of the process. */
export async function removeLeftovers(folder: string, begin: string, rest: RegExp): Promise<void> {
  for (const path of await leftoversIn(folder, begin, rest))
    await rm(path, { recursive: true, force: true }).catch(() => {}); // of another user
}

async function leftoversIn(folder: string, begin: string, rest: RegExp): Promise<string[]> {
  const all = await readdir(folder).catch(() => []);
  return all
    .filter(name => {
      const [, pid] = (name.startsWith(begin) && rest.exec(name.slice(begin.length))) || [];
      return pid !== undefined && !isRunning(Number(pid));
    })
    .map(name => join(folder, name));
}

/** Whether there is a process with this id. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0); // sends no signal, only checks
  } catch (cause) {
    // it is there, but belongs to another user
    return (cause as NodeJS.ErrnoException).code === 'EPERM';
  }
}
