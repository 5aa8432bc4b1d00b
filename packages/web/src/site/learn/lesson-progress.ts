/** Which steps of lessons were done in this browser. */
import { readItem, writeItem } from '../browser-store.ts';

const KEY = 'kifu-learned';

type Learned = Readonly<Record<string, readonly string[]>>;

/** Returns the names of the steps of a game that were done. */
export function stepsDone(game: string): readonly string[] {
  const steps = read()[game];
  return Array.isArray(steps) ? steps.filter(step => typeof step === 'string') : [];
}

/** Remembers that a step was done. */
export function markDone(game: string, step: string): void {
  const done = stepsDone(game);
  if (!done.includes(step)) writeItem(KEY, JSON.stringify({ ...read(), [game]: [...done, step] }));
}

function read(): Learned {
  try {
    const value: unknown = JSON.parse(readItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Learned) : {};
  } catch {
    return {};
  }
}
