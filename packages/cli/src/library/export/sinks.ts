/** Where exported records go: standard output, one file, or a file each in a folder. */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { type Io, put } from '../../io.ts';
import { type Force, reason, refuseExisting, saveOutput } from '../../save.ts';

/** Takes records one after the other. */
export interface Sink {
  /** Writes a record under a name without ending; gives the file that it is in, or null where it is in none. */
  write(name: string, output: Uint8Array | string): Promise<Result<string | null>>;
  /** Ends well, or leaves nothing behind that looks as if it had. */
  close(isGood: boolean): Promise<Result<void>>;
}

const DONE: Result<void> = ok(undefined);

/** Records on standard output, one after the other. */
export function outputSink(io: Io): Sink {
  return {
    async write(_name, output) {
      await put(io.stdout, wholeLines(output));
      return ok(null);
    },
    close: async () => DONE,
  };
}

/** Text that others may follow. */
const wholeLines = (output: Uint8Array | string): Uint8Array | string =>
  typeof output === 'string' && !output.endsWith('\n') ? `${output}\n` : output;

/** A file for each record, in a folder that is made where it is not there. */
export async function folderSink(
  folder: string,
  ending: string,
  force: Force,
): Promise<Result<Sink>> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (cause) {
    return fail('unwritable', `${folder} cannot be made: ${reason(cause)}`);
  }
  return ok({
    write: (name, output) => saveOutput(join(folder, `${name}.${ending}`), output, force),
    close: async () => DONE,
  });
}

/** All records in one file, which has its name only when it is whole. */
export async function fileSink(path: string, force: Force): Promise<Result<Sink>> {
  const refused = await refuseExisting(path, force);
  if (refused !== null) return refused;
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  const cannot = (cause: unknown) =>
    fail('unwritable', `${path} cannot be written: ${reason(cause)}`);
  let file: FileHandle;
  try {
    file = await open(temporary, 'w');
  } catch (cause) {
    return cannot(cause);
  }
  return ok({
    async write(_name, output) {
      try {
        await file.writeFile(wholeLines(output));
        return ok(path);
      } catch (cause) {
        return cannot(cause);
      }
    },
    async close(isGood) {
      try {
        if (isGood) await file.sync();
        await file.close();
        if (isGood) await rename(temporary, path);
        return DONE;
      } catch (cause) {
        return cannot(cause);
      } finally {
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  });
}
