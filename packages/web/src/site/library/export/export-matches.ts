/** Saves matches of a list as one file: those of the server come as CARs, those of the browser from their files. */
import type { Fault } from '@kifu/core';
import type { FormatInfo } from '@kifu/record/file';
import { gamesAddress } from '@kifu/viewer/games';
import type { ListedMatch } from '../../server.ts';
import { recordFiles } from '../record-files.ts';
import type { ExportAnswer, ExportQuestion } from './export-worker.ts';
import type { SelectionFile } from './write-records.ts';

/** How far it has come. */
export interface ExportProgress {
  readonly written: number;
  /** Why matches could not be written. */
  readonly faults: readonly Fault[];
  /** What the format cannot represent, each once. */
  readonly losses: readonly string[];
}

/** Writes matches; null where none could be. The signal stops it. */
export async function exportMatches(
  matches: readonly ListedMatch[],
  form: FormatInfo,
  tell: (progress: ExportProgress) => void,
  signal: AbortSignal,
): Promise<SelectionFile | null> {
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });
  const games = gamesAddress();
  try {
    let progress: ExportProgress = { written: 0, faults: [], losses: [] };
    for await (const file of recordFiles(matches, signal)) {
      const answer =
        'fault' in file
          ? { written: 0, faults: [file.fault], losses: [] }
          : ((await ask(worker, { games, form, file })) as ExportProgress);
      signal.throwIfAborted();
      progress = {
        written: progress.written + answer.written,
        faults: [...progress.faults, ...answer.faults],
        losses: [...new Set([...progress.losses, ...answer.losses])],
      };
      tell(progress);
    }
    const done = await ask(worker, { games, form, file: null });
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
