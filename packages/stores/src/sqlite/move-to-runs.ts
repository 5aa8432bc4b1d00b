/** Brings a file up to date that has a row for each position and for each packed node. */
import type { DatabaseSync } from 'node:sqlite';
import { RunWriter } from './run-writer.ts';
import { RUNS, type RunKind } from './runs.ts';

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
