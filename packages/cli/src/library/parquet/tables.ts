/**
 * The tables of a Parquet export, as one table: from it come the schema of the files, the rows, the views of `kifu sql`, and the test of
 * `docs/parquet.md`. To add a column, add a line here, its value where rows are made, and its line in the documentation.
 */

/** What a column holds: text, whole numbers of 32 or 64 bits, a truth value, or a moment in UTC (as milliseconds since 1970). */
export type ColumnType = 'text' | 'int' | 'long' | 'bool' | 'time';

/** A cell; null where nothing is known. */
export type Cell = string | number | boolean | null;

/** The columns of a table, in order. A `?` after the type says that cells may be null. */
type Columns = { readonly [name: string]: ColumnType | `${ColumnType}?` };

/** Every table. `match` joins them all; `match` and `n` join moves, positions and events. */
export const TABLES = {
  games: {
    match: 'text',
    head: 'text',
    started_at: 'time?',
    date: 'text?',
    entries: 'int',
    moves: 'int',
    duration_ms: 'long?',
    result: 'text',
    winner: 'int?',
    reason: 'text?',
    rated: 'bool',
    time_control: 'text?',
    main_ms: 'long?',
    increment_ms: 'long?',
    eco: 'text?',
    opening: 'text?',
    first_moves: 'text',
    event: 'text?',
    site: 'text?',
    round: 'text?',
    options: 'text',
    tags: 'text',
    source: 'text?',
    visibility: 'text',
  },
  players: {
    match: 'text',
    seat: 'int',
    name: 'text?',
    rating: 'int?',
    title: 'text?',
    key: 'text?',
    result: 'text',
    points: 'long?',
  },
  moves: {
    match: 'text',
    n: 'int',
    ply: 'int',
    seat: 'int?',
    move: 'text',
    took_ms: 'long?',
    clock_ms: 'long?',
    ms: 'long?',
    tick: 'long?',
    score: 'int?',
    win_in: 'int?',
    depth: 'int?',
    glyph: 'text?',
    comment: 'text?',
    taken_back: 'bool',
  },
  positions: {
    match: 'text',
    n: 'int',
    position: 'text',
    text: 'text?',
  },
  events: {
    match: 'text',
    n: 'int',
    i: 'int',
    by: 'text',
    type: 'text',
    seat: 'int?',
    tick: 'long?',
    ms: 'long?',
    data: 'text',
  },
} as const satisfies { readonly [table: string]: Columns };

export type TableName = keyof typeof TABLES;
export const TABLE_NAMES = Object.keys(TABLES) as readonly TableName[];

/** A row by the names of its columns. */
export type Row<Table extends TableName> = {
  readonly [Name in keyof (typeof TABLES)[Table]]: CellOf<(typeof TABLES)[Table][Name]>;
};

type CellOf<Type> = Type extends `${infer Plain}?`
  ? CellOf<Plain> | null
  : Plains[Type & ColumnType];

interface Plains {
  readonly text: string;
  readonly int: number;
  readonly long: number;
  readonly bool: boolean;
  readonly time: number;
}

/** The rows of one game. */
export type GameRows = { readonly [Table in TableName]: readonly Row<Table>[] };

/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

/** The columns of a table, in order. */
export const columnsOf = (table: TableName): readonly Column[] =>
  Object.entries(TABLES[table] as Columns).map(([name, type]) => ({
    name,
    type: type.replace('?', '') as ColumnType,
    isNullable: type.endsWith('?'),
  }));

/** The year of games without a date, by the name that other programs read as null. */
export const NO_YEAR = '__HIVE_DEFAULT_PARTITION__';

/** In the folder of an export, beside its tables: says what it is. Programs that read Parquet skip names with this prefix. */
export const MANIFEST = '_kifu.json';
/** Raised when a column changes its meaning or goes away; new columns do not raise it. */
export const VERSION = 1;
