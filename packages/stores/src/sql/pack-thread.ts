/** Our end of the thread that packs: it starts with the first match that has ended, and anew where it broke down. */
import { Worker } from 'node:worker_threads';
import { encodeCid, type Result } from '@kifu/core';
import type { PackNodes } from './pack-ended.ts';
import type { PackJob } from './pack-worker.ts';

/** A thread that packs. */
export interface PackThread {
  readonly packNodes: PackNodes;
  close(): Promise<void>;
}

interface Waiting {
  done(packed: Result<Uint8Array>): void;
  failed(cause: Error): void;
}

/** The worker beside this file: as source or as built, like this one. */
const IS_SOURCE = import.meta.url.endsWith('.ts');
const WORKER = new URL(`./pack-worker${IS_SOURCE ? '.ts' : '.js'}`, import.meta.url);

/** A thread that knows games by a module, which exports `loadKit`. */
export function createPackThread(module: string): PackThread {
  let worker: Worker | null = null;
  /** Answers come in the order of what was asked. */
  const waiting: Waiting[] = [];

  const start = (): Worker => {
    const started = new Worker(WORKER, {
      name: 'kifu-pack',
      workerData: module,
      execArgv: IS_SOURCE ? ['--conditions=source', '--no-warnings'] : [],
    });
    const broken = (cause: Error): void => {
      if (worker === started) worker = null;
      for (const { failed } of waiting.splice(0)) failed(cause);
    };
    started.on('message', (packed: Result<Uint8Array>) => {
      waiting.shift()?.done(packed);
      // a thread that nobody waits for keeps no program running
      if (waiting.length === 0) started.unref();
    });
    started.on('error', broken);
    started.on('exit', code => broken(new Error(`the thread that packs ended (${code})`)));
    return started;
  };

  return {
    packNodes: (match, nodes) =>
      new Promise((done, failed) => {
        worker ??= start();
        worker.ref();
        waiting.push({ done, failed });
        worker.postMessage({ match: encodeCid(match), nodes } satisfies PackJob);
      }),
    async close() {
      await worker?.terminate();
    },
  };
}
