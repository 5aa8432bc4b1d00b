/** Stores: how fast entries become durable in each, and how large a kept game is. Both sides in one PostgreSQL, as it comes. */
import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPostgresStore } from '@kifu/stores/postgres';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { compareDurable } from './durable.ts';
import type { Figure } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { benchPostgresSize, benchSqliteSize } from './stores-size.ts';

export async function* bench(): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const postgres = await startPostgres();
  if (postgres === null) console.error('there is no PostgreSQL to compare with');
  try {
    const sqlite = await createSqliteStore(join(folder.path, 'durable.sqlite'));
    yield* await compareDurable(sqlite, postgres, 'durable-sqlite');
    yield* benchSqliteSize(join(folder.path, 'kept.sqlite'));
    if (postgres !== null) {
      yield* benchPostgresSize(postgres);
      const store = await createPostgresStore(postgres.url());
      yield* await compareDurable(store, postgres, 'durable-postgres');
    }
  } finally {
    await postgres?.stop();
  }
}
