/** Durable writes: writers that wait at the same time share one sync. */
import type { FileHandle } from 'node:fs/promises';

/** File that is written at given offsets. */
export interface SyncedFile {
  /** Resolves when the bytes are durable. After one failure all writes fail. */
  write(position: number, bytes: Uint8Array): Promise<void>;
  /** Waits for pending writes. */
  idle(): Promise<void>;
}

interface Write {
  readonly position: number;
  readonly bytes: Uint8Array;
  readonly done: () => void;
  readonly failed: (cause: unknown) => void;
}

/** Writes to an open file. */
export function syncedFile(file: FileHandle): SyncedFile {
  let waiting: Write[] = [];
  let running: Promise<void> | null = null;
  /** After a failed write or sync, the content of the disk is unknown, and a second sync may lie: only opening the file again finds out. */
  let failure: { readonly cause: unknown } | null = null;

  async function run(): Promise<void> {
    // requests of one turn are written together
    await null;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        if (failure !== null) throw failure.cause;
        for (const { position, bytes } of join(batch)) await writeAll(file, bytes, position);
        await file.datasync();
        for (const { done } of batch) done();
      } catch (cause) {
        failure = { cause };
        for (const { failed } of batch) failed(cause);
      }
    }
    running = null;
  }

  return {
    write: (position, bytes) =>
      new Promise((done, failed) => {
        waiting.push({ position, bytes, done, failed });
        running ??= run();
      }),
    idle: async () => running ?? undefined,
  };
}

/** Merges adjacent writes. */
function join(batch: readonly Write[]): Pick<Write, 'position' | 'bytes'>[] {
  const runs: { position: number; parts: Uint8Array[]; end: number }[] = [];
  for (const { position, bytes } of batch) {
    const run = runs.find(({ end }) => end === position);
    if (run === undefined) runs.push({ position, parts: [bytes], end: position + bytes.length });
    else {
      run.parts.push(bytes);
      run.end += bytes.length;
    }
  }
  return runs.map(({ position, parts }) => ({ position, bytes: Buffer.concat(parts) }));
}

/** The system may take fewer bytes at a time than it is given. */
async function writeAll(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}
