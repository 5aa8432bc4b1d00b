/** What stands in the tables, where it can be what was written. */
import { PostgresDamagedError } from './errors.ts';

/** What is read from a table, or why it cannot be what was written. */
export function intact<T>(where: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new PostgresDamagedError(where, (cause as Error).message, { cause });
  }
}
