/** Real files to test with, gone when the tests are done. */
import { mkdtempSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Gives a new path each time, in a directory of this test's own: made when it is needed, since nothing is run after tests that are skipped. */
export function tempPaths(extension: string): () => string {
  let directory: string | undefined;
  afterAll(() => {
    if (directory !== undefined) rmSync(directory, { recursive: true });
  });
  let count = 0;
  return () => {
    directory ??= mkdtempSync(join(tmpdir(), 'kifu-stores-'));
    return join(directory, `${++count}${extension}`);
  };
}

/** The methods that all open files share, to look at or to break. */
export async function fileMethods(): Promise<FileHandle> {
  const file = await open(tmpdir());
  await file.close();
  return Object.getPrototypeOf(file) as FileHandle;
}
