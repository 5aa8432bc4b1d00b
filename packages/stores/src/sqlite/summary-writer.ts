/** Listings as they are written: the row of a match, and everything that it is found by. */
import type { DatabaseSync } from 'node:sqlite';
import { foldName, wordsOf } from '@kifu/record/tokenize';
import { endId, firstId } from '../sql/match-id.ts';
import type { ListOp, MatchRow } from '../sql/ops.ts';
import type { EndedGamesWriter } from './ended-games.ts';
import { type Prepared, prepareAll } from './prepared.ts';
import { positionKey } from './run-keys.ts';
import type { RunWriter } from './run-writer.ts';

const COLUMNS = [
  ...['match', 'head', 'game', 'players', 'folded', 'first', 'started_at', 'entries', 'result'],
  ...['reason', 'outcome', 'rated', 'source', 'visibility', 'opening', 'facts', 'event', 'round'],
  ...['time_control', 'eco', 'rating'],
] as readonly (keyof MatchRow)[];
const POSITION_BYTES = 8;

/** The previous index data of a match. */
interface OldListing extends KeptColumns {
  readonly id: number;
  readonly players: string;
  readonly started_at: string | null;
  readonly outcome: string | null;
  readonly facts: string | null;
  readonly event: string | null;
  readonly round: string | null;
  readonly eco: string | null;
}

/** Columns with the results of seats, and those with words of metadata. */
const SCORED = ['result', 'outcome'] as const;
const SAID = ['facts', 'event', 'round', 'eco'] as const;

/** Data of a match that stay unless the summary changes them. */
interface KeptColumns {
  readonly hidden: number;
  readonly result: string;
  /** Number for finding its positions; null if it has none. */
  readonly number: number | null;
  /** How many there are. */
  readonly positions: number;
}

const NEW: KeptColumns = { hidden: 0, result: 'open', number: null, positions: 0 };

/** Writes listings. Every method within a transaction. */
export class SummaryWriter {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;
  readonly #positions: RunWriter;
  readonly #ended: EndedGamesWriter;
  /** The last number that was assigned; null if the current transaction has assigned none. */
  #lastNumber: number | null = null;

  constructor(db: DatabaseSync, positions: RunWriter, ended: EndedGamesWriter) {
    this.#sql = prepareAll(db, STATEMENTS);
    this.#positions = positions;
    this.#ended = ended;
  }

  /** Before the commit. */
  flush(): void {
    if (this.#lastNumber !== null) this.#sql.setNumber.run(this.#lastNumber);
    this.#lastNumber = null;
  }

  /** After a transaction that failed. */
  undo(): void {
    this.#lastNumber = null;
  }

  list(op: ListOp): void {
    const old = this.#sql.old.get(op.row.match) as OldListing | undefined;
    if (old === undefined) this.#insert(op, NEW);
    else if (old.started_at === op.row.started_at) this.#update(op, old);
    else this.#moveTo(op, old);
  }

  hide(match: Uint8Array, hidden: number): boolean {
    const old = this.#sql.old.get(match) as OldListing | undefined;
    if (old !== undefined && old.number !== null) this.#ended.hide(old.number, hidden);
    return this.#sql.hide.run(hidden, match).changes > 0;
  }

  remove(match: Uint8Array): void {
    const old = this.#sql.old.get(match) as OldListing | undefined;
    if (old === undefined) return;
    this.#dropNumber(old);
    this.#delete(old);
  }

  #insert(op: ListOp, old: KeptColumns, comments = op.comments ?? []): void {
    const id = this.#nextId(op.second);
    const { number, positions } = this.#keepPositions(op, old);
    const row = COLUMNS.map(name => op.row[name]);
    this.#sql.insert.run(id, ...row, number, positions, old.hidden);
    this.#keepEnded(op, number, old);
    this.#seat(id, op);
    this.#addWords(id, op, comments);
    if (comments.length > 0) this.#keepComments(id, comments);
  }

  #update(op: ListOp, old: OldListing): void {
    const { id } = old;
    const { row } = op;
    const { number, positions } = this.#keepPositions(op, old);
    this.#sql.update.run(...COLUMNS.map(name => row[name]), number, positions, id);
    this.#keepEnded(op, number, old);
    const isRenamed = row.players !== old.players;
    // a summary with positions is complete: then all is written again, and the old rows are not trusted
    const isWhole = isRenamed || op.positions !== undefined;
    const isChanged = (name: (typeof SCORED | typeof SAID)[number]) => row[name] !== old[name];
    if (isWhole || SCORED.some(isChanged)) {
      this.#unseat(old);
      this.#seat(id, op);
      if (isRenamed) this.#dropNames(old);
    }
    if (!isWhole && op.comments === undefined && !SAID.some(isChanged)) return;
    const { comments = this.#commentsOf(id) } = op;
    this.#sql.dropWords.run(id);
    this.#addWords(id, op, comments);
    this.#keepComments(id, comments);
  }

  /** Ids begin with the second of the start: a match with another start gets another id. */
  #moveTo(op: ListOp, old: OldListing): void {
    const { comments = this.#commentsOf(old.id) } = op;
    this.#delete(old);
    this.#insert(op, old, comments);
  }

