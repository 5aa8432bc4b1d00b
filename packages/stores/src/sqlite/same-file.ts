/** Whether what is written still goes where its name leads: a file that was removed or replaced while open takes everything, and loses it. */
import { realpathSync, statSync } from 'node:fs';

/** Says what has become of a file since it was opened; null where it and its log are the same. Two looks at the file system. */
export function watchFile(path: string): () => string | null {
  const real = realpathSync(path);
  const first = placeOf(real);
  // SQLite makes the log with the first write, and keeps it as long as a process has the file open
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

/** Where a file lies on the disk; null where there is none. */
function placeOf(path: string): string | null {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? null : `${found.dev} ${found.ino}`;
}
