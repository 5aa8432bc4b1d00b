/**
 * What counts of each ended match, by its number, in entries of one length: to read the rows of a million matches takes a minute.
 *
 * An entry is a byte for the result (0 where there is nothing to count), one for FLAGS, two for the game, two with a bit for each
 * winner, six for the second of the start, and four for the average rating (0 for none). The numbers of games are in `marks`.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { averageRating, type CountedGame } from '@kifu/record/tally';
import type { ListOp, MatchRow } from '../sql/ops.ts';
import { type Prepared, prepareAll } from './prepared.ts';

const ENTRY_BYTES = 16;
/** As many as fill a page of 4,096 bytes. https://sqlite.org/fileformat2.html */
const ENTRIES_IN_ROW = 252;
const RESULTS = [null, 'win', 'draw', 'void'] as const;
const FLAGS = { private: 1, hidden: 2, dated: 4 } as const;
/** How many rows a reader holds: 64 MiB. */
const MOST_ROWS = 16_384;

const rowOf = (number: number): number => Math.floor(number / ENTRIES_IN_ROW);
const offsetOf = (number: number): number => (number % ENTRIES_IN_ROW) * ENTRY_BYTES;
const markOf = (game: string): string => `game ${game}`;

/** Writes entries. Every method within a transaction. */
export class EndedGamesWriter {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  /** Rows that the current transaction writes. */
  readonly #rows = new Map<number, Uint8Array>();
  readonly #games = new Map<string, number>();
  /** Whether an entry has changed that may have been counted. */
  #hasChanged = false;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, STATEMENTS);
  }

  /** Of a match that has ended. */
  write(number: number, { row, second }: ListOp, hidden: number, isNew: boolean): void {
    const entry = Buffer.alloc(ENTRY_BYTES);
    entry[0] = RESULTS.indexOf(row.result as (typeof RESULTS)[number]);
    if (row.visibility === 'private') entry[1]! |= FLAGS.private;
    if (hidden === 1) entry[1]! |= FLAGS.hidden;
    if (second !== null) entry[1]! |= FLAGS.dated;
    entry.writeUInt16BE(this.#gameNumber(row.game), 2);
    entry.writeUInt16BE(
      winnersOf(row).reduce((bits, seat) => bits | (1 << seat), 0),
      4,
    );
    entry.writeIntBE(second ?? 0, 6, 6);
    entry.writeInt32BE(ratingOf(row) ?? 0, 12);
    this.#put(number, entry, isNew);
  }

  hide(number: number, hidden: number): void {
    const at = offsetOf(number);
    const entry = this.#row(number).slice(at, at + ENTRY_BYTES);
    if (entry[0] === 0) return;
    entry[1] = (entry[1]! & ~FLAGS.hidden) | (hidden === 1 ? FLAGS.hidden : 0);
    this.#put(number, entry, false);
  }

  clear(number: number): void {
    this.#put(number, new Uint8Array(ENTRY_BYTES), false);
  }

  /** Before the commit. */
  flush(): void {
    for (const [row, bytes] of this.#rows) this.#sql.write.run(row, bytes);
    this.#rows.clear();
    if (this.#hasChanged) this.#sql.noteChange.run();
    this.#hasChanged = false;
  }

  /** After a transaction that failed. */
  undo(): void {
    this.#rows.clear();
    this.#games.clear();
    this.#hasChanged = false;
  }

  #put(number: number, entry: Uint8Array, isNew: boolean): void {
    const row = this.#row(number);
    const at = offsetOf(number);
    if (!isNew && Buffer.compare(row.subarray(at, at + ENTRY_BYTES), entry) !== 0)
      this.#hasChanged = true;
    row.set(entry, at);
  }

  #row(number: number): Uint8Array {
    const key = rowOf(number);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const found = this.#sql.row.get(key)?.bytes as Uint8Array | undefined;
    const row = found ?? new Uint8Array(ENTRIES_IN_ROW * ENTRY_BYTES);
    this.#rows.set(key, row);
    return row;
  }

  #gameNumber(game: string): number {
    const known = this.#games.get(game);
    if (known !== undefined) return known;
    this.#sql.addGame.run(markOf(game));
    const number = this.#sql.mark.get(markOf(game))!.value as number;
    this.#games.set(game, number);
    return number;
  }
}

/** The columns of a match that say what counts, but for its start. */
export type CountedColumns = Pick<
  MatchRow,
  'game' | 'visibility' | 'result' | 'outcome' | 'facts'
> & {
  readonly hidden: number;
};

