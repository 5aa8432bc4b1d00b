/** Thread that packs ended matches, so that live ones do not wait. It loads games from the module that it is given. */
import { parentPort, workerData } from 'node:worker_threads';
import { decodeCid, type Kit, type Result, unwrap } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import { packNodesBy } from './pack-ended.ts';

/** Job. */
export interface PackJob {
  readonly match: Uint8Array;
  readonly nodes: readonly Uint8Array[];
}

const { loadKit } = (await import(workerData as string)) as {
  loadKit(name: string, version?: number): Promise<Result<Kit>>;
};
const packNodes = packNodesBy(findGameIn({ load: loadKit }));

parentPort!.on('message', async ({ match, nodes }: PackJob) =>
  parentPort!.postMessage(await packNodes(unwrap(decodeCid(match)), nodes)),
);
