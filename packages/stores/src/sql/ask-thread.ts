/** Our end of a worker thread that answers: one message goes there, one comes back, in the order of the messages. */
import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';

/** What answers messages, here or in a thread. */
export interface Thread {
  /** Sends a message, and gives buffers away; the answers come in the order of the messages. Rejects where the thread has ended. */
  ask<Answer>(message: unknown, given?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Lets it finish, close what it has open and end. */
  end(): Promise<void>;
}

/** A worker thread that answers. */
export interface WorkerThread extends Thread {
  /** Whether it has ended, or broken down. */
  readonly isEnded: boolean;
  /** The next answer to no message, such as what a thread says when it has started. */
  next<Answer>(): Promise<Answer>;
  /** Ends it at once; questions that it has not answered reject. */
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
    // an idle thread keeps no program running
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
