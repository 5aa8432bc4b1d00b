/** Long work that lets others have their turn: signals above all. */
import type { Io } from './io.ts';

/** How long to work before others get a turn. */
const TURN_MS = 20;

/** Returns a function that long work calls after each step: it waits for the others when it is their turn. A timer per match would take longer than the match. */
export function createTurns({ now, sleep }: Pick<Io, 'now' | 'sleep'>): () => Promise<void> {
  let began = now();
  return async () => {
    if (now() - began < TURN_MS) return;
    await sleep(0);
    began = now();
  };
}
