/** Our end of a worker thread that answers: one answer per message, in order. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** Answers messages, here or in a thread. */
export interface Thread {
  /** Sends a message, and transfers buffers; answers come in order. Rejects if the thread has ended. */
  ask<Answer>(message: unknown, given?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Lets it finish, close its resources and end. */
  end(): Promise<void>;
}

/** Worker thread that answers. */
export interface WorkerThread extends Thread {
  /** Whether it has ended or crashed. */
  readonly isEnded: boolean;
  /** Returns the next unsolicited answer, such as the one that a thread sends when it has started. */
  next<Answer>(): Promise<Answer>;
  /** Ends it at once; unanswered messages reject. */
  stop(): Promise<unknown>;
}

/** Sends requests to a worker, which ends when it is sent `null`. */
export function askThread(worker: Worker, toDo: string): WorkerThread {
  const waiting: { done(answer: unknown): void; failed(cause: Error): void }[] = [];
  let ended: Error | null = null;
  const fail = (cause: Error) => {
    ended ??= cause;
    for (const { failed } of waiting.splice(0)) failed(ended);
  };
  worker.on('message', (answer: unknown) => {
    waiting.shift()?.done(answer);
    // an idle thread must not keep the program running
    if (waiting.length === 0) worker.unref();
  });
  worker.on('error', fail);
  worker.on('exit', code => fail(new Error(`the thread to ${toDo} ended (${code})`)));
  const next = <Answer>(): Promise<Answer> =>
    new Promise((done, failed) => {
      waiting.push({ done: done as (answer: unknown) => void, failed });
      worker.ref();
    });
  return {
    next,
    get isEnded() {
      return ended !== null;
    },
    ask(message, given = []) {
      if (ended !== null) return Promise.reject(ended);
      const answer = next<never>();
      worker.postMessage(message, given);
      return answer;
    },
    async end() {
      if (ended !== null) return;
      const exit = once(worker, 'exit');
      worker.ref();
      worker.postMessage(null);
      await exit;
    },
    stop: () => worker.terminate(),
  };
}
