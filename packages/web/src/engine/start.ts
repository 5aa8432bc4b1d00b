/** Starts the worker in which the engine runs. A page that is one file starts it from its own text instead: `start-inline.ts`. */

/** Throws where a worker cannot be had. */
export const makeWorker = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
