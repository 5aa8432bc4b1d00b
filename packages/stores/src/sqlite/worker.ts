/** A separate thread, so that neither the disk nor a long search delays others. */
import { parentPort, workerData } from 'node:worker_threads';
import { begin, type Start } from './roles.ts';

const port = parentPort!;
const begun = begin(workerData as Start);

if ('isCut' in begun) port.postMessage(begun);
else {
  // every message is answered by one; `null` asks it to end
  port.on('message', (message: unknown) => {
    if (message !== null) {
      port.postMessage(begun.answer(message));
      return;
    }
    begun.close();
    port.close();
  });
  port.postMessage(null);
}
