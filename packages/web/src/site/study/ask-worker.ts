/** Asks the worker of studies; each question gets a new worker, as questions are rare. */
import { gamesAddress } from '@kifu/viewer/games';
import type { StudyQuestion, StudyWork } from './study-worker.ts';

/** Asks; rejects where the worker cannot be started. */
export function askWorker<Do extends keyof StudyWork>(
  what: Do,
  asked: StudyWork[Do]['asked'],
): Promise<StudyWork[Do]['answer']> {
  const worker = new Worker(new URL('./study-worker.ts', import.meta.url), { type: 'module' });
  return new Promise<StudyWork[Do]['answer']>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<StudyWork[Do]['answer']>) => resolve(data);
    worker.onerror = event => reject(new Error(event.message || 'the worker could not be started'));
    worker.postMessage({ do: what, asked, module: gamesAddress() } as StudyQuestion);
  }).finally(() => worker.terminate());
}
