/** Starts the worker of a page that is one file, from the text of its script: nothing has to be loaded. */
import { SCRIPT_ID } from '../export/html.ts';

/** Throws where a worker cannot be had. */
export function makeWorker(): Worker {
  const script = document.getElementById(SCRIPT_ID)?.textContent;
  if (!script) throw new Error('the page has no script that a worker could be made of');
  const url = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  return new Worker(url);
}
