/** The folder of a Parquet export: there only when it is whole. It is written beside its place, and renamed at the end. */
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fail, isObject, ok, parseJson, type Result } from '@kifu/core';
import { besidePath, restoreReplaced, tidyBeside } from '../../leftovers.ts';
import { reason } from '../../save.ts';
import { MANIFEST, TABLE_NAMES, type TableName, VERSION } from './tables.ts';

/** What an export says about itself. */
export interface Manifest {
  readonly kifu: 'parquet';
  readonly version: number;
  readonly matches: number;
  /** How many rows each table has that was written. */
  readonly rows: { readonly [table in TableName]?: number };
}

/** A folder that is being written. */
export interface NewFolder {
  /** Where to write. */
  readonly path: string;
  /** Puts the folder in its place. */
  finish(manifest: Manifest): Promise<Result<void>>;
  /** Removes what was written. */
  abandon(): Promise<void>;
}

/** Begins a folder. One that is there is refused, unless it is empty, or is such an export and may be replaced. */
export async function createFolder(path: string, isForced: boolean): Promise<Result<NewFolder>> {
  const place = resolve(path);
  const cannot = (cause: unknown) => fail('unwritable', `cannot write ${path}: ${reason(cause)}`);
  try {
    await restoreReplaced(place);
  } catch (cause) {
    return cannot(cause);
  }
  const refused = await refuseFolder(path, isForced);
  if (refused !== null) return refused;
  await tidyBeside(place);
  const [temporary, old] = [besidePath(place), besidePath(place, 'old')];
  try {
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary, { recursive: true });
  } catch (cause) {
    return cannot(cause);
  }
  return ok({
    path: temporary,
    async finish(manifest) {
      try {
        await writeFile(join(temporary, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
        const isThere = await rename(place, old).then(
          () => true,
          cause => {
            if (cause.code === 'ENOENT') return false;
            throw cause;
          },
        );
        try {
          await rename(temporary, place);
        } catch (cause) {
          if (isThere) await rename(old, place);
          throw cause;
        }
        if (isThere) await rm(old, { recursive: true, force: true });
        return ok(undefined);
      } catch (cause) {
        return cannot(cause);
      }
    },
    abandon: () => rm(temporary, { recursive: true, force: true }),
  });
}

async function refuseFolder(path: string, isForced: boolean): Promise<Result<never> | null> {
  let names: string[];
  try {
    names = await readdir(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : fail('unwritable', `cannot write ${path}: ${reason(cause)}`);
  }
  if (names.length === 0) return null;
  const isExport = (await readManifest(path)).ok;
  if (!isExport) return fail('unwritable', `${path} is not empty; choose a new folder with -o`);
  return isForced
    ? null
    : fail('unwritable', `${path} already exists; choose another name or use --force`);
}

/** Reads what an export says about itself. */
export async function readManifest(folder: string): Promise<Result<Manifest>> {
  let text: string;
  try {
    text = await readFile(join(folder, MANIFEST), 'utf8');
  } catch (cause) {
    return (cause as NodeJS.ErrnoException).code === 'ENOENT'
      ? fail('not-found', `${folder} is not a Parquet export: ${MANIFEST} not found`)
      : fail('unreadable', `cannot read ${folder}: ${reason(cause)}`);
  }
  const json = parseJson(text);
  if (!json.ok || !isObject(json.value) || json.value.kifu !== 'parquet')
    return fail('malformed', `${join(folder, MANIFEST)} does not describe a Parquet export`);
  const { version, rows } = json.value;
  if (version !== VERSION)
    return fail('unsupported', `${folder} has version ${version} of the tables; known: ${VERSION}`);
  if (!isObject(rows) || !TABLE_NAMES.some(name => Object.hasOwn(rows, name)))
    return fail('malformed', `${join(folder, MANIFEST)} names no tables`);
  return ok(json.value as unknown as Manifest);
}
