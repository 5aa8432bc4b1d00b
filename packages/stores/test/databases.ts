/** A real PostgreSQL to test with, gone when the tests are done. */
import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import { type Postgres, type PostgresOptions, startPostgres } from './postgres-server.ts';

/** `KIFU_NO_POSTGRES=1` leaves these tests out, for machines without PostgreSQL. */
export const isLeftOut = process.env.KIFU_NO_POSTGRES === '1';

/** Syncing is left out where nothing crashes: it is what takes longest. */
export const QUICK: PostgresOptions = {
  settings: { fsync: 'off', full_page_writes: 'off', max_connections: '60' },
};

/** A server for this file; to be asked for once the tests run. */
export function usePostgres(options: PostgresOptions = QUICK): () => Postgres {
  let server: Postgres | null = null;
  beforeAll(async () => {
    if (isLeftOut) return;
    server = await startPostgres(options);
    if (server === null)
      throw new Error(
        'there is no PostgreSQL here: put one on the PATH (`initdb`, `postgres`), or leave these tests out by KIFU_NO_POSTGRES=1',
      );
  });
  afterAll(() => server?.stop());
  return () => server!;
}

let schemas = 0;
/** A schema that no other test has. */
export const newSchema = (): string => `kifu test ${++schemas}`;

/** Runs statements as the one who may do anything. */
export async function command(
  { url }: Postgres,
  text: string,
  database?: string,
): Promise<pg.QueryResult['rows']> {
  const client = new pg.Client({ connectionString: url(database) });
  await client.connect();
  try {
    const results = [await client.query(text)].flat();
    return results.at(-1)!.rows;
  } finally {
    await client.end();
  }
}
