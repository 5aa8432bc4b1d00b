/** How much memory an import takes. */
import { setFlagsFromString } from 'node:v8';

/** By how much the heap may grow before garbage is collected, in percent. */
const GROWTH = 25;

/**
 * Collects garbage before it has piled up, in this thread and in those that start from now on. A record is garbage a moment after it was
 * kept, and V8 would let the heap grow to several times of what is in use, and the part for new things to 48 MB a thread.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
  setFlagsFromString('--semi-space-growth-factor=1');
}
