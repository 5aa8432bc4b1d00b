/** An analysis that runs in a worker of the page. */
import { gamesAddress } from '@kifu/viewer/games';
import type {
  AnalysisProgress,
  AnalysisQuestion,
  FromWorker,
  ToWorker,
} from './analysis-worker.ts';

/** A record as the page has it. */
export type RecordToAnalyze = Omit<AnalysisQuestion, 'games' | 'searcher' | 'shown'>;

/** What came of an analysis. */
type FinishedAnalysis = Omit<Extract<FromWorker, { readonly type: 'done' }>, 'type'>;

/** What the page can do meanwhile. */
export interface RunningAnalysis {
  /** The analysis, also if it was stopped or its engine failed. Rejects if the record cannot be analyzed, and never settles once it was dropped. */
  readonly result: Promise<FinishedAnalysis>;
  /** Ends the search; the result has the moves so far. */
  stop(): void;
  /** Ends the worker at once, without a result. */
  drop(): void;
}

/** Starts an analysis. */
export function runAnalysis(
  record: RecordToAnalyze,
  how: Pick<AnalysisQuestion, 'searcher' | 'shown'>,
  onProgress: (progress: AnalysisProgress) => void,
): RunningAnalysis {
  const worker = new Worker(new URL('./analysis-worker.ts', import.meta.url), { type: 'module' });
  const result = new Promise<FinishedAnalysis>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.type === 'progress') return onProgress(data);
      worker.terminate();
      if (data.type === 'done') resolve(data);
      else reject(new Error(data.message));
    };
    worker.onerror = event => {
      event.preventDefault();
      worker.terminate();
      reject(new Error(event.message || 'the worker could not be started'));
    };
  });
  const send = (message: ToWorker) => worker.postMessage(message);
  send({ ...record, ...how, games: gamesAddress() });
  return { result, stop: () => send('stop'), drop: () => worker.terminate() };
}
