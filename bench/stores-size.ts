/** What a kept game of chess takes in a store, of 80 plies: as nodes, packed, and with what it is found by. */
import { statSync } from 'node:fs';
import { createPostgresStore } from '@kifu/stores/postgres';
import { createSqliteStore } from '@kifu/stores/sqlite';
import pg from 'pg';
import { findGame, KITS, listingFor, playInto } from '../packages/stores/test/stored-matches.ts';
import { type Figure, figuresOf, progress } from './measure.ts';
import type { Postgres } from './postgres.ts';

const GAMES = 256;
const PLIES = 80;
const AT_ONCE = 64;
const chess = KITS[0]!;

type Store = Parameters<typeof playInto>[0] & {
  readonly library: { list(listing: ReturnType<typeof listingFor>): Promise<void> };
};

/** Games of random moves: those of people are packed smaller. */
async function fill(store: Store): Promise<void> {
  for (let n = 0; n < GAMES; n += AT_ONCE) {
    progress(`keeping game ${n} of ${GAMES}`);
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, i) => {
        const chain = await playInto(store, n + i, { kit: chess, moves: PLIES });
        await store.library.list(listingFor(chess, chain));
      }),
    );
  }
}

const figure = (name: string, bytes: number): Figure[] =>
  figuresOf(name, 'bytes/game', [bytes / GAMES]);

/** Of an SQLite file, with everything. */
export async function* benchSqliteSize(path: string): AsyncGenerator<Figure> {
  const store = await createSqliteStore(path, { findGame });
  await fill(store);
  await store.pack();
  await store.shrink();
  await store.close();
  yield* figure('kept-sqlite', statSync(path).size);
}

/** Of a PostgreSQL database, with its indexes: nodes before and after they were packed, and listings. */
export async function* benchPostgresSize(postgres: Postgres): AsyncGenerator<Figure> {
  const schema = 'kept';
  const store = await createPostgresStore(postgres.url(), { schema, findGame, keepBlocks: true });
  await fill(store);
  const client = new pg.Client({ connectionString: postgres.url() });
  await client.connect();
  const sizeOf = async (...tables: readonly string[]): Promise<number> => {
    let sum = 0;
    for (const table of tables) {
      await client.query(`VACUUM FULL ${schema}.${table}`);
      const { rows } = await client.query(
        `SELECT pg_total_relation_size('${schema}.${table}')::integer AS n`,
      );
      sum += rows[0].n;
    }
    return sum;
  };
  yield* figure('kept-postgres-nodes', await sizeOf('blocks'));
  const packing = await createPostgresStore(postgres.url(), { schema, findGame });
  await packing.pack();
  await packing.close();
  yield* figure('kept-postgres-packs', await sizeOf('blocks', 'packs'));
  yield* figure(
    'kept-postgres-listings',
    await sizeOf('heads', 'matches', 'names', 'seats', 'traces', 'words', 'positions'),
  );
  await client.end();
  await store.close();
}
