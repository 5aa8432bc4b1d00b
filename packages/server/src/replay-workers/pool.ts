/**
 * Threads that replay records, so that a long one does not delay live matches. A thread that takes too long is terminated and replaced,
 * and so is one that crashes.
 */
import { Worker } from 'node:worker_threads';
import { fail, type Result } from '@kifu/core';
import type { FastifyBaseLogger } from 'fastify';
import { networkOf } from '../guest.ts';
import type { Games } from '../options.ts';
import { TOO_MUCH } from '../problem.ts';
import { doJob, type JobResults, type ReplayJob } from './jobs.ts';

/** Threads for jobs. */
export interface ReplayWorkers {
  /** Returns the result of a job; a fault `too-large` if it timed out or too many jobs wait. Throws `ReplayWorkerError` if it crashed. */
  run<J extends ReplayJob>(job: J, ask: JobOptions): Promise<Result<JobResults[J['do']]>>;
  close(): Promise<void>;
}

/** For whom a job runs, and how it is canceled. */
interface JobOptions {
  /** The guest, as limits know them: the one who has waited longest since their last job comes first. */
  readonly by: string;
  readonly signal?: AbortSignal;
}

/** Options of the threads. */
export interface ReplayWorkerOptions {
  readonly games: Games;
  readonly threads: number;
  /** How long a job may take. */
  readonly timeoutMs: number;
  /** How many jobs may wait, in total and per guest. */
  readonly queue: number;
  readonly queuePerGuest: number;
  readonly log: FastifyBaseLogger;
  /** The worker; for tests. */
  readonly worker?: URL;
}

/** The job crashed: a mistake of the server, not of the request. */
export class ReplayWorkerError extends Error {
  override readonly name = 'ReplayWorkerError';
}

interface WaitingJob {
  readonly job: ReplayJob;
  readonly by: string;
  done(result: Result<JobResults[keyof JobResults]>): void;
  failed(cause: Error): void;
}

interface ReplayThread {
  readonly worker: Worker;
  task: WaitingJob | null;
  timer: ReturnType<typeof setTimeout> | null;
  /** Whether its games are loaded; the first job may take longer. */
  isWarm: boolean;
}

