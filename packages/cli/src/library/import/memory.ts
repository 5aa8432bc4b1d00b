/** How much memory an import takes. */
import { setFlagsFromString } from 'node:v8';

/** By how much the heap may grow before garbage is collected, in percent. */
const GROWTH = 25;

/**
 * Collects garbage before it has piled up. A record is garbage a moment after it was kept, and V8 would let the heap grow to several
 * times of what is in use. Importing takes about a tenth longer by this, and 100 MB less.
 */
export const keepHeapSmall = (): void => setFlagsFromString(`--heap-growing-percent=${GROWTH}`);
