/** Our end of what writes and searches, here or in a thread: one message goes there, one comes back. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { begin, type Start, type Started } from './roles.ts';

/** A thread that answers. */
export interface Thread {
  /** Sends a message, and gives buffers away; the answers come in the order of the messages. Rejects where the thread has ended. */
  ask<Answer>(message: unknown, given?: readonly ArrayBuffer[]): Promise<Answer>;
  /** Lets it finish, close its file and end. */
  end(): Promise<void>;
}

/** The worker beside this file: as source or as built, like this one. */
const WORKER = new URL(
  `./worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`,
  import.meta.url,
);

/** How much of what was made lately a thread keeps before it tidies up. */
const YOUNG_MB = 12;

/** A thread, and whether it could open the file. */
interface Begun {
  readonly thread: Thread;
  readonly started: Started;
}

/** Starts a thread, or what looks like one and is here: to wait for that is to do nothing else, but it is ready at once. */
export const startThread = (start: Start): Promise<Begun> =>
  start.options.isHere ? startHere(start) : startThere(start);

async function startHere(start: Start): Promise<Begun> {
  const begun = begin(start);
  if ('isCut' in begun) return { thread: NOBODY, started: begun };
  let isOpen = true;
  const thread: Thread = {
    async ask<Answer>(message: unknown) {
      if (!isOpen) throw new Error(`what was open to ${start.role} is closed`);
      return begun.answer(message) as Answer;
    },
    async end() {
      if (isOpen) begun.close();
      isOpen = false;
    },
  };
  return { thread, started: null };
}

const NOBODY: Thread = {
  ask: () => Promise.reject(new Error('the file could not be opened')),
  end: async () => {},
};

async function startThere(start: Start): Promise<Begun> {
  const worker = new Worker(WORKER, {
    workerData: start,
    name: `kifu-${start.role}`,
    // it needs none, and with some a thread does not start: `node --input-type=module -e …`
    execArgv: [],
    // what it is sent is garbage soon: with more room V8 would only collect it later
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const waiting: { done(answer: unknown): void; failed(cause: Error): void }[] = [];
  let ended: Error | null = null;
  // an open store alone keeps no program running; one that is being written or asked does
  const settle = () => {
    if (waiting.length === 0) worker.unref();
  };
  const fail = (cause: Error) => {
    ended ??= cause;
    for (const { failed } of waiting.splice(0)) failed(ended);
  };
  worker.on('message', (answer: unknown) => {
    waiting.shift()?.done(answer);
    settle();
  });
  worker.on('error', fail);
  worker.on('exit', code => fail(new Error(`the thread to ${start.role} ended (${code})`)));
  const next = <Answer>(): Promise<Answer> =>
    new Promise((done, failed) => {
      waiting.push({ done: done as (answer: unknown) => void, failed });
      worker.ref();
    });
  const thread: Thread = {
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
  };
  const started = await next<Started>();
  if (started !== null) await worker.terminate();
  return { thread, started };
}
