/** Our end of the thread that packs: it starts with the first ended match, and again after a crash. */
import { Worker } from 'node:worker_threads';
import { encodeCid } from '@kifu/core';
import { askThread, type WorkerThread } from './ask-thread.ts';
import type { PackNodes } from './pack-ended.ts';
import type { PackJob } from './pack-worker.ts';

/** Thread that packs. */
export interface PackThread {
  readonly packNodes: PackNodes;
  close(): Promise<void>;
}

/** The worker next to this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = new URL(`./pack-worker${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

/** Creates a thread that loads games from a module, which exports `loadKit`. */
export function createPackThread(module: string): PackThread {
  let thread: WorkerThread | null = null;
  const start = (): Worker =>
    new Worker(WORKER, {
      name: 'kifu-pack',
      workerData: module,
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
    });
  return {
    packNodes(match, nodes) {
      if (thread === null || thread.isEnded) thread = askThread(start(), 'pack');
      return thread.ask({ match: encodeCid(match), nodes } satisfies PackJob);
    },
    async close() {
      await thread?.stop();
    },
  };
}
