/** Starts the worker in which the engine runs. A page that is one file starts it from its own text instead: `start-inline.ts`. */
import workerUrl from './worker.ts?worker&url';

/** Throws where a worker cannot be had. */
export function makeWorker(): Worker {
  try {
    // bundlers of other sites know a worker by these very words, and take along what it loads
    return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  } catch {
    // browsers start workers only from the page's own address: one of its own takes the script from wherever it is
    const { href } = new URL(workerUrl, import.meta.url);
    const script = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
    return new Worker(URL.createObjectURL(script), { type: 'module' });
  }
}
