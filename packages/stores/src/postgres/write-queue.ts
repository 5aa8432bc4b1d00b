/**
 * Group commit: ops that arrive during a transaction share the next one. Ops on one thing, a head or a name in the vault,
 * go one after the other: a batch has each at most once.
 */
import { isOfServer, PostgresClosedError } from './errors.ts';

/** Ops that wait to be written. */
export interface WriteQueue<Op, Answer> {
  /** Resolves when it is durable. */
  write(op: Op, signal?: AbortSignal): Promise<Answer>;
  /** Waits for all of it, and takes no more. */
  close(): Promise<void>;
}

/** What a queue does. */
export interface WriteQueueOptions<Op, Answer> {
  readonly where: string;
  /** What an op is about; null where it may share a batch with any other. */
  keyOf(op: Op): string | null;
  /** About how many bytes it is. */
  sizeOf(op: Op): number;
  /** Does all of it, or throws and does nothing. Answers each; an error is thrown to the caller of that op. */
  commit(ops: readonly Op[]): Promise<readonly (Answer | Error)[]>;
}

/** How many ops go into one transaction at most: no writer waits long for what others write. */
const MOST = 1024;
const MOST_BYTES = 16 * 2 ** 20;

interface WaitingOp<Op, Answer> {
  readonly op: Op;
  readonly signal: AbortSignal | undefined;
  done(answer: Answer): void;
  failed(cause: unknown): void;
}

/** Writes in batches, one after the other. */
export function createWriteQueue<Op, Answer>({
  where,
  keyOf,
  sizeOf,
  commit,
}: WriteQueueOptions<Op, Answer>): WriteQueue<Op, Answer> {
  let queue: WaitingOp<Op, Answer>[] = [];
  let running: Promise<void> | null = null;
  let isClosed = false;

  const run = async (): Promise<void> => {
    for (;;) {
      // callers that were just answered run first, and may have an op for this batch
      await new Promise(setImmediate);
      const batch = take();
      if (batch.length > 0) await settle(batch);
      if (queue.length === 0) break;
    }
    running = null;
  };

  /** The next batch; what is about the same as something in it stays in the queue, and so does all that comes after it. */
  const take = (): WaitingOp<Op, Answer>[] => {
    const keys = new Set<string>();
    const batch: WaitingOp<Op, Answer>[] = [];
    const rest: WaitingOp<Op, Answer>[] = [];
    let [seen, sizeBytes] = [0, 0];
    for (; seen < queue.length && batch.length < MOST && sizeBytes < MOST_BYTES; seen++) {
      const waiting = queue[seen]!;
      if (!isWanted(waiting)) continue;
      const key = keyOf(waiting.op);
      const isFree = key === null || !keys.has(key);
      if (key !== null) keys.add(key);
      (isFree ? batch : rest).push(waiting);
      if (isFree) sizeBytes += sizeOf(waiting.op);
    }
    queue = [...rest, ...queue.slice(seen)];
    return batch;
  };

  const settle = async (batch: readonly WaitingOp<Op, Answer>[]): Promise<void> => {
    try {
      const answers = await commit(batch.map(({ op }) => op));
      for (const [i, { done, failed }] of batch.entries()) {
        const answer = answers[i]!;
        if (answer instanceof Error) failed(answer);
        else done(answer);
      }
    } catch (cause) {
      if (batch.length === 1 || isOfServer(cause as Error))
        for (const { failed } of batch) failed(cause);
      // an op that fails alone does not affect the others
      else for (const one of batch) await settle([one]);
    }
  };

  return {
    write: (op, signal) =>
      new Promise((done, failed) => {
        if (isClosed) return failed(new PostgresClosedError(where));
        queue.push({ op, signal, done, failed });
        running ??= run();
      }),
    async close() {
      isClosed = true;
      await running;
    },
  };
}

/** Whether the caller still wants the op; one that gave up before it was sent is answered here. */
function isWanted<Op, Answer>({ signal, failed }: WaitingOp<Op, Answer>): boolean {
  if (signal?.aborted !== true) return true;
  failed(signal.reason);
  return false;
}
