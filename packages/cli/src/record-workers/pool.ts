/** Threads that work on records and parts of collections, as many as there are cores. */
import { getCompileCacheDir } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Io } from '../io.ts';
import { type Job, type Work, type WorkDone, workOnJob } from './jobs.ts';

/** Works on records and parts of collections, in threads or here. */
export interface RecordWorkers {
  /** How many of them are worth being asked for at once. */
  readonly appetite: number;
  run<W extends Work>(job: Job, work: W): Promise<WorkDone[W['do']][]>;
  close(): Promise<void>;
}

/** So that a thread has the next job at hand when it is done with one. */
const JOBS_PER_THREAD = 2;
/** How much text, or how many bytes of records, are worked on here before a thread is started. */
const SOON = 65_536;
/** How much of what was made lately a thread keeps before it tidies up. */
const YOUNG_MB = 16;
/** The thread beside this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const THREAD = new URL(`./thread${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

/** Makes the threads; they start when they are needed. Where there are to be none, the work is done here. */
export const createRecordWorkers = ({
  games,
  threads,
}: Pick<Io, 'games' | 'threads'>): RecordWorkers =>
  games.module === undefined || threads === 0
    ? inProcess(games)
    : inThreads(
        games,
        {
          module: games.module,
          names: games.names(),
          isCompileCached: getCompileCacheDir() !== undefined,
        },
        threads,
      );

const inProcess = (games: Io['games']): RecordWorkers => ({
  appetite: 1,
  run: (job, work) => workOnJob(games, job, work),
  close: async () => {},
});

interface RecordThread {
  readonly worker: Worker;
  /** Those who wait for an answer; they come in order. */
  readonly waiting: { done(answer: never[]): void; failed(cause: Error): void }[];
}

/** Data of a thread: the module of the games, and whether compiled modules are cached in this process. */
export interface ThreadSetup {
  readonly module: string;
  readonly names: readonly string[];
  readonly isCompileCached: boolean;
}

function inThreads(games: Io['games'], setup: ThreadSetup, count: number): RecordWorkers {
  const threads: RecordThread[] = [];
  let size = 0;

  const start = (): RecordThread => {
    const worker = new Worker(THREAD, {
      name: 'kifu-records',
      workerData: setup,
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
    });
    const thread: RecordThread = { worker, waiting: [] };
    const fail = (cause: Error) => {
      for (const { failed } of thread.waiting.splice(0)) failed(cause);
    };
    worker.on('message', (answer: never[]) => thread.waiting.shift()?.done(answer));
    worker.on('error', fail);
    worker.on('exit', code => fail(new Error(`a thread that reads records ended (${code})`)));
    threads.push(thread);
    return thread;
  };

  /** The one with the least to do. */
  const next = (): RecordThread => {
    const idle = threads.find(({ waiting }) => waiting.length === 0);
    if (idle !== undefined) return idle;
    if (threads.length < count) return start();
    return threads.reduce((a, b) => (b.waiting.length < a.waiting.length ? b : a));
  };

  return {
    appetite: JOBS_PER_THREAD * count,
    run(job, work) {
      size += sizeOf(job);
      if (size <= SOON) return workOnJob(games, job, work);
      return new Promise((done, failed) => {
        const { worker, waiting } = next();
        waiting.push({ done, failed });
        worker.postMessage({ job, work });
      });
    },
    async close() {
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}

/** Characters of a text, bytes of nodes; of a record that was read from text about as much as its moves take. */
const sizeOf = (job: Job): number =>
  'text' in job
    ? job.text.length
    : 'nodes' in job.record
      ? job.record.nodes.reduce((sum, { length }) => sum + length, 0)
      : 8 * job.record.kifu.entries.length;
