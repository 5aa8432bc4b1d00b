/** A thread that works on parts of collections. It knows games by a module that it is told. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Kit, Result } from '@kifu/core';
import { type CollectionPart, type Work, workOnPart } from './jobs.ts';

const { module, names } = workerData as {
  readonly module: string;
  readonly names: readonly string[];
};
const { loadKit } = (await import(module)) as {
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
};
const games = { names: () => names, load: loadKit };

parentPort!.on('message', async ({ part, work }: { part: CollectionPart; work: Work }) => {
  parentPort!.postMessage(await workOnPart(games, part, work));
});
