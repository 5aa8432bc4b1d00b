/** Searches, which may take long, in a thread that is started when somebody first asks. */
import { namedError, SqliteClosedError, SqliteFileError, type Trouble } from './errors.ts';
import type { Counted } from './find.ts';
import type { OpenOptions } from './open.ts';
import type { Found, Search } from './search.ts';
import { startThread, type Thread } from './thread.ts';

/** Those who search. */
export interface Searches {
  find(search: Search, signal?: AbortSignal): Promise<Found>;
  stats(search: Search, signal?: AbortSignal): Promise<Counted>;
  close(): Promise<void>;
}

type Answer = { readonly found: unknown } | { readonly trouble: Trouble };

/** Searches in a file. */
export function createSearches(path: string, options: OpenOptions): Searches {
  let starting: Promise<Thread> | null = null;
  let isClosed = false;
  const ask = async <T>(search: Search, signal: AbortSignal | undefined): Promise<T> => {
    if (isClosed) throw new SqliteClosedError(path);
    starting ??= start(path, options);
    const thread = await starting.catch(cause => {
      starting = null;
      throw cause;
    });
    signal?.throwIfAborted();
    const answer = await thread.ask<Answer>(search);
    if ('trouble' in answer) throw namedError(path, answer.trouble);
    return answer.found as T;
  };
  return {
    find: ask,
    stats: ask,
    async close() {
      isClosed = true;
      await starting?.then(thread => thread.end());
    },
  };
}

async function start(path: string, options: OpenOptions): Promise<Thread> {
  const { thread, started } = await startThread({ role: 'search', path, options });
  if (started === null) return thread;
  throw started.what === 'not-ours'
    ? new SqliteFileError(path, started.message)
    : namedError(path, started);
}
