/** Group commit: ops that arrive during a transaction share the next one. */

import type { Thread } from '../sql/ask-thread.ts';
import type { Gather } from './bulk.ts';
import { isFatal, namedError, type SerializedError, SqliteClosedError } from './errors.ts';
import type { FileOp } from './file-ops.ts';
import { encodeOps } from './ops-wire.ts';
import type { OpAnswer } from './writer.ts';

/** Ops that wait to be written. */
export interface Batches {
  /** Resolves when it is durable, with whether it did something. */
  write(op: FileOp, signal?: AbortSignal): Promise<boolean>;
  /** Why nothing can be written any more; null if it can. */
  readonly refusal: Error | null;
  /** Writes what waits at once, where ops are gathered; from now on all ops, where nothing more is coming. */
  flush(isLast?: boolean): void;
  /** Waits for all of it, and takes no more. */
  close(): Promise<void>;
}

/** How many ops go into one transaction at most: no writer waits long for what others write. */
const MOST = 1024;

interface WaitingOp {
  readonly op: FileOp;
  readonly signal: AbortSignal | undefined;
  done(didSomething: boolean): void;
  failed(cause: unknown): void;
}

/** Writes through a thread; without one, everything is refused for the reason that is given. */
export function createBatches(
  path: string,
  thread: Thread | null,
  reason: Error | null,
  gather: Gather | null = null,
): Batches {
  const gathering = gather && createGathering(gather);
  let queue: WaitingOp[] = [];
  /** How many of the queue were sent: to cut them off each time would take longer the more there are. */
  let sent = 0;
  let running: Promise<void> | null = null;
  let refusal = reason;
  let isClosed = false;

  const run = async (): Promise<void> => {
    for (;;) {
      // callers that were just answered run first, and may have an op for this batch
      await new Promise(setImmediate);
      if (gathering !== null && !isClosed) await gathering.wait(queue.length - sent);
      const most = gathering?.takeMost(queue.length - sent) ?? MOST;
      const batch = queue.slice(sent, sent + most).filter(isWanted);
      sent += most;
      if (sent >= queue.length) {
        queue = [];
        sent = 0;
      }
      if (batch.length > 0) await commit(batch);
      if (queue.length === 0) break;
    }
    running = null;
  };

  const commit = async (batch: readonly WaitingOp[]): Promise<void> => {
    if (refusal !== null) {
      for (const { failed } of batch) failed(refusal);
      return;
    }
    try {
      const sent = encodeOps(batch.map(({ op }) => op));
      const answers = await thread!.ask<OpAnswer[]>(sent, [sent.piece.buffer]);
      for (const [i, answer] of answers.entries()) settle(batch[i]!, answer);
    } catch (cause) {
      refusal = new SqliteClosedError(path, { cause });
      for (const { failed } of batch) failed(refusal);
    }
  };

  const settle = (waiting: WaitingOp, answer: OpAnswer): void => {
    if (typeof answer === 'boolean') waiting.done(answer);
    else waiting.failed(errorOf(answer));
  };

  const errorOf = (serialized: SerializedError): Error => {
    const error = namedError(path, serialized);
    if (isFatal(serialized)) refusal ??= error;
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
        gathering?.added(queue.length - sent);
        running ??= run();
      }),
    flush: isLast => gathering?.flush(isLast),
    async close() {
      isClosed = true;
      gathering?.flush();
      await running;
    },
  };
}

/** Waits until there is enough for a transaction, or nothing more comes. */
function createGathering({ ops, firstOps, idleMs, ms }: Gather) {
  /** How many ops are waited for; it doubles up to `ops`. */
  let enough = Math.min(firstOps, ops);
  let isHurried = false;
  let stopsSoon = false;
  let idle: NodeJS.Timeout | undefined;
  let done = () => {};
  return {
    async wait(count: number): Promise<void> {
      if (count < enough && !isHurried && !stopsSoon) {
        let longest: NodeJS.Timeout | undefined;
        await new Promise<void>(resolve => {
          done = resolve;
          idle = setTimeout(resolve, (idleMs * enough) / ops);
          longest = setTimeout(resolve, ms);
        });
        clearTimeout(idle);
        clearTimeout(longest);
        idle = undefined;
      }
      done = () => {};
      stopsSoon = false;
    },
    /** How many ops the transaction has, of those that there are. */
    takeMost(count: number): number {
      const most = Math.max(enough, Math.min(count, MOST));
      enough = Math.min(2 * enough, ops);
      return most;
    },
    added(count: number): void {
      idle?.refresh();
      if (count >= enough) done();
    },
    flush(isLast = false): void {
      isHurried ||= isLast;
      stopsSoon = true;
      done();
    },
  };
}

/** Whether the caller still wants the op; one that gave up before it was sent is answered here. */
function isWanted({ signal, failed }: WaitingOp): boolean {
  if (signal?.aborted !== true) return true;
  failed(signal.reason);
  return false;
}
