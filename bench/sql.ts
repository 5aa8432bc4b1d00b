/**
 * The questions of `docs/sql.md` to ten million moves, through the code of `kifu sql`: how long each takes, by the wall clock and in
 * processor time. The rows are copies of an export under other match ids. `KIFU_BENCH_TABLES` names an export; without it one is made of the
 * collection of the page, which takes minutes. `KIFU_BENCH_MOVES` says how many moves there are at least. Questions about events are left
 * out, which are not copied.
 */
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { unwrap } from '@kifu/core';
import type { TableName } from '../packages/cli/src/library/parquet/tables.ts';
import { type Duckdb, startDuckdb } from '../packages/cli/src/sql/duckdb.ts';
import { sampleCollection } from '../scripts/sample-collection.ts';
import { runKifu } from './collection.ts';
import { type Figure, figuresOf, progress } from './measure.ts';

const MOVES = Number(process.env.KIFU_BENCH_MOVES ?? 10_000_000);
const GAMES = 600;
const ROUNDS = 3;
const TABLES: readonly TableName[] = ['games', 'players', 'moves'];

const page = readFileSync(join(import.meta.dirname, '../docs/sql.md'), 'utf8');
const questions = [...page.matchAll(/^## (\d+)\. .*\n[\s\S]*?```sql\n([\s\S]*?)```/gm)]
  .map(([, n, sql]) => ({ n: n!, sql: sql! }))
  .filter(({ sql }) => !/\b(?:events|positions)\b/.test(sql));

export async function* bench(): AsyncGenerator<Figure> {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'kifu-bench-'));
  const tables = process.env.KIFU_BENCH_TABLES ?? (await exportSample(folder.path));
  const copied = join(folder.path, 'copied');
  yield* figuresOf('moves', 'rows', [await copyTables(tables, copied)]);
  const temporary = join(folder.path, 'temporary');
  const duckdb = unwrap(await startDuckdb({ memory: '1GB', isExternal: false, temporary }));
  try {
    await duckdb.open(copied, TABLES);
    for (const { n, sql } of questions) {
      const seconds: number[] = [];
      const cpuSeconds: number[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        progress(`question ${n}: round ${round + 1} of ${ROUNDS}`);
        const [began, before] = [performance.now(), process.cpuUsage()];
        await readAnswer(duckdb, sql);
        const { user, system } = process.cpuUsage(before);
        seconds.push((performance.now() - began) / 1000);
        cpuSeconds.push((user + system) / 1e6);
      }
      yield* figuresOf(`question-${n}`, 's', seconds);
      yield* figuresOf(`question-${n}-cpu`, 'CPU s', cpuSeconds);
    }
    yield* figuresOf('memory', 'MB', [(process.resourceUsage().maxRSS * 1024) / 1e6]);
  } finally {
    duckdb.close();
  }
}

/** The tables of the collection of the page. */
async function exportSample(folder: string): Promise<string> {
  const [games, home, tables] = ['games', 'home', 'tables'].map(name => join(folder, name));
  mkdirSync(games!);
  for await (const { name, pack } of sampleCollection(GAMES)) {
    progress(`making ${name} of ${GAMES} games`);
    writeFileSync(join(games!, `${name}.kifu`), pack);
  }
  await runKifu({ home: home!, words: ['library', 'import', games!] });
  const words = [
    'library',
    'export',
    '--to',
    'parquet',
    '--tables',
    TABLES.join(','),
    '-o',
    tables!,
  ];
  await runKifu({ home: home!, words });
  return tables!;
}

/** Writes copies of the matches until there are enough moves, and says how many those are. */
async function copyTables(from: string, to: string): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1GB' });
  const connection = await instance.connect();
  try {
    const read = (table: TableName) =>
      `read_parquet('${join(from, table)}/*/*/*.parquet', hive_partitioning = true, hive_types = {'game': VARCHAR, 'year': BIGINT}, union_by_name = true)`;
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${read('moves')}`);
    const moves = Number(counted.getRows()[0]![0]);
    const copies = Math.ceil(MOVES / moves);
    for (const table of TABLES) {
      progress(`copying ${table} ${copies} times`);
      const rows = `SELECT * REPLACE (match || '-' || copy AS match) FROM ${read(table)}, range(${copies}) AS copies(copy)`;
      mkdirSync(join(to, table), { recursive: true });
      await connection.run(
        `COPY (SELECT * EXCLUDE (copy) FROM (${rows})) TO '${join(to, table)}' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (game, year), OVERWRITE_OR_IGNORE)`,
      );
    }
    return moves * copies;
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function readAnswer(duckdb: Duckdb, sql: string): Promise<void> {
  for await (const chunk of unwrap(await duckdb.query(sql)).rows)
    if (chunk.length === 0) throw new Error('an answer without rows');
}
