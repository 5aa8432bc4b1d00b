/** Asks the worker; where no worker can be had, as in a page from a file, the same is done in the page. */
import type { Result } from '@kifu/core';
import type { Checked } from '../verify/check.ts';
import type { Found, Which } from './read.ts';

/** What the worker is asked. */
export type Question =
  | {
      readonly id: number;
      readonly do: 'read';
      readonly name: string;
      readonly bytes: Uint8Array;
      readonly which: Which;
    }
  | {
      readonly id: number;
      readonly do: 'check';
      readonly nodes: readonly Uint8Array[];
      readonly head: Uint8Array;
    };

/** What it answers; several times where it tells how far it is. */
export interface Answer {
  readonly id: number;
  readonly isDone: boolean;
  readonly read?: Result<Found>;
  readonly checked?: Checked;
}

/** Reads a record. */
export async function askToRead(
  name: string,
  bytes: Uint8Array,
  which: Which,
): Promise<Result<Found>> {
  const worker = await startWorker();
  if (worker === null) return (await import('./read.ts')).readRecord(name, bytes, which);
  return new Promise(resolve => {
    const id = listen(({ read }) => resolve(read!));
    post(worker, { id, do: 'read', name, bytes, which });
  });
}

/** Checks a record; tells as often as there is something new. */
export async function askToCheck(
  nodes: readonly Uint8Array[],
  head: Uint8Array,
  tell: (checked: Checked) => void,
): Promise<void> {
  const worker = await startWorker();
  if (worker === null) return (await import('../verify/check.ts')).checkNodes(nodes, head, tell);
  return new Promise(resolve => {
    const id = listen(({ checked, isDone }) => {
      tell(checked!);
      if (isDone) resolve();
    });
    post(worker, { id, do: 'check', nodes, head });
  });
}

const post = (worker: Worker, question: Question): void => worker.postMessage(question);

const listeners = new Map<number, (answer: Answer) => void>();
let questions = 0;

function listen(listener: (answer: Answer) => void): number {
  const id = questions++;
  listeners.set(id, answer => {
    if (answer.isDone) listeners.delete(id);
    listener(answer);
  });
  return id;
}

/** One worker for all viewers of a page. */
let started: Promise<Worker | null> | null = null;

function startWorker(): Promise<Worker | null> {
  started ??= new Promise(resolve => {
    try {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      worker.onmessage = ({ data }: MessageEvent<Answer>) => listeners.get(data.id)?.(data);
      worker.onerror = () => resolve(null); // it could not be loaded
      resolve(worker);
    } catch {
      resolve(null); // pages from files may have none
    }
  });
  return started;
}
