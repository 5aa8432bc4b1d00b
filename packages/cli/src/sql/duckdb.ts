/**
 * Queries by DuckDB over a Parquet export: read only, with views named as the tables. The library is installed by those who want it, and
 * loaded only here.
 */
import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { type Fail, fail, type Json, ok, type Result } from '@kifu/core';
import { type ColumnType, columnsOf, type TableName } from '../library/parquet/tables.ts';
import { reason } from '../save.ts';
import { jsonOf } from './values.ts';

/** How queries are run. */
export interface QueryOptions {
  /** As DuckDB writes it: `500MB`. */
  readonly memory: string;
  /** Whether a query may read other files and addresses. */
  readonly isExternal: boolean;
  /** Where DuckDB puts what does not fit into memory. */
  readonly temporary: string;
}

/** Rows of an answer, some at a time. */
export interface Answer {
  readonly columns: readonly string[];
  readonly rows: AsyncIterable<readonly (readonly Json[])[]>;
}

/** An open DuckDB. */
export interface Duckdb {
  /** Makes views over the tables of a folder. Afterwards nothing else can be read, unless that is allowed. */
  open(folder: string, tables: readonly TableName[]): Promise<void>;
  query(sql: string): Promise<Result<Answer>>;
  /** Stops the query that runs; its rows end with an error. */
  interrupt(): void;
  /** What an error of a query is, as a fault; null for an error of another kind. */
  faultOf(cause: unknown): Fail | null;
  close(): void;
}

const PACKAGE = '@duckdb/node-api';

/** Loads DuckDB and starts it. */
export async function startDuckdb(options: QueryOptions): Promise<Result<Duckdb>> {
  let api: typeof import('@duckdb/node-api');
  try {
    api = await import('@duckdb/node-api');
  } catch (cause) {
    return fail(
      'unsupported',
      `kifu sql requires DuckDB, which is not installed (${firstLine(reason(cause))}); install it with npm install -g ${PACKAGE}`,
    );
  }
  const instance = await api.DuckDBInstance.create(':memory:', {
    default_null_order: 'nulls_last',
  });
  const connection = await instance.connect();
  const memory = await attempt(() =>
    connection.run(`SET memory_limit = ${literal(options.memory)}`),
  );
  if (!memory.ok) {
    connection.closeSync();
    instance.closeSync();
    return fail('malformed', `--memory: ${memory.fault.message}`);
  }
  return ok({
    async open(folder, tables) {
      for (const table of tables) await connection.run(await viewOf(table, folder));
      await connection.run(`SET temp_directory = ${literal(options.temporary)}`);
      if (options.isExternal) return;
      const folders = [folder, options.temporary].map(path => literal(`${resolve(path)}/`));
      await connection.run(`SET allowed_directories = [${folders.join(', ')}]`);
      await connection.run('SET enable_external_access = false');
      await connection.run('SET lock_configuration = true');
    },
    query: sql => attempt(() => runQuery(api, connection, sql)),
    interrupt: () => connection.interrupt(),
    faultOf,
    close() {
      connection.closeSync();
      instance.closeSync();
    },
  });
}

/** A table as a view: of its files, or without rows where it has none. */
async function viewOf(table: TableName, folder: string): Promise<string> {
  const place = join(resolve(folder), table);
  const hasFiles = (await readdir(place).catch(() => [])).length > 0;
  if (hasFiles)
    return `CREATE VIEW ${table} AS SELECT * FROM read_parquet(${literal(join(place, '*', '*', '*.parquet'))},
      hive_partitioning = true, hive_types = {'game': VARCHAR, 'year': BIGINT}, union_by_name = true)`;
  const columns = columnsOf(table).map(({ name, type }) => `NULL::${SQL_TYPES[type]} AS ${name}`);
  return `CREATE VIEW ${table} AS SELECT ${columns.join(', ')}, NULL::VARCHAR AS game, NULL::BIGINT AS year WHERE false`;
}

