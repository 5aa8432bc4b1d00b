/** What stands in the file, where it can be what was written. */
import { SqliteDamagedError } from './errors.ts';

/** What is read from the file, or why it cannot be what was written. */
export function intact<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new SqliteDamagedError(path, (cause as Error).message, { cause });
  }
}
