/** Threads in which bots think. A thread that crashes, times out or is no longer needed is replaced. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { budgetOf } from '@kifu/bots';
import type { Json, Seat } from '@kifu/core';

/** Question to a bot. Plain data: it goes to another thread. */
export interface BotQuestion {
  readonly game: string;
  readonly version: number;
  readonly bot: string;
  readonly level: number;
  readonly seat: Seat;
  readonly seed: number;
  readonly legal: readonly Json[];
  /** The state as `canon` and `aside`; null if the bot may only see a player view. */
  readonly canon: Json;
  readonly aside: Json;
  readonly view: Json;
}

/** Pool of threads with bots. */
export interface BotPool {
  /**
   * Returns the chosen move; null to wait. Rejects if the bot fails, and when `signal` aborts. Tables that have used least thinking
   * time come first.
   */
  choose(question: BotQuestion, table: string, signal?: AbortSignal): Promise<Json | null>;
  close(): Promise<void>;
}

/** Options of the pool. */
export interface PoolOptions {
  /** URL of a module that exports `loadKit`. */
  readonly module: string;
  readonly threads: number;
  /** How much longer than its time limit a bot may take. */
  readonly graceMs?: number;
  onFailure(): void;
  /** The worker; for tests. */
  readonly worker?: URL;
}

interface BotTask {
  readonly question: BotQuestion;
  readonly table: string;
  done(move: Json | null): void;
  failed(cause: unknown): void;
}

interface BotThread {
  worker: Worker;
  task: BotTask | null;
  sinceMs: number;
  timer: ReturnType<typeof setTimeout> | null;
}

/** Extra time of the first question, for loading games. */
const GRACE_MS = 10_000;
const MAX_HEAP_MB = 256;
const MOST_TABLES = 10_000;
/** The worker next to this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = new URL(`./thread${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

/** Creates a pool; threads start on demand. */
export function createBotPool(options: PoolOptions): BotPool {
  const { module, graceMs = GRACE_MS, worker: file = WORKER, onFailure } = options;
  const most = Math.max(1, Math.min(options.threads, availableParallelism()));
  const threads: BotThread[] = [];
  const tasks: BotTask[] = [];
  /** Recent thinking time per table. */
  const thoughtMs = new Map<string, number>();
  let asked = 0;
  let isClosed = false;

  const start = (): BotThread => {
    const worker = new Worker(file, {
      workerData: { module },
      name: 'kifu-bot',
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    const thread: BotThread = { worker, task: null, sinceMs: 0, timer: null };
    worker.unref();
    worker.on('message', ({ move, error }: { move?: Json | null; error?: string }) => {
      if (error !== undefined) failed(thread.task, error);
      else thread.task?.done(move ?? null);
      idle(thread);
    });
    worker.on('error', cause => replace(thread, String(cause)));
    worker.on('exit', code => replace(thread, `ended with ${code}`));
    threads.push(thread);
    return thread;
  };

  /** Takes the task of the table with least thinking time: bots that always think must not delay the others. */
  const takeTask = (): BotTask => {
    const had = ({ table }: BotTask): number => thoughtMs.get(table) ?? 0;
    const task = tasks.reduce((first, other) => (had(other) < had(first) ? other : first));
    tasks.splice(tasks.indexOf(task), 1);
    return task;
  };
  const note = ({ task, sinceMs }: BotThread): void => {
    if (task === null) return;
    const had = thoughtMs.get(task.table) ?? 0;
    thoughtMs.delete(task.table); // most recent last, so that the oldest are dropped first
    thoughtMs.set(task.table, had + performance.now() - sinceMs);
    if (thoughtMs.size > MOST_TABLES) thoughtMs.delete(thoughtMs.keys().next().value!);
  };

  const idle = (thread: BotThread): void => {
    note(thread);
    if (thread.timer !== null) clearTimeout(thread.timer);
    thread.timer = null;
    thread.task = null;
    next();
  };

  const failed = (task: BotTask | null, why: string): void => {
    if (task === null || isClosed) return;
    onFailure();
    task.failed(new Error(why));
  };

  /** Forgets a task that was canceled; a thread that works on it can only be stopped. */
  const drop = (task: BotTask): void => {
    const waiting = tasks.indexOf(task);
    if (waiting >= 0) tasks.splice(waiting, 1);
    const thread = threads.find(each => each.task === task);
    if (thread !== undefined) replace(thread, null);
  };

  /** Stops a thread and continues without it; `why` it failed, or null where its task is no longer needed. */
  const replace = (thread: BotThread, why: string | null): void => {
    const at = threads.indexOf(thread);
    if (at < 0) return;
    threads.splice(at, 1);
    if (thread.timer !== null) clearTimeout(thread.timer);
    void thread.worker.terminate();
    note(thread);
    if (why !== null) failed(thread.task, why);
    next();
  };

  const next = (): void => {
    if (isClosed || tasks.length === 0) return;
    const thread =
      threads.find(({ task }) => task === null) ?? (threads.length < most ? start() : null);
    if (thread === null) return;
    const task = takeTask();
    thread.task = task;
    thread.sinceMs = performance.now();
    const { timeMs } = budgetOf(task.question.level);
    thread.timer = setTimeout(() => replace(thread, 'took too long'), timeMs + graceMs);
    thread.timer.unref();
    thread.worker.postMessage({ id: ++asked, question: task.question });
    next();
  };

  return {
    choose: (question, table, signal) =>
      new Promise((resolve, reject) => {
        if (isClosed) return resolve(null);
        if (signal?.aborted) return reject(signal.reason);
        const stop = () => {
          drop(task);
          reject(signal!.reason);
        };
        const settle = () => signal?.removeEventListener('abort', stop);
        const task: BotTask = {
          ...{ question, table },
          done(move) {
            settle();
            resolve(move);
          },
          failed(cause) {
            settle();
            reject(cause);
          },
        };
        signal?.addEventListener('abort', stop);
        tasks.push(task);
        next();
      }),
    async close() {
      isClosed = true;
      for (const { done } of tasks.splice(0)) done(null);
      await Promise.all(
        threads.splice(0).map(({ worker, timer, task }) => {
          if (timer !== null) clearTimeout(timer);
          task?.done(null);
          return worker.terminate();
        }),
      );
    },
  };
}
