/** Saves matches of a list as one file: those of the server come as CARs, those of the browser from their files. */
import type { Fault } from '@kifu/core';
import type { Form } from '@kifu/record/file';
import type { Listed } from '../../server.ts';
import { getFile, isLocal, type LocalMatch } from '../local-library.ts';
import type { ExportAnswer, ExportQuestion } from './export-worker.ts';
import type { SelectedFile, SelectionFile } from './write-records.ts';

/** How far it has come. */
export interface ExportProgress {
  readonly written: number;
  /** Why matches could not be written. */
  readonly faults: readonly Fault[];
  /** What the form cannot carry, each once. */
  readonly losses: readonly string[];
}

/** Writes matches; null where none could be. The signal stops it. */
export async function exportMatches(
  matches: readonly Listed[],
  form: Form,
  tell: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<SelectionFile | null> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  try {
    let progress: ExportProgress = { written: 0, faults: [], losses: [] };
    for await (const file of filesOf(matches, signal)) {
      const answer =
        'fault' in file
          ? { written: 0, faults: [file.fault], losses: [] }
          : ((await ask(worker, { form, file })) as ExportProgress);
      signal.throwIfAborted();
      progress = {
        written: progress.written + answer.written,
        faults: [...progress.faults, ...answer.faults],
        losses: [...new Set([...progress.losses, ...answer.losses])],
      };
      tell(progress);
    }
    const done = await ask(worker, { form, file: null });
    return 'selection' in done ? done.selection : null;
  } finally {
    worker.terminate();
  }
}

const ask = (worker: Worker, question: ExportQuestion): Promise<ExportAnswer> =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ExportAnswer>) => resolve(data);
    worker.onerror = reject;
    worker.postMessage(question);
  });

type FoundFile = SelectedFile | { readonly fault: Fault };

async function* filesOf(
  matches: readonly Listed[],
  signal: AbortSignal,
): AsyncGenerator<FoundFile> {
  for (const { match } of matches.filter(listed => !isLocal(listed)))
    yield await fetchRecord(match, signal);
  const local = Map.groupBy(matches.filter(isLocal), ({ file }: LocalMatch) => file);
  for (const [key, some] of local) {
    const file = await getFile(key);
    yield file === null
      ? { fault: { code: 'not-found', message: 'the file is not kept any more' } }
      : { ...file, numbers: some.map(({ number }) => number) };
  }
}

/** How long the server is left alone where it asks for it and does not say how long, in seconds. */
const PAUSE_S = 2;

async function fetchRecord(match: string, signal: AbortSignal): Promise<FoundFile> {
  for (;;) {
    const answer = await fetch(`/api/matches/${encodeURIComponent(match)}/record`, { signal });
    if (answer.status === 429) await pause(Number(answer.headers.get('retry-after') ?? PAUSE_S));
    else if (answer.ok)
      return {
        ...{ name: `${match}.car`, numbers: [1] },
        bytes: new Uint8Array(await answer.arrayBuffer()),
      };
    else return { fault: { code: 'not-found', message: `the server answered ${answer.status}` } };
  }
}

const pause = (seconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, 1000 * seconds));
