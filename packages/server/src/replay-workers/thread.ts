/** A thread in which records are played through. It knows games by a module that it is told. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Kit, Result } from '@kifu/core';
import { doJob, type ReplayJob } from './jobs.ts';

const { module, names } = workerData as {
  readonly module: string;
  readonly names: readonly string[];
};
const { loadKit } = (await import(module)) as {
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
};
const games = { names: () => names, load: loadKit };

parentPort!.on('message', async (job: ReplayJob) => {
  try {
    parentPort!.postMessage({ result: await doJob(games, job) });
  } catch (cause) {
    parentPort!.postMessage({ trouble: String((cause as Error)?.stack ?? cause) });
  }
});
