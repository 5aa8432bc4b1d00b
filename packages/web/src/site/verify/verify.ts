/** Asks the worker that verifies files; a page has one, which takes one file after the other. */
import { gamesAddress } from '@kifu/viewer/games';
import { language } from '../texts.ts';
import type { CheckAnswer, CheckQuestion, RecordFindings } from './verify-worker.ts';

let worker: Worker | null = null;
let questions = 0;

/** Verifies all records of a file; calls back with the findings for each. */
export function checkFile(
  name: string,
  bytes: Uint8Array,
  tell: (found: RecordFindings) => void,
): Promise<void> {
  worker ??= new Worker(new URL('./verify-worker.ts', import.meta.url), { type: 'module' });
  const asked = worker;
  const id = questions++;
  return new Promise((resolve, reject) => {
    const hear = ({ data }: MessageEvent<CheckAnswer>) => {
      if (data.id !== id) return;
      if (data.found !== null) return tell(data.found);
      asked.removeEventListener('message', hear);
      resolve();
    };
    asked.addEventListener('message', hear);
    asked.addEventListener('error', reject, { once: true });
    asked.postMessage({
      ...{ id, games: gamesAddress(), name, bytes },
      language: language(),
    } satisfies CheckQuestion);
  });
}
