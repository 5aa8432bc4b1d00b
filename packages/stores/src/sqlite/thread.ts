/** Starts what writes and searches, here or in a thread. */
import { Worker } from 'node:worker_threads';
import { askThread, type Thread } from '../sql/ask-thread.ts';
import { begin, type Start, type Started } from './roles.ts';

/** The worker beside this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = new URL(`./worker${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

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
      if (!isOpen) throw new Error(`the thread to ${start.role} is closed`);
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
    // with others of this process a thread does not start: `node --input-type=module -e …`
    execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
    // what it is sent is garbage soon: with more room V8 would only collect it later
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
  });
  const thread = askThread(worker, start.role);
  const started = await thread.next<Started>();
  if (started !== null) await thread.stop();
  return { thread, started };
}
