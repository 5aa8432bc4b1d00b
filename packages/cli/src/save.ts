/** Files that are written whole: a file is either the old one or the new one, also after a crash while it is written. */
import { access, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Fail, fail, ok, type Result } from '@kifu/core';

/** How a command was told to treat a file that is there. */
export interface Force {
  readonly force?: boolean;
}

/** A fault where a file is there without `--force`; commands ask before anything takes long. */
export const refuseExisting = async (
  path: string,
  { force = false }: Force,
): Promise<Fail | null> =>
  !force && (await exists(path))
    ? fail('exists', `${path} exists and is left as it is: choose another name, or --force`)
    : null;

/** Writes a file that a command was told to write; one that is there only with `--force`. */
export const saveOutput = async (
  path: string,
  content: Uint8Array | string,
  options: Force,
): Promise<Result<string>> =>
  (await refuseExisting(path, options)) ?? saveBytes(path, content, true);

/** Writes a file so that it is on disk when this returns; `mode` is who may read it. */
export async function saveBytes(
  path: string,
  content: Uint8Array | string,
  mayReplace: boolean,
  mode = 0o666,
): Promise<Result<string>> {
  if (!mayReplace && (await exists(path)))
    return fail('exists', `${path} exists and is left as it is, choose another name`);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
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

/** The new name is on disk only when the folder is; not every system lets a folder be opened. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r').catch(() => null);
  await folder?.sync().catch(() => {});
  await folder?.close();
}

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'no such file or folder',
  EACCES: 'not allowed',
  EPERM: 'not allowed',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of the path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'the disk is read-only',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8',
};

/** Why a file could not be written, and what to do about it where that is known. */
export const unwritable = (path: string, cause: unknown): Fail => {
  const isNowhere = (cause as NodeJS.ErrnoException).code === 'ENOENT';
  const why = isNowhere ? `there is no folder ${dirname(path)}, make it first` : reason(cause);
  return fail('unwritable', `${path} cannot be written: ${why}`);
};

/** Why a file or a stream failed, in words. */
export const reason = (cause: unknown): string => {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return REASONS[code] ?? message;
};
