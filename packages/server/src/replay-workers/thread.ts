/** Thread that replays records. It loads games from the module that it is given. */
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
    parentPort!.postMessage({ error: String((cause as Error)?.stack ?? cause) });
  }
});