  #delete(old: OldListing): void {
    const { id } = old;
    this.#sql.dropComments.run(id);
    this.#sql.dropWords.run(id);
    this.#unseat(old);
    this.#dropNames(old);
    this.#sql.delete.run(id);
  }

  /** Positions get a new number: those under the old one are not recorded. */
  #keepPositions(
    { positions }: ListOp,
    old: KeptColumns,
  ): Pick<KeptColumns, 'number' | 'positions'> {
    if (positions === undefined) return old;
    this.#dropNumber(old);
    if (positions.length === 0) return NEW;
    const keys = new Set<number>();
    for (let at = 0; at < positions.length; at += POSITION_BYTES)
      keys.add(positionKey(positions, at));
    const number = this.#nextNumber();
    for (const key of keys) this.#positions.add(key, number);
    return { number, positions: keys.size };
  }

  #nextNumber(): number {
    this.#lastNumber ??= this.#sql.number.get()!.value as number;
    this.#lastNumber++;
    return this.#lastNumber;
  }

  #dropNumber({ number, result }: KeptColumns): void {
    if (number === null) return;
    this.#positions.drop(number);
    if (result !== 'open') this.#ended.clear(number);
  }

  /** A match in progress has no entry. */
  #keepEnded(op: ListOp, number: number | null, old: KeptColumns): void {
    if (number === null) return;
    if (op.row.result !== 'open') this.#ended.write(number, op, old.hidden, number !== old.number);
    else if (old.result !== 'open') this.#ended.clear(number);
  }

  /** The first free id of a second, or of the next that has one. */
  #nextId(second: number | null): number {
    for (let end = endId(second), id = firstId(second); ; end += endId(0) - firstId(0)) {
      const last = this.#sql.last.get(id, end)?.id as number | null;
      if (last === null) return id;
      if (last + 1 < end) return last + 1;
      id = end;
    }
  }

  #seat(id: number, { row, scores }: ListOp): void {
    for (const [seat, name] of (JSON.parse(row.players) as string[]).entries())
      if (name !== '') this.#sql.seat.run(id, seat, this.#nameId(name), scores[seat] ?? 'open');
  }

  #unseat({ id }: OldListing): void {
    this.#sql.unseat.run(id);
  }

  #nameId(name: string): number {
    const found = this.#sql.name.get(name);
    if (found !== undefined) return found.id as number;
    const id = this.#sql.addName.run(name, foldName(name)).lastInsertRowid as number;
    this.#sql.addParts.run(id, foldName(name));
    return id;
  }

  /** Names that no player of a match bears any more are forgotten. */
  #dropNames({ players }: OldListing): void {
    for (const name of JSON.parse(players) as string[]) {
      const id = this.#sql.unusedName.get(name)?.id;
      if (id === undefined) continue;
      this.#sql.dropName.run(id);
      this.#sql.dropParts.run(id);
    }
  }

  #addWords(id: number, { row, said }: ListOp, comments: readonly string[]): void {
    const words = wordsOf([...(JSON.parse(row.players) as string[]), ...said, ...comments]);
    if (words.length > 0) this.#sql.addWords.run(id, words.join(' '));
  }

  #commentsOf(id: number): readonly string[] {
    const row = this.#sql.comments.get(id);
    return row === undefined ? [] : (JSON.parse(row.comments as string) as string[]);
  }

  #keepComments(id: number, comments: readonly string[]): void {
    if (comments.length === 0) this.#sql.dropComments.run(id);
    else this.#sql.keepComments.run(id, JSON.stringify(comments));
  }
}

const STATEMENTS = {
  old: `SELECT id, players, started_at, result, outcome, facts, event, round, eco, hidden, number,
    positions FROM matches WHERE match = ?`,
  last: 'SELECT max(id) AS id FROM matches WHERE id >= ? AND id < ?',
  insert: `INSERT INTO matches (id, ${COLUMNS.join(', ')}, number, positions, hidden)
    VALUES (?, ${COLUMNS.map(() => '?').join(', ')}, ?, ?, ?)`,
  update: `UPDATE matches SET ${[...COLUMNS, 'number', 'positions'].map(name => `${name} = ?`)} WHERE id = ?`,
  hide: 'UPDATE matches SET hidden = ? WHERE match = ?',
  delete: 'DELETE FROM matches WHERE id = ?',
  name: 'SELECT id FROM names WHERE name = ?',
  addName: 'INSERT INTO names (name, folded) VALUES (?, ?)',
  unusedName: `SELECT id FROM names n WHERE name = ?
    AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.name = n.id)`,
  dropName: 'DELETE FROM names WHERE id = ?',
  addParts: 'INSERT INTO name_parts (rowid, folded) VALUES (?, ?)',
  dropParts: 'DELETE FROM name_parts WHERE rowid = ?',
  seat: 'INSERT INTO seats (match, seat, name, score) VALUES (?, ?, ?, ?)',
  unseat: 'DELETE FROM seats WHERE match = ?',
  addWords: 'INSERT INTO words (rowid, text) VALUES (?, ?)',
  dropWords: 'DELETE FROM words WHERE rowid = ?',
  number: "SELECT value FROM marks WHERE name = 'numbers'",
  setNumber: "UPDATE marks SET value = ? WHERE name = 'numbers'",
  comments: 'SELECT comments FROM traces WHERE match = ?',
  keepComments: `INSERT INTO traces (match, comments) VALUES (?, ?)
    ON CONFLICT (match) DO UPDATE SET comments = excluded.comments`,
  dropComments: 'DELETE FROM traces WHERE match = ?',
} as const;
