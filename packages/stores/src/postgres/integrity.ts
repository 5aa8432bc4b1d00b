/** Plausibility of values in the tables. */
import { PostgresDamagedError } from './errors.ts';

/** Returns a value from a table, or throws why it cannot be what was written. */
export function intact<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new PostgresDamagedError(where, (cause as Error).message, { cause });
  }
}
