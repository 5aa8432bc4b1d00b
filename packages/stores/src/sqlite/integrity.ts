/** Plausibility of values in the file. */
import { SqliteDamagedError } from './errors.ts';

/** Returns a value from the file, or throws why it cannot be what was written. */
export function intact<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new SqliteDamagedError(path, (cause as Error).message, { cause });
  }
}