const SQL_TYPES: { readonly [Type in ColumnType]: string } = {
  ...{ text: 'VARCHAR', int: 'INTEGER', long: 'BIGINT', bool: 'BOOLEAN', time: 'TIMESTAMP' },
};

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

async function runQuery(
  { StatementType }: typeof import('@duckdb/node-api'),
  connection: DuckDBConnection,
  sql: string,
): Promise<Result<Answer>> {
  // DuckDB refuses their files before it says of what type they are
  if (FILE_STATEMENTS.test(sql)) return ONLY_QUERIES;
  const statements = await connection.extractStatements(sql);
  const last = statements.count - 1;
  if (last !== 0 && !isPivot(sql))
    return fail('malformed', `one query at a time; this is ${statements.count}`);
  for (let i = 0; i < last; i++) {
    const before = await statements.prepare(i);
    if (before.statementType !== StatementType.CREATE) return ONLY_QUERIES;
    await before.run();
  }
  const statement = await statements.prepare(last);
  const type = statement.statementType;
  if (type === StatementType.EXPLAIN) {
    // EXPLAIN ANALYZE runs what it explains, so that must be a query too
    const [, explained] = /^\s*explain\s+(?:analyze\s+)?(?!\()(.*)$/is.exec(sql) ?? [];
    const inner = explained === undefined ? null : await connection.extractStatements(explained);
    if (inner === null || (await inner.prepare(0)).statementType !== StatementType.SELECT)
      return ONLY_QUERIES;
  } else if (type !== StatementType.SELECT) return ONLY_QUERIES;
  const result = await statement.stream();
  return ok({ columns: result.deduplicatedColumnNames(), rows: rowsOf(result) });
}

/** DuckDB makes several statements of one PIVOT: the types of its columns, and the query. */
const isPivot = (sql: string): boolean => {
  const code = sql.replace(/'[^']*'|"[^"]*"|--.*|\/\*[\s\S]*?\*\//g, ' ');
  return /\bpivot(?:_wider)?\b/i.test(code) && !/;\s*\S/.test(code);
};

const FILE_STATEMENTS =
  /^\s*(?:explain\s+(?:analyze\s+)?)?(?:copy|export|import|attach|install|load)\b/i;
const ONLY_QUERIES = fail(
  'unsupported',
  'only queries can be run: SELECT, FROM, DESCRIBE, EXPLAIN',
);

async function* rowsOf(result: DuckDBResult): AsyncGenerator<Json[][]> {
  for await (const chunk of result) yield* [chunk.getRows().map(row => row.map(jsonOf))];
}

async function attempt<T>(work: () => Promise<T | Result<T>>): Promise<Result<T>> {
  try {
    const done = await work();
    return isResult(done) ? done : ok(done);
  } catch (cause) {
    const fault = faultOf(cause);
    if (fault === null) throw cause;
    return fault;
  }
}

const isResult = <T>(done: T | Result<T>): done is Result<T> =>
  typeof done === 'object' && done !== null && 'ok' in done;

/** DuckDB throws plain errors, whose messages say of what kind they are. */
function faultOf(cause: unknown): Fail | null {
  const [, kind, message] =
    cause instanceof Error
      ? (/^(?:Failed to extract statements: )?([A-Z][\w ]* Error): (.*)$/is.exec(cause.message) ??
        [])
      : [];
  if (kind === undefined) return null;
  if (/^INTERRUPT/i.test(kind)) return fail('unreadable', 'the query was stopped');
  if (/^Out of Memory/i.test(kind))
    return fail('too-large', 'the query needs more memory; give it more with --memory');
  if (/^Permission/i.test(kind))
    return fail('unsupported', `${firstLine(message!)}; allow other files with --external`);
  return fail('malformed', `${kind.toLowerCase()}: ${firstLine(message!)}`);
}

const firstLine = (text: string): string => text.split('\n', 1)[0]!.trim();
