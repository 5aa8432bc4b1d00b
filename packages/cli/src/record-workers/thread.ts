/** A thread that processes records and parts of collections, with the games of a module. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Kit, Result } from '@kifu/core';
import { type Job, type Work, workOnJob } from './jobs.ts';

const { module, names } = workerData as {
  readonly module: string;
  readonly names: readonly string[];
};
const { loadKit } = (await import(module)) as {
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
};
const games = { names: () => names, load: loadKit };

parentPort!.on('message', async ({ job, work }: { job: Job; work: Work }) => {
  parentPort!.postMessage(await workOnJob(games, job, work));
});
