/** Whether a file still has its name: one that was removed or replaced while open accepts all writes, and loses them. */
import { realpathSync, statSync } from 'node:fs';

/** Returns what has happened to a file since it was opened; null if it and its log are the same. Two system calls. */
export function watchFile(path: string): () => string | null {
  const real = realpathSync(path);
  const first = placeOf(real);
  // SQLite creates the log with the first write, and keeps it as long as a process has the file open
  let log: string | null = null;
  return () => {
    const now = placeOf(real);
    if (now === null) return 'it was removed while it was open';
    if (now !== first) return 'another file has taken its place while it was open';
    const nowLog = placeOf(`${real}-wal`);
    log ??= nowLog;
    return nowLog === log ? null : 'its log was removed or replaced while it was open';
  };
}

/** Returns the location of a file on the disk; null if there is none. */
function placeOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}
