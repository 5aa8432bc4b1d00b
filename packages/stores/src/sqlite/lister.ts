/** Listings as they are written: the row of a match, and everything that it is found by. */
import type { DatabaseSync } from 'node:sqlite';
import { foldName, wordsOf } from '../library/tokenize.ts';
import { endId, firstId } from '../sql/match-id.ts';
import type { ListOp, MatchRow } from '../sql/ops.ts';
import { type Prepared, prepareAll } from './schema.ts';

const COLUMNS = [
  ...['match', 'head', 'game', 'players', 'folded', 'first', 'started_at', 'entries', 'result'],
  ...['reason', 'outcome', 'rated', 'source', 'visibility', 'opening'],
] as readonly (keyof MatchRow)[];
const POSITION_BYTES = 8;

/** What was listed of a match before. */
interface Old {
  readonly id: number;
  readonly players: string;
  readonly started_at: string | null;
  readonly outcome: string | null;
  readonly hidden: number;
}

/** What a match is found by besides its row. */
interface Traces {
  readonly comments: readonly string[];
  readonly positions: Uint8Array;
}

const NOTHING: Traces = { comments: [], positions: new Uint8Array(0) };

/** Writes listings. Every method within a transaction. */
export class Lister {
  readonly #sql: Prepared<keyof typeof STATEMENTS>;

  constructor(db: DatabaseSync) {
    this.#sql = prepareAll(db, STATEMENTS);
  }

  list(op: ListOp): void {
    const old = this.#sql.old.get(op.row.match) as Old | undefined;
    if (old === undefined) this.#insert(op, NOTHING, 0);
    else if (old.started_at === op.row.started_at) this.#update(op, old);
    else this.#moveTo(op, old);
  }

  hide(match: Uint8Array, hidden: number): boolean {
    return this.#sql.hide.run(hidden, match).changes > 0;
  }

  remove(match: Uint8Array): void {
    const old = this.#sql.old.get(match) as Old | undefined;
    if (old !== undefined) this.#delete(old);
  }

  #insert(op: ListOp, old: Traces, hidden: number): void {
    const id = this.#nextId(op.second);
    this.#sql.insert.run(id, ...COLUMNS.map(name => op.row[name]), hidden);
    const { comments = old.comments, positions = old.positions } = op;
    this.#seat(id, op);
    this.#addWords(id, op, comments);
    this.#addPositions(id, positions);
    this.#keepTraces(id, { comments, positions });
  }

  #update(op: ListOp, old: Old): void {
    const { id } = old;
    const { row } = op;
    this.#sql.update.run(...COLUMNS.map(name => row[name]), id);
    const isRenamed = row.players !== old.players;
    // positions come with all there is to say: then nothing of before is trusted
    const isWhole = isRenamed || op.positions !== undefined;
    if (isWhole || row.outcome !== old.outcome) {
      this.#unseat(old);
      this.#seat(id, op);
      if (isRenamed) this.#dropNames(old);
    }
    if (!isRenamed && op.comments === undefined && op.positions === undefined) return;
    const traces = this.#tracesOf(id);
    const { comments = traces.comments, positions = traces.positions } = op;
    if (isWhole || op.comments !== undefined) {
      this.#sql.dropWords.run(id);
      this.#addWords(id, op, comments);
    }
    if (op.positions !== undefined) {
      this.#dropPositions(id, traces.positions);
      this.#addPositions(id, positions);
    }
    this.#keepTraces(id, { comments, positions });
  }

  /** Another time is another id. */
  #moveTo(op: ListOp, old: Old): void {
    const traces = this.#tracesOf(old.id);
    this.#delete(old);
    this.#insert(op, traces, old.hidden);
  }

  #delete(old: Old): void {
    const { id } = old;
    this.#dropPositions(id, this.#tracesOf(id).positions);
    this.#sql.dropTraces.run(id);
    this.#sql.dropWords.run(id);
    this.#unseat(old);
    this.#dropNames(old);
    this.#sql.delete.run(id);
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

  #unseat({ id }: Old): void {
    this.#sql.unseat.run(id);
  }

  #nameId(name: string): number {
    const found = this.#sql.name.get(name);
    if (found !== undefined) return found.id as number;
    const id = this.#sql.addName.run(name, foldName(name)).lastInsertRowid as number;
    this.#sql.addParts.run(id, foldName(name));
    return id;
  }

  /** Names that nobody bears any more are forgotten. */
  #dropNames({ players }: Old): void {
    for (const name of JSON.parse(players) as string[]) {
      const id = this.#sql.unusedName.get(name)?.id;
      if (id === undefined) continue;
      this.#sql.dropName.run(id);
      this.#sql.dropParts.run(id);
    }
  }

  #addWords(id: number, { row }: ListOp, comments: readonly string[]): void {
    const words = wordsOf([...(JSON.parse(row.players) as string[]), ...comments]);
    if (words.length > 0) this.#sql.addWords.run(id, words.join(' '));
  }

  #addPositions(id: number, positions: Uint8Array): void {
    for (const position of eachPosition(positions)) this.#sql.addPosition.run(position, id);
  }

  #dropPositions(id: number, positions: Uint8Array): void {
    for (const position of eachPosition(positions)) this.#sql.dropPosition.run(position, id);
  }

  #tracesOf(id: number): Traces {
    const row = this.#sql.traces.get(id);
    if (row === undefined) return NOTHING;
    return {
      comments: JSON.parse(row.comments as string) as string[],
      positions: row.positions as Uint8Array,
    };
  }

  #keepTraces(id: number, { comments, positions }: Traces): void {
    if (comments.length + positions.length === 0) this.#sql.dropTraces.run(id);
    else this.#sql.keepTraces.run(id, JSON.stringify(comments), positions);
  }
}

function* eachPosition(bytes: Uint8Array): Generator<bigint> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += POSITION_BYTES) yield view.getBigInt64(at);
}

const STATEMENTS = {
  old: 'SELECT id, players, started_at, outcome, hidden FROM matches WHERE match = ?',
  last: 'SELECT max(id) AS id FROM matches WHERE id >= ? AND id < ?',
  insert: `INSERT INTO matches (id, ${COLUMNS.join(', ')}, hidden)
    VALUES (?, ${COLUMNS.map(() => '?').join(', ')}, ?)`,
  update: `UPDATE matches SET ${COLUMNS.map(name => `${name} = ?`).join(', ')} WHERE id = ?`,
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
  addPosition: 'INSERT INTO positions (position, match) VALUES (?, ?) ON CONFLICT DO NOTHING',
  dropPosition: 'DELETE FROM positions WHERE position = ? AND match = ?',
  traces: 'SELECT comments, positions FROM traces WHERE match = ?',
  keepTraces: `INSERT INTO traces (match, comments, positions) VALUES (?, ?, ?)
    ON CONFLICT (match) DO UPDATE SET comments = excluded.comments, positions = excluded.positions`,
  dropTraces: 'DELETE FROM traces WHERE match = ?',
} as const;
