/** Stores: how fast entries become durable in each, and how large a kept game is. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteStore } from '@kifu/stores/sqlite';
import { compareDurable } from './durable.ts';
import type { Figure } from './measure.ts';
import { startPostgres } from './postgres.ts';
import { benchPostgres } from './stores-postgres.ts';
import { benchPostgresSize, benchSqliteSize } from './stores-size.ts';

export async function* bench(): AsyncGenerator<Figure> {
  const folder = mkdtempSync(join(tmpdir(), 'kifu-bench-'));
  const postgres = await startPostgres();
  if (postgres === null) console.error('there is no PostgreSQL to compare with');
  const sqlite = (figure: string) => createSqliteStore(join(folder, `${figure}.sqlite`));
  try {
    for (const [figure, matches] of [
      ['durable-sqlite', 64],
      ['durable-sqlite-one-match', 1],
    ] as const)
      yield* await compareDurable(await sqlite(figure), postgres, figure, matches);
    yield* benchSqliteSize(join(folder, 'kept.sqlite'));
    if (postgres !== null) {
      yield* benchPostgresSize(postgres);
      yield* benchPostgres(postgres);
    }
  } finally {
    await postgres?.stop();
    rmSync(folder, { recursive: true });
  }
}