/** Whether the entry of a match says what its row does; false where the row cannot be read. */
export function isCounted(ended: EndedGames, number: number, row: CountedColumns): boolean {
  const found = ended.finder(row)(number);
  if (row.result === 'open' || found === null) return row.result === 'open' && found === null;
  try {
    return (
      found.result === row.result &&
      found.rating === ratingOf(row) &&
      `${found.winners}` === `${winnersOf(row).toSorted((a, b) => a - b)}`
    );
  } catch {
    return false;
  }
}

const winnersOf = ({ outcome }: Pick<MatchRow, 'outcome'>): number[] =>
  (JSON.parse(outcome!) as { winners: number[] }).winners;

const ratingOf = ({ facts }: Pick<MatchRow, 'facts'>): number | null =>
  facts === null
    ? null
    : averageRating((JSON.parse(facts) as { ratings?: (number | null)[] }).ratings ?? []);

/** Which games count. */
interface WhichGames {
  readonly game?: string;
  readonly visibility?: string;
  readonly hidden?: number;
}

/** Reads entries. Every method within a transaction. */
export class EndedGames {
  readonly #row: StatementSync;
  readonly #mark: StatementSync;
  readonly #version: StatementSync;
  #rows: (DataView | undefined)[] = [];
  #held = 0;
  #heldVersion: unknown;

  constructor(db: DatabaseSync) {
    this.#row = db.prepare(STATEMENTS.row);
    this.#mark = db.prepare(STATEMENTS.mark);
    this.#version = db.prepare('PRAGMA data_version');
  }

  /** Of a mark; 0 if there is none. */
  mark(name: 'numbers' | 'recounts'): number {
    return this.#markOf(name) ?? 0;
  }

  /** Finds a match by its number: null if there is none, it is in progress, or it is not one of those that count. */
  finder({ game, visibility, hidden }: WhichGames): (number: number) => CountedGame | null {
    this.#refresh();
    const gameNumber = game === undefined ? null : (this.#markOf(markOf(game)) ?? 0);
    const mask =
      (visibility === undefined ? 0 : FLAGS.private) | (hidden === undefined ? 0 : FLAGS.hidden);
    const flags =
      (visibility === 'private' ? FLAGS.private : 0) | (hidden === 1 ? FLAGS.hidden : 0);
    return number => {
      const at = offsetOf(number);
      const row = this.#rowOf(number);
      if (row === undefined || row.getUint8(at) === 0) return null;
      if ((row.getUint8(at + 1) & mask) !== flags) return null;
      if (gameNumber !== null && row.getUint16(at + 2) !== gameNumber) return null;
      return readEntry(row, at);
    };
  }

  #rowOf(number: number): DataView | undefined {
    const key = rowOf(number);
    const held = this.#rows[key];
    if (held !== undefined) return held;
    const bytes = this.#row.get(key)?.bytes as Uint8Array | undefined;
    if (bytes === undefined) return undefined;
    if (this.#held++ === MOST_ROWS) this.#drop();
    const row = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#rows[key] = row;
    return row;
  }

  /** Rows are held as long as nobody writes. */
  #refresh(): void {
    const version = this.#version.get()!.data_version;
    if (version !== this.#heldVersion) this.#drop();
    this.#heldVersion = version;
  }

  #drop(): void {
    this.#rows = [];
    this.#held = 0;
  }

  #markOf(name: string): number | undefined {
    return this.#mark.get(name)?.value as number | undefined;
  }
}

function readEntry(row: DataView, at: number): CountedGame {
  const winners: number[] = [];
  for (let seat = 0, bits = row.getUint16(at + 4); bits > 0; seat++, bits >>= 1)
    if ((bits & 1) === 1) winners.push(seat);
  const isDated = (row.getUint8(at + 1) & FLAGS.dated) !== 0;
  return {
    result: RESULTS[row.getUint8(at)]!,
    winners,
    rating: row.getInt32(at + 12) || null,
    second: isDated ? row.getInt16(at + 6) * 2 ** 32 + row.getUint32(at + 8) : null,
  };
}

const STATEMENTS = {
  row: 'SELECT bytes FROM ended WHERE id = ?',
  write: `INSERT INTO ended (id, bytes) VALUES (?, ?)
    ON CONFLICT (id) DO UPDATE SET bytes = excluded.bytes`,
  mark: 'SELECT value FROM marks WHERE name = ?',
  addGame: `INSERT INTO marks (name, value)
    SELECT ?, 1 + count(*) FROM marks WHERE name GLOB 'game *' ON CONFLICT (name) DO NOTHING`,
  noteChange: `INSERT INTO marks (name, value) VALUES ('recounts', 1)
    ON CONFLICT (name) DO UPDATE SET value = value + 1`,
} as const;
