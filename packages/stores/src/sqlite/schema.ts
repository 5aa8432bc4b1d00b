/**
 * The tables of a file, whose version is its `user_version`. `../sql/ops.ts` describes the columns. PostgreSQL has the same (`../postgres/schema.ts`), but for where blocks and packs lie, indexes, and full text.
 */
import type { DatabaseSync } from 'node:sqlite';

/** 'kifu' as a number: marks the file as ours. */
export const APPLICATION_ID = 0x6b696675;

/**
 * Blocks are stored in the order in which they arrive, so that those of one commit lie together. Where each lies is in
 * `block_keys`, but for the newest: see `recent-blocks.ts`.
 *
 * `matches.id` rises with the time at which a match started: see `match-id.ts`. SQLite puts the id at the end of every
 * index, so each of them lists what it finds by time. `matches.number` is what the positions of a match are found by, and
 * `positions` how many it has. Columns that few matches fill are indexed only where they have a value.
 *
 * Packs have the ids of their heads; `heads.packed` is one of PACKED, `runs.kind` one of RUNS.
 */
const TABLES = `
  CREATE TABLE marks (
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE heads (
    id INTEGER PRIMARY KEY,
    match BLOB NOT NULL UNIQUE,
    head BLOB NOT NULL,
    packed INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE vault (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    match BLOB NOT NULL UNIQUE,
    head BLOB NOT NULL,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    folded TEXT NOT NULL,
    first TEXT NOT NULL,
    started_at TEXT,
    entries INTEGER NOT NULL,
    result TEXT NOT NULL,
    reason TEXT,
    outcome TEXT,
    rated INTEGER NOT NULL,
    source TEXT,
    visibility TEXT NOT NULL,
    hidden INTEGER NOT NULL,
    opening TEXT NOT NULL,
    number INTEGER,
    positions INTEGER NOT NULL DEFAULT 0,
    facts TEXT,
    event TEXT,
    round TEXT,
    time_control TEXT,
    eco TEXT,
    rating INTEGER
  ) STRICT;
  CREATE TABLE names (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    folded TEXT NOT NULL
  ) STRICT;
  CREATE TABLE seats (
    match INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    name INTEGER NOT NULL,
    score TEXT NOT NULL,
    PRIMARY KEY (match, seat)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE traces (
    match INTEGER PRIMARY KEY,
    comments TEXT NOT NULL
  ) STRICT;

  CREATE TABLE blocks (
    id INTEGER PRIMARY KEY,
    cid BLOB NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE block_keys (
    key INTEGER NOT NULL,
    id INTEGER NOT NULL,
    PRIMARY KEY (key, id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE packs (
    id INTEGER PRIMARY KEY,
    nodes INTEGER NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE ages (
    second INTEGER PRIMARY KEY,
    block INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE runs (
    run INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    level INTEGER NOT NULL,
    target INTEGER
  ) STRICT;
  CREATE TABLE leaves (
    run INTEGER NOT NULL,
    key INTEGER NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (run, key, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE ended (
    id INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE dropped (
    kind INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (kind, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE remarks (
    id INTEGER PRIMARY KEY,
    match BLOB NOT NULL UNIQUE,
    bytes BLOB NOT NULL,
    digest BLOB NOT NULL
  ) STRICT;
  CREATE TABLE players (
    player TEXT NOT NULL,
    bytes BLOB NOT NULL,
    digest BLOB NOT NULL,
    PRIMARY KEY (player)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE handles (
    handle TEXT NOT NULL,
    player TEXT NOT NULL,
    PRIMARY KEY (handle)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO marks (name, value) VALUES ('indexed', 0), ('last', 0), ('moved', 0), ('numbers', 0);

  CREATE INDEX matches_game ON matches (game);
  CREATE INDEX matches_rated ON matches (rated);
  CREATE INDEX matches_source ON matches (source);
  CREATE INDEX matches_visibility ON matches (visibility);
  CREATE INDEX matches_entries ON matches (entries);
  CREATE INDEX matches_first ON matches (first);
  CREATE INDEX matches_game_result ON matches (game, result);
  CREATE INDEX matches_game_reason ON matches (game, reason);
  CREATE INDEX matches_game_entries ON matches (game, entries);
  CREATE INDEX matches_game_opening ON matches (game, opening);
  CREATE UNIQUE INDEX names_name ON names (name);
  CREATE INDEX seats_name ON seats (name, match);
  CREATE INDEX heads_loose ON heads (id) WHERE packed = 0;
  CREATE UNIQUE INDEX matches_number ON matches (number);
  CREATE INDEX matches_event ON matches (event) WHERE event IS NOT NULL;
  CREATE INDEX matches_eco ON matches (eco) WHERE eco IS NOT NULL;
  CREATE INDEX matches_rating ON matches (rating) WHERE rating IS NOT NULL;
  CREATE INDEX handles_player ON handles (player);
  CREATE INDEX matches_hidden ON matches (hidden) WHERE hidden = 1;

  CREATE VIRTUAL TABLE words USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none, prefix = '1 2'
  );
  CREATE VIRTUAL TABLE name_parts USING fts5 (
    folded, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1', detail = full
  );
`;

/** Version of these tables. A file with another one is refused (`open.ts`). */
export const VERSION = 8;

/** Creates the tables of a new file. If several processes try at once, one of them does it. */
export function createTables(db: DatabaseSync): void {
  if (versionOf(db) === VERSION) return;
  db.exec('BEGIN IMMEDIATE');
  try {
    if (versionOf(db) === 0)
      db.exec(
        `${TABLES}; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${VERSION}`,
      );
    db.exec('COMMIT');
  } catch (cause) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw cause;
  }
}

/** Version of the tables of a file; 0 if it is new. */
export const versionOf = (db: DatabaseSync): number => numberOf(db, 'PRAGMA user_version');

/** The one number that a statement gives. */
export const numberOf = (db: DatabaseSync, sql: string): number =>
  Number(Object.values(db.prepare(sql).get()!)[0]);
