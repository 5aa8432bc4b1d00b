/** Durable appends to PostgreSQL: ours shares a statement among those that arrive together. Both sides in one server, as it comes. */
import { createPostgresStore } from '@kifu/stores/postgres';
import { compareDurable } from './durable.ts';
import type { Figure } from './measure.ts';
import type { Postgres } from './postgres.ts';

export async function* benchPostgres(postgres: Postgres): AsyncGenerator<Figure> {
  const store = await createPostgresStore(postgres.url());
  yield* await compareDurable(store, postgres, 'durable-postgres', 64);
}
