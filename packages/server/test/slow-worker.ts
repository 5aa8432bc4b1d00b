/** A thread for records that does what a test wants: never answers, crashes, or answers. */
import { parentPort } from 'node:worker_threads';
import { ok } from '@kifu/core';
import type { ReplayJob } from '../src/replay-workers/jobs.ts';

parentPort!.on('message', (job: ReplayJob) => {
  const wish = job.do === 'write' ? job.form : job.do === 'upload' ? job.as : '';
  if (wish === 'forever') for (;;);
  if (wish === 'asleep') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  if (wish === 'crash') process.exit(3);
  if (wish === 'throw') parentPort!.postMessage({ error: 'thrown' });
  else parentPort!.postMessage({ result: ok({ output: 'done', losses: [] }) });
});
