/** The matches of a server in a PostgreSQL database, for the few commands that take them as a library. */
import { fail, type Result } from '@kifu/core';
import { findGameIn } from '@kifu/record/file';
import type { Io } from '../io.ts';
import { reason } from '../save.ts';
import { attempt, type Library } from './open.ts';

/** Does something with the matches of a database, and closes it. What has ended is packed before, so that nothing is left of what leaves it. */
export async function withDatabase<T>(
  io: Io,
  url: string,
  work: (library: Library) => Promise<Result<T>>,
): Promise<Result<T>> {
  if (!/^postgres(ql)?:\/\//i.test(url))
    return fail('unsupported', '--store takes postgres://user:password@host:port/database');
  try {
    const { createPostgresStore } = await import('@kifu/stores/postgres');
    const store = await createPostgresStore(url, { findGame: findGameIn(io.games) });
    try {
      await store.pack();
      // commands that use a database name no matches by the beginning of an id
      return await attempt(() => work({ ...store, matches: async () => [] }));
    } finally {
      await store.close();
    }
  } catch (cause) {
    return fail('unreadable', `the database: ${reason(cause)}`);
  }
}
