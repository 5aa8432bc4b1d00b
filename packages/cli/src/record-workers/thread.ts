/** A thread that processes records and parts of collections, with the games of a module. */
import { enableCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { Kit, Result } from '@kifu/core';
import type { Job, Work } from './jobs.ts';
import type { ThreadSetup } from './pool.ts';

const { module, names, isCompileCached } = workerData as ThreadSetup;
// a thread does not take this over; modules are cached from here on
if (isCompileCached) enableCompileCache();
const { workOnJob } = await import('./jobs.ts');
const { loadKit } = (await import(module)) as {
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
};
const games = { names: () => names, load: loadKit };

parentPort!.on('message', async ({ job, work }: { job: Job; work: Work }) => {
  parentPort!.postMessage(await workOnJob(games, job, work));
});
