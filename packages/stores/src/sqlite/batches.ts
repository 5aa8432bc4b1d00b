/** Group commit: whatever is to be written while a transaction goes on shares the next one. */

import { isFatal, namedError, SqliteClosedError, type Trouble } from './errors.ts';
import type { FileOp } from './file-ops.ts';
import { encodeOps } from './ops-wire.ts';
import type { Thread } from './thread.ts';
import type { Answer } from './writer.ts';

/** Those that wait to be written. */
export interface Batches {
  /** Resolves when it is durable, with whether it did something. */
  write(op: FileOp, signal?: AbortSignal): Promise<boolean>;
  /** Why nothing is written any more; null where it is. */
  readonly refusal: Error | null;
  /** Waits for all of it, and takes no more. */
  close(): Promise<void>;
}

/** How many go into one transaction at most: nobody waits long for a lot that others write. */
const MOST = 1024;

interface Waiting {
  readonly op: FileOp;
  readonly signal: AbortSignal | undefined;
  done(didSomething: boolean): void;
  failed(cause: unknown): void;
}

/** Writes through a thread; without one, everything is refused for the reason that is given. */
export function createBatches(path: string, thread: Thread | null, reason: Error | null): Batches {
  let queue: Waiting[] = [];
  /** Those before have been sent: to cut them off each time would take longer the more there are. */
  let sent = 0;
  let running: Promise<void> | null = null;
  let refusal = reason;
  let isClosed = false;

  const run = async (): Promise<void> => {
    for (;;) {
      // those who were answered a moment ago go on first, and may have something for this batch
      await new Promise(setImmediate);
      const batch = queue.slice(sent, sent + MOST).filter(isWanted);
      sent += MOST;
      if (sent >= queue.length) {
        queue = [];
        sent = 0;
      }
      if (batch.length > 0) await commit(batch);
      if (queue.length === 0) break;
    }
    running = null;
  };

  const commit = async (batch: readonly Waiting[]): Promise<void> => {
    if (refusal !== null) {
      for (const { failed } of batch) failed(refusal);
      return;
    }
    try {
      const sent = encodeOps(batch.map(({ op }) => op));
      const answers = await thread!.ask<Answer[]>(sent, [sent.piece.buffer]);
      for (const [i, answer] of answers.entries()) settle(batch[i]!, answer);
    } catch (cause) {
      refusal = new SqliteClosedError(path, { cause });
      for (const { failed } of batch) failed(refusal);
    }
  };

  const settle = (waiting: Waiting, answer: Answer): void => {
    if (typeof answer === 'boolean') waiting.done(answer);
    else waiting.failed(errorOf(answer));
  };

  const errorOf = (trouble: Trouble): Error => {
    const error = namedError(path, trouble);
    if (isFatal(trouble)) refusal ??= error;
    return error;
  };

  return {
    get refusal() {
      return refusal;
    },
    write: (op, signal) =>
      new Promise((done, failed) => {
        if (isClosed) return failed(new SqliteClosedError(path));
        if (refusal !== null) return failed(refusal);
        queue.push({ op, signal, done, failed });
        running ??= run();
      }),
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Whoever gave up before it was sent is answered here. */
function isWanted({ signal, failed }: Waiting): boolean {
  if (signal?.aborted !== true) return true;
  failed(signal.reason);
  return false;
}
