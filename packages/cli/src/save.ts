/** Atomic writing of files: even after a crash, a file is either the old one or the new one. */
import { access, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { besidePath } from './leftovers.ts';

/** Whether to overwrite an existing file. */
export interface Force {
  readonly force?: boolean;
}

/** Refuses to overwrite an existing file without `--force`; commands check this before long work. */
export const refuseExisting = async (
  path: string,
  { force = false }: Force,
): Promise<Fail | null> =>
  !force && (await exists(path))
    ? fail('exists', `${path} already exists; choose another name or use --force`)
    : null;

/** Writes an output file; overwrites an existing one only with `--force`. */
export const saveOutput = async (
  path: string,
  content: Uint8Array | string,
  options: Force,
): Promise<Result<string>> =>
  (await refuseExisting(path, options)) ?? saveBytes(path, content, true);

/** Writes a file durably; `mode` are its permissions. */
export async function saveBytes(
  path: string,
  content: Uint8Array | string,
  mayReplace: boolean,
  mode = 0o666,
): Promise<Result<string>> {
  if (!mayReplace && (await exists(path)))
    return fail('exists', `${path} already exists; choose another name`);
  const temporary = besidePath(path);
  try {
    await writeDurably(temporary, content, mode);
    await rename(temporary, path);
    await syncFolder(dirname(path));
    return ok(path);
  } catch (cause) {
    await rm(temporary, { force: true }).catch(() => {});
    return unwritable(path, cause);
  }
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

async function writeDurably(
  path: string,
  content: Uint8Array | string,
  mode: number,
): Promise<void> {
  const file = await open(path, 'wx', mode);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Makes the new name durable, on systems where folders can be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is not a folder',
  ENOSPC: 'disk full',
  EROFS: 'the disk is read-only',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'not UTF-8',
};

/** Describes why a file cannot be written, and what to do if that is known. */
export const unwritable = (path: string, cause: unknown): Fail => {
  const isNowhere = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const why = isNowhere ? `folder ${dirname(path)} not found; create it first` : reason(cause);
  return fail('unwritable', `cannot write ${path}: ${why}`);
};

/** Describes why a file or stream failed. */
export const reason = (cause: unknown): string => {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
};
