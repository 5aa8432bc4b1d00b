/** A search that can be stopped: protocols in which the engine then answers with the best move so far. */
import { EngineError } from './process/engine-error.ts';
import type { EngineProcess } from './process/engine-process.ts';

export interface SearchOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** How long the engine may take to answer after the request to stop, in milliseconds. */
  readonly graceMs: number;
  /** What tells it; `stop` by default. */
  readonly stopLine?: string;
}

/** Starts a search and returns what `read` makes of its answer. An abort asks the engine to stop, and kills it if it does not. */
export async function search<T>(
  engine: EngineProcess,
  command: string,
  read: (line: string) => T | undefined,
  { signal, timeoutMs, graceMs, stopLine = 'stop' }: SearchOptions,
): Promise<T> {
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    engine.send(stopLine);
    late = setTimeout(
      () => engine.fail(new EngineError('timeout', `it did not stop within ${graceMs} ms`)),
      graceMs,
    );
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await engine.ask(command, read, timeoutMs);
  } finally {
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}
