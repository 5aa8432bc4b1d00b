/**
 * Searches, which may take long, in threads that are started with the first search: one finds pages, one counts, one explores positions. A page is there in
 * milliseconds however many matches there are; to count them takes as long as there are many, and no page waits for that.
 */
import type { MatchSummary, Stats } from '@kifu/record/store';
import type { Thread } from '../sql/ask-thread.ts';
import type { ExploredRows, ExploreSearch } from '../sql/explored.ts';
import { readListing, readStats } from '../sql/rows.ts';
import type { CountedRows, FoundRows, TableSearch } from '../sql/search.ts';
import { namedError, type SerializedError, SqliteClosedError } from './errors.ts';
import { intact } from './integrity.ts';
import type { OpenOptions } from './open.ts';
import { startThread } from './thread.ts';

/** The threads that search. */
export interface Searches {
  find(search: TableSearch, signal?: AbortSignal): Promise<FoundListings>;
  stats(search: TableSearch, signal?: AbortSignal): Promise<Stats>;
  explore(search: ExploreSearch, signal?: AbortSignal): Promise<ExploredRows>;
  /** Waits for the searches that are under way. */
  close(): Promise<void>;
}

/** Results, and where the page ends. */
interface FoundListings extends Pick<FoundRows, 'next'> {
  readonly listings: readonly MatchSummary[];
}

type Asked = TableSearch | ExploreSearch;
type SearchAnswer = { readonly found: unknown } | { readonly error: SerializedError };

/** Searches in a file. */
export function createSearches(path: string, options: OpenOptions): Searches {
  const starting: { [what in Asked['do']]?: Promise<Thread> } = {};
  let isClosed = false;
  const asked = new Set<Promise<unknown>>();

  const answerTo = async (search: Asked, signal: AbortSignal | undefined): Promise<unknown> => {
    starting[search.do] ??= start(path, options);
    const thread = await starting[search.do]!;
    signal?.throwIfAborted();
    const answer = await thread.ask<SearchAnswer>(search);
    if ('error' in answer) throw namedError(path, answer.error);
    return answer.found;
  };

  const ask = async (search: Asked, signal?: AbortSignal): Promise<unknown> => {
    if (isClosed) throw new SqliteClosedError(path);
    const answer = answerTo(search, signal);
    asked.add(answer);
    try {
      return await answer;
    } finally {
      asked.delete(answer);
    }
  };

  return {
    async find(search, signal) {
      const { rows, next } = (await ask(search, signal)) as FoundRows;
      return intact(path, () => ({ listings: rows.map(readListing), next }));
    },
    async stats(search, signal) {
      return readStats((await ask(search, signal)) as CountedRows);
    },
    async explore(search, signal) {
      return (await ask(search, signal)) as ExploredRows;
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(asked);
      const threads = await Promise.allSettled(Object.values(starting));
      for (const thread of threads) if (thread.status === 'fulfilled') await thread.value.end();
    },
  };
}

async function start(path: string, options: OpenOptions): Promise<Thread> {
  const { thread, started } = await startThread({ role: 'search', path, options });
  if (started === null) return thread;
  throw namedError(path, started);
}
