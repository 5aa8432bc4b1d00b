/** Brings files up to date that have a row for each position and for each packed node, or longer keys of nodes. */
import type { DatabaseSync } from 'node:sqlite';
import { decodeLeaf } from './leaf.ts';
import { RunWriter } from './run-writer.ts';
import { type LeafRow, RUNS, type RunKind } from './runs.ts';

/** How many pairs become a run. */
const AT_ONCE = 262_144;

/** Within the transaction that makes the tables of runs. */
export function moveToRuns(db: DatabaseSync): void {
  db.exec(`
    UPDATE matches SET number = o.number FROM
      (SELECT id, row_number() OVER (ORDER BY id) AS number FROM matches) o WHERE o.id = matches.id;
    INSERT INTO marks (name, value) SELECT 'numbers', count(*) FROM matches;
  `);
  const counts = move(
    db,
    RUNS.positions,
    `SELECT (p.position >> 16) & ${2 ** 48 - 1} AS key, m.number
      FROM positions p JOIN matches m ON m.id = p.match`,
  );
  const count = db.prepare('UPDATE matches SET positions = ? WHERE number = ?');
  for (const [number, positions] of counts) count.run(positions, number);
  // 2^47 was taken off
  move(db, RUNS.nodes, `SELECT (key + ${2 ** 47}) >> 8 AS key, pack AS number FROM pack_keys`);
  db.exec(`
    DROP TABLE positions;
    DROP TABLE pack_keys;
    DELETE FROM traces WHERE comments = '[]';
    ALTER TABLE traces DROP COLUMN positions;
  `);
}

/** Takes the last of five bytes off the keys of nodes. Within a transaction. */
export function shortenNodeKeys(db: DatabaseSync): void {
  // a kind of its own, so that no merge mixes long keys with short ones
  db.prepare('UPDATE runs SET kind = ? WHERE kind = ?').run(LONG_NODES, RUNS.nodes);
  const first = db.prepare(`SELECT l.run, l.key, l.number, l.bytes FROM runs r
    JOIN leaves l ON l.run = r.run WHERE r.kind = ${LONG_NODES} LIMIT 1`);
  const remove = db.prepare('DELETE FROM leaves WHERE run = ? AND key = ? AND number = ?');
  const writer = new RunWriter(db, RUNS.nodes);
  let moved = 0;
  const take = (key: number, number: number) => {
    writer.add(Math.floor(key / 256), number);
    moved++;
  };
  for (let leaf = first.get(); leaf !== undefined; leaf = first.get()) {
    const { run, key, number, bytes } = leaf as unknown as LeafRow;
    remove.run(run, key, number);
    decodeLeaf(bytes, { key, number }, take);
    if (moved < AT_ONCE) continue;
    writer.flush();
    moved = 0;
  }
  writer.flush();
  db.prepare('DELETE FROM runs WHERE kind = ?').run(LONG_NODES);
}

const LONG_NODES = -1;

/** Adds all rows to runs, and counts those of each number. */
function move(db: DatabaseSync, kind: RunKind, select: string): ReadonlyMap<number, number> {
  const writer = new RunWriter(db, kind);
  const counts = new Map<number, number>();
  let moved = 0;
  for (const { key, number } of db.prepare(select).iterate() as Iterable<Row>) {
    writer.add(key, number);
    counts.set(number, (counts.get(number) ?? 0) + 1);
    if (++moved % AT_ONCE === 0) writer.flush();
  }
  writer.flush();
  return counts;
}

interface Row {
  readonly key: number;
  readonly number: number;
}
