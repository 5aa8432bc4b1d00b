/** Starts the worker in which the engine runs. A page that is one file starts it from its own text instead: `start-inline.ts`. */
import workerUrl from './worker.ts?worker&url';

/**
 * Throws where a worker cannot be had. Browsers start workers only from the page's own address; where the script comes from another, a
 * worker of the page's own takes it from there.
 */
export function makeWorker(): Worker {
  const { href, origin } = new URL(workerUrl, import.meta.url);
  if (origin === location.origin) return new Worker(href, { type: 'module' });
  const script = new Blob([`import ${JSON.stringify(href)};`], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(script), { type: 'module' });
}
