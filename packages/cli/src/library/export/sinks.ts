/** Where exported records go: standard output, one file, or a file each in a folder. */
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@kifu/core';
import { type Io, put } from '../../io.ts';
import { besidePath, tidyBeside } from '../../leftovers.ts';
import { type Force, reason, refuseExisting, saveOutput } from '../../save.ts';
import { outputTo } from './compress.ts';

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
  const pieces = gather(bytes => put(io.stdout, bytes));
  return {
    async write(_name, output) {
      await pieces.add(wholeLines(output));
      return ok(null);
    },
    async close() {
      await pieces.flush();
      return DONE;
    },
  };
}

/** This much is written at once, in bytes. */
const WRITE_BYTES = 1 << 18;

/** Gathers many small outputs for few large writes. */
function gather(write: (bytes: Uint8Array) => Promise<unknown>) {
  let waiting: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
    waiting = [];
    size = 0;
    if (bytes.length > 0) await write(bytes);
  };
  return {
    flush,
    async add(output: Uint8Array | string): Promise<void> {
      const bytes = typeof output === 'string' ? Buffer.from(output) : output;
      waiting.push(bytes);
      size += bytes.length;
      if (size >= WRITE_BYTES) await flush();
    },
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

/** All records in one file, which has its name only when it is whole; compressed where its name says so. */
export async function fileSink(path: string, force: Force): Promise<Result<Sink>> {
  const refused = await refuseExisting(path, force);
  if (refused !== null) return refused;
  await tidyBeside(path);
  const temporary = besidePath(path);
  const cannot = (cause: unknown) =>
    fail('unwritable', `${path} cannot be written: ${reason(cause)}`);
  let file: FileHandle;
  try {
    file = await open(temporary, 'w');
  } catch (cause) {
    return cannot(cause);
  }
  const out = outputTo(file, path);
  const pieces = gather(bytes => out.write(bytes));
  return ok({
    async write(_name, output) {
      try {
        await pieces.add(wholeLines(output));
        return ok(path);
      } catch (cause) {
        return cannot(cause);
      }
    },
    async close(isGood) {
      try {
        if (isGood) {
          await pieces.flush();
          await out.end();
          await file.sync();
        }
        await out.abandon();
        await file.close();
        if (isGood) await rename(temporary, path);
        return DONE;
      } catch (cause) {
        return cannot(cause);
      } finally {
        await out.abandon();
        await file.close().catch(() => {}); // where it could not be written
        await rm(temporary, { force: true }).catch(() => {});
      }
    },
  });
}
