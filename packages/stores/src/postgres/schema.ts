/**
 * The tables of a store, made and brought up to date when it is opened. Most are those of every SQL store (`../sql/migrations.ts`); here is
 * what is PostgreSQL's alone: blocks, leases, indexes, and how words and parts of names are found. How many migrations the tables have had
 * stands in `marks`.
 */
import pg from 'pg';
import { formatMigration, MIGRATIONS, POSTGRES } from '../sql/migrations.ts';
import type { Connections, Run } from './connections.ts';
import { PostgresOpenError } from './errors.ts';
import { moveRemarks } from './move-remarks.ts';

/** How many letters of a text are in an index: an entry has room for 2,700 bytes, and a letter has up to 4. */
export const INDEXED = 100;
export const INDEXED_OPENING = 300;

const key = (column: string): string => `left(${column}, ${INDEXED})`;

/**
 * Every index of matches ends in the id, so that it lists what it finds by time. Names are found by hash, which has no longest name.
 * Words are as they are made (`../library/tokenize.ts`), so that no dictionary has a say; a match has more than one row of them where one
 * would be too long. Parts of names are three letters each, in a list: an extension would do the same, but who may create it is not ours
 * to say, and it knows no letters beyond those of the locale.
 *
 * A block knows when it was last put, so that what is on its way is not taken for waste. Heads move all the time: where a page has room for the newer row, no index is touched. Fences come from one sequence, so that a lease that is gone needs no row.
 */
const OWN: readonly string[] = [
  `
  CREATE TABLE blocks (
    at timestamptz NOT NULL,
    cid bytea PRIMARY KEY,
    bytes bytea NOT NULL
  );
  INSERT INTO marks (name, value) VALUES ('moved', 0);
  CREATE TABLE leases (
    match bytea PRIMARY KEY,
    owner text COLLATE "C" NOT NULL,
    fence bigint NOT NULL,
    until timestamptz NOT NULL
  );
  CREATE SEQUENCE fences;
  ALTER TABLE heads SET (fillfactor = 50);

  CREATE INDEX matches_game ON matches (${key('game')}, id);
  CREATE INDEX matches_result ON matches (result, id);
  CREATE INDEX matches_reason ON matches (${key('reason')}, id);
  CREATE INDEX matches_rated ON matches (rated, id);
  CREATE INDEX matches_source ON matches (${key('source')}, id);
  CREATE INDEX matches_visibility ON matches (visibility, id);
  CREATE INDEX matches_hidden ON matches (id) WHERE hidden = 1;
  CREATE INDEX matches_entries ON matches (entries, id);
  CREATE INDEX matches_first ON matches (first, id);
  CREATE INDEX matches_opening ON matches (left(opening, ${INDEXED_OPENING}), id);
  CREATE INDEX matches_game_result ON matches (${key('game')}, result, id);
  CREATE INDEX matches_game_reason ON matches (${key('game')}, ${key('reason')}, id);
  CREATE INDEX matches_game_entries ON matches (${key('game')}, entries, id);

  ALTER TABLE names ADD COLUMN parts text[] COLLATE "C" NOT NULL DEFAULT '{}';
  CREATE INDEX names_name ON names USING hash (name);
  CREATE INDEX names_parts ON names USING gin (parts);
  CREATE INDEX seats_name ON seats (name, match);

  CREATE TABLE words (
    match bigint NOT NULL,
    part integer NOT NULL,
    words tsvector NOT NULL,
    PRIMARY KEY (match, part)
  );
  CREATE INDEX words_words ON words USING gin (words);
  CREATE INDEX words_long ON words (match) WHERE part > 0;
  `,
  `
  CREATE TABLE remarks (
    match bytea PRIMARY KEY,
    bytes bytea NOT NULL,
    digest bytea NOT NULL
  );
  `,
];

/** What a migration does after its statements, by its number. */
const MOVES: { readonly [migration: number]: (run: Run) => Promise<void> } = { 1: moveRemarks };

/** How many migrations tables of this version have had. */
const VERSION = OWN.length;

/** What is known of a store that is open. */
export interface Opened {
  /** Where moves of heads are told of: names of channels are the database's, so each schema has its own. */
  readonly channel: string;
}

/** Makes the tables, or brings them up to date. Of several processes that try at once, one does it. */
export async function openSchema(connections: Connections, schema: string): Promise<Opened> {
  const { where } = connections;
  const [found] = await connections.read<SchemaState>({ text: FIND, values: [schema] });
  checkEncoding(where, found!.encoding);
  const marked = found!.has_marks ? await connections.read<Mark>({ text: MARK }) : [];
  let version = marked[0]?.value ?? 0;
  if (version < VERSION) version = await connections.transact(run => migrate(run, where, schema));
  if (version > VERSION)
    throw new PostgresOpenError(where, 'its tables were made by a newer version of this program');
  const [named] = await connections.read<{ oid: number }>({
    text: 'SELECT oid::bigint FROM pg_namespace WHERE nspname = $1',
    values: [schema],
  });
  return { channel: `kifu_heads_${named!.oid}` };
}

interface SchemaState {
  readonly encoding: string;
  readonly has_marks: boolean;
}

interface Mark {
  readonly value: number;
}

const FIND = `SELECT current_setting('server_encoding') AS encoding,
  to_regclass(quote_ident($1) || '.marks') IS NOT NULL AS has_marks`;
const MARK = "SELECT value FROM marks WHERE name = 'schema'";

/** Texts are compared by their bytes, which must be those of UTF-8. */
function checkEncoding(where: string, encoding: string): void {
  if (encoding !== 'UTF8')
    throw new PostgresOpenError(where, `its encoding is ${encoding}, not UTF8`);
}

/** Within a transaction. */
async function migrate(run: Run, where: string, schema: string): Promise<number> {
  // one number for all stores of the database: they are seldom made
  await run({ text: 'SELECT pg_advisory_xact_lock($1)', values: [LOCK] });
  const quoted = pg.escapeIdentifier(schema);
  const there = await run({
    text: 'SELECT FROM pg_namespace WHERE nspname = $1',
    values: [schema],
  });
  if (there.length === 0) await run({ text: `CREATE SCHEMA ${quoted}` });
  const tables = await run<{ relname: string }>({
    text: `SELECT relname FROM pg_class
      WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r'`,
    values: [schema],
  });
  const isOurs = tables.some(({ relname }) => relname === 'marks');
  if (tables.length > 0 && !isOurs)
    throw new PostgresOpenError(where, `the schema ${schema} has tables of another program`);
  const version = isOurs ? ((await run<Mark>({ text: MARK }))[0]?.value ?? 0) : 0;
  for (let i = version; i < VERSION; i++) {
    const common = MIGRATIONS[i];
    if (common !== undefined) await run({ text: formatMigration(common, POSTGRES) });
    await run({ text: OWN[i]! });
    await MOVES[i]?.(run);
  }
  const text = `INSERT INTO marks (name, value) VALUES ('schema', $1)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  if (version < VERSION) await run({ text, values: [VERSION] });
  return Math.max(version, VERSION);
}

/** 'kifu' as a number: the lock that those who make tables take. */
const LOCK = 0x6b696675;
