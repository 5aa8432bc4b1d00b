/**
 * The tables that all SQL stores have, as a list of migrations in what the engines have in common. PostgreSQL runs what they
 * compile to when a store is opened. SQLite runs the same text from `sqlite-tables.ts`, because loading Kysely takes longer than
 * opening a file. What is one engine's alone stands beside that engine: where blocks lie, indexes, and how words are found.
 */
import {
  type ColumnDataType,
  type Compilable,
  type CreateTableBuilder,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  type RawBuilder,
  type SchemaModule,
  SqliteAdapter,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Tables } from './tables.ts';

/** What a kind of column is called, and what is said after a table. */
export interface Engine {
  readonly schema: SchemaModule;
  /** A whole number of up to 53 bits, or any 64. */
  readonly number: Type;
  /** In the order of its bytes. */
  readonly text: Type;
  readonly bytes: Type;
  /** A table that numbers its rows by itself, as `id`. */
  numbered(name: string): Builder;
  /** A table with a number of its own for each row, in this column. */
  byNumber(name: string, key: string): Builder;
  /** A table whose rows are known by a key of one or more columns. */
  byKey(name: string, key: readonly [string, ...string[]]): Builder;
}

/** Makes statements, one after the other. */
export type Migration = (engine: Engine) => readonly Compilable[];

type Type = ColumnDataType | RawBuilder<unknown>;
type Builder = CreateTableBuilder<string, string>;

/** Statements for SQLite, which nothing here runs. */
const lite = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => never(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

/** Statements for PostgreSQL, which nothing here runs. */
export const postgres = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => never(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

function never(): never {
  throw new Error('nothing is asked of a database here');
}

export const SQLITE: Engine = {
  schema: lite.schema,
  number: 'integer',
  text: 'text',
  bytes: 'blob',
  // SQLite numbers what has a number for a key
  numbered: name => SQLITE.byNumber(name, 'id'),
  byNumber: (name, key) =>
    lite.schema
      .createTable(name)
      .addColumn(key, 'integer', column => column.primaryKey())
      .modifyEnd(sql`strict`),
  byKey: (name, key) =>
    lite.schema
      .createTable(name)
      .addPrimaryKeyConstraint(`${name}_key`, key as never)
      .modifyEnd(sql`strict, without rowid`),
};

export const POSTGRES: Engine = {
  schema: postgres.schema,
  number: 'bigint',
  text: sql`text collate "C"`,
  bytes: 'bytea',
  numbered: name =>
    postgres.schema
      .createTable(name)
      .addColumn('id', 'bigint', id => id.generatedByDefaultAsIdentity().primaryKey()),
  byNumber: (name, key) =>
    postgres.schema.createTable(name).addColumn(key, 'bigint', column => column.primaryKey()),
  byKey: (name, key) =>
    postgres.schema.createTable(name).addPrimaryKeyConstraint(`${name}_key`, key as never),
};

export const MIGRATIONS: readonly Migration[] = [
  ({ number, text, bytes, numbered, byNumber, byKey }) => [
    /** Numbers of the store itself. */
    byKey('marks', ['name'])
      .addColumn('name', text, name => name.notNull())
      .addColumn('value', number, value => value.notNull()),
    numbered('heads')
      .addColumn('match', bytes, match => match.notNull().unique())
      .addColumn('head', bytes, head => head.notNull()),
    byKey('vault', ['kind', 'name'])
      .addColumn('kind', text, kind => kind.notNull())
      .addColumn('name', text, name => name.notNull())
      .addColumn('value', text, value => value.notNull())
      .addColumn('digest', bytes, digest => digest.notNull()),
    /** Ids rise with the time at which a match started: see `match-id.ts`. */
    byNumber('matches', 'id')
      .addColumn('match', bytes, match => match.notNull().unique())
      .addColumn('head', bytes, head => head.notNull())
      .addColumn('game', text, game => game.notNull())
      .addColumn('players', text, players => players.notNull())
      .addColumn('folded', text, folded => folded.notNull())
      .addColumn('first', text, first => first.notNull())
      .addColumn('started_at', text)
      .addColumn('entries', number, entries => entries.notNull())
      .addColumn('result', text, result => result.notNull())
      .addColumn('reason', text)
      .addColumn('outcome', text)
      .addColumn('rated', number, rated => rated.notNull())
      .addColumn('source', text)
      .addColumn('visibility', text, visibility => visibility.notNull())
      .addColumn('hidden', number, hidden => hidden.notNull())
      .addColumn('opening', text, opening => opening.notNull()),
    numbered('names')
      .addColumn('name', text, name => name.notNull())
      .addColumn('folded', text, folded => folded.notNull()),
    byKey('seats', ['match', 'seat'])
      .addColumn('match', number, match => match.notNull())
      .addColumn('seat', number, seat => seat.notNull())
      .addColumn('name', number, name => name.notNull())
      .addColumn('score', text, score => score.notNull()),
    byKey('positions', ['position', 'match'])
      .addColumn('position', number, position => position.notNull())
      .addColumn('match', number, match => match.notNull()),
    byNumber('traces', 'match')
      .addColumn('comments', text, comments => comments.notNull())
      .addColumn('positions', bytes, positions => positions.notNull()),
  ],
];

/** What a migration is in SQL, one statement a line. */
export const formatMigration = (migration: Migration, engine: Engine): string =>
  migration(engine)
    .map(statement => `${statement.compile().sql};\n`)
    .join('');