const START_MS = 10_000;
const MAX_HEAP_MB = 256;
/** The worker next to this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = new URL(`./thread${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

const TOO_LONG = fail('too-large', 'replaying the record timed out');

/** Creates the threads, which start on demand. Without a module of games, jobs run in this thread. */
export function createReplayWorkers(options: ReplayWorkerOptions): ReplayWorkers {
  const { games, timeoutMs, queue, queuePerGuest, log } = options;
  const { module } = games;
  if (module === undefined) return inProcess(games);
  const threads: ReplayThread[] = [];
  const tasks: WaitingJob[] = [];
  /** When a waiting guest was last served: the number of that turn. */
  const served = new Map<string, number>();
  let turns = 0;
  let isClosed = false;

  const start = (): ReplayThread => {
    const worker = new Worker(options.worker ?? WORKER, {
      workerData: { module, names: games.names() },
      name: 'kifu-replay',
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const thread: ReplayThread = { worker, task: null, timer: null, isWarm: false };
    worker.unref();
    worker.on('message', (answer: WorkerAnswer) => {
      const { task } = thread;
      thread.task = null;
      thread.isWarm = true;
      if (thread.timer !== null) clearTimeout(thread.timer);
      if (answer.result !== undefined) task?.done(answer.result);
      else task?.failed(new ReplayWorkerError(answer.error));
      next();
    });
    worker.on('error', cause => lose(thread, new ReplayWorkerError('a thread crashed', { cause })));
    worker.on('exit', code => lose(thread, new ReplayWorkerError(`a thread exited with ${code}`)));
    threads.push(thread);
    return thread;
  };

  /** Continues without a thread; the caller of its job gets the error, or that the job timed out. */
  const lose = (thread: ReplayThread, error: Error | null): void => {
    const at = threads.indexOf(thread);
    if (at < 0) return;
    threads.splice(at, 1);
    if (thread.timer !== null) clearTimeout(thread.timer);
    void thread.worker.terminate();
    if (error === null) thread.task?.done(TOO_LONG);
    else thread.task?.failed(error);
    next();
  };

  /** Takes the first task of the guest who has waited longest since their last; null if there are only uploads, and they must wait. */
  const takeTask = (): WaitingJob | null => {
    const waiting = new Set(tasks.map(({ by }) => by));
    for (const by of served.keys()) if (!waiting.has(by)) served.delete(by);
    const turn = ({ by }: WaitingJob): number => served.get(by) ?? 0;
    // uploads take longest: with two threads or more, they leave one to other jobs
    const uploads = threads.filter(({ task }) => task?.job.do === 'upload').length;
    const isTaken = uploads >= Math.max(1, options.threads - 1);
    const ready = isTaken ? tasks.filter(({ job }) => job.do !== 'upload') : tasks;
    if (ready.length === 0) return null;
    const task = ready.reduce((first, other) => (turn(other) < turn(first) ? other : first));
    tasks.splice(tasks.indexOf(task), 1);
    served.set(task.by, ++turns);
    return task;
  };

  /** Drops the newest task of the network, and in it of the guest, with the most waiting tasks; false if that is not more than with this one. */
  const makeRoom = (by: string): boolean => {
    const count = (names: readonly string[]): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
      return counts;
    };
    const guests = count(tasks.map(task => task.by));
    const networks = count(tasks.map(task => networkOf(task.by)));
    const weigh = (guest: string, more = 0): number =>
      ((networks.get(networkOf(guest)) ?? 0) + more) * (queue + 1) +
      (guests.get(guest) ?? 0) +
      more;
    const heaviest = tasks.reduce<WaitingJob | null>(
      (first, other) => (first === null || weigh(other.by) >= weigh(first.by) ? other : first),
      null,
    );
    if (heaviest === null || weigh(heaviest.by) <= weigh(by, 1)) return false;
    tasks.splice(tasks.indexOf(heaviest), 1);
    heaviest.done(TOO_MUCH);
    return true;
  };

  const next = (): void => {
    if (isClosed || tasks.length === 0) return;
    const idle = threads.find(({ task }) => task === null);
    if (idle === undefined && threads.length >= options.threads) return;
    const task = takeTask();
    if (task === null) return;
    const thread = idle ?? start();
    thread.task = task;
    const giveUp = () => {
      log.warn({ job: task.job.do, timeoutMs }, 'replaying a record timed out');
      lose(thread, null);
    };
    thread.timer = setTimeout(giveUp, timeoutMs + (thread.isWarm ? 0 : START_MS));
    thread.timer.unref();
    thread.worker.postMessage(task.job);
    next();
  };

  return {
    run<J extends ReplayJob>(job: J, { by, signal }: JobOptions) {
      return new Promise<Result<JobResults[J['do']]>>((resolve, reject) => {
        const own = tasks.filter(other => other.by === by).length;
        if (isClosed || own >= queuePerGuest || signal?.aborted === true) return resolve(TOO_MUCH);
        if (tasks.length >= queue && !makeRoom(by)) return resolve(TOO_MUCH);
        const task: WaitingJob = { job, by, done: resolve as WaitingJob['done'], failed: reject };
        const forget = () => {
          const at = tasks.indexOf(task);
          if (at < 0) return;
          tasks.splice(at, 1);
          resolve(TOO_MUCH);
        };
        signal?.addEventListener('abort', forget, { once: true });
        tasks.push(task);
        next();
      });
    },
    async close() {
      isClosed = true;
      for (const { done } of tasks.splice(0)) done(TOO_MUCH);
      await Promise.all(
        threads.splice(0).map(({ worker, timer, task }) => {
          if (timer !== null) clearTimeout(timer);
          task?.done(TOO_MUCH);
          return worker.terminate();
        }),
      );
    },
  };
}

interface WorkerAnswer {
  readonly result?: Result<JobResults[keyof JobResults]>;
  readonly error?: string;
}

const inProcess = (games: Games): ReplayWorkers => ({
  run: <J extends ReplayJob>(job: J) => doJob(games, job) as Promise<Result<JobResults[J['do']]>>,
  close: async () => {},
});
