/** SQLite files as older versions wrote them. */
import { DatabaseSync } from 'node:sqlite';
import { cidOf, encodeCid } from '@kifu/core';
import { RunWriter } from '../src/sqlite/run-writer.ts';
import { RUNS } from '../src/sqlite/runs.ts';

/** The nodes of matches that are packed in a file, so that their keys can be written as they were. */
type Records = readonly (readonly Uint8Array[])[];

/** Undoes what came after version 3. */
export function undoRemarks(at: string, records: Records = []): void {
  undoPlayers(at, records);
  const db = new DatabaseSync(at);
  for (const column of ['event', 'eco', 'rating']) db.exec(`DROP INDEX matches_${column}`);
  for (const column of ['facts', 'event', 'round', 'time_control', 'eco', 'rating'])
    db.exec(`ALTER TABLE matches DROP COLUMN ${column}`);
  db.exec('DROP TABLE remarks; PRAGMA user_version = 3');
  db.close();
}

/** Undoes what came after version 6: columns told what others tell, and keys of nodes had five bytes. */
export function undoShortening(at: string, records: Records = []): void {
  const db = new DatabaseSync(at);
  db.exec(`DROP INDEX matches_hidden; CREATE INDEX matches_hidden ON matches (hidden);
    CREATE INDEX matches_result ON matches (result); CREATE INDEX matches_reason ON matches (reason);
    UPDATE matches SET outcome = json_insert(outcome, '$.points', NULL, '$.result', result,
      '$.reason', reason);
    UPDATE matches SET facts = json_insert(facts, '$.ratings', json('[]'), '$.titles', json('[]'),
      '$.openingName', NULL, '$.event', event, '$.round', round, '$.timeControl', time_control,
      '$.eco', eco);
    DROP TABLE words;
    CREATE VIRTUAL TABLE words USING fts5 (text, content = '', contentless_delete = 1,
      tokenize = 'ascii', detail = none, prefix = '1 2 3');
    DELETE FROM leaves WHERE run IN (SELECT run FROM runs WHERE kind = ${RUNS.nodes});
    DELETE FROM runs WHERE kind = ${RUNS.nodes};
    PRAGMA user_version = 6`);
  const runs = new RunWriter(db, RUNS.nodes);
  const pack = db.prepare('SELECT id FROM heads WHERE match = ?');
  for (const nodes of records) {
    const { id } = pack.get(encodeCid(cidOf('dag-cbor', nodes[0]!)))!;
    for (const bytes of nodes)
      runs.add(Buffer.from(cidOf('dag-cbor', bytes).digest).readUIntBE(0, 5), id as number);
    runs.flush();
  }
  db.close();
}

/** Undoes what came after version 5. */
export function undoPlayers(at: string, records: Records = []): void {
  undoShortening(at, records);
  const db = new DatabaseSync(at);
  db.exec('DROP TABLE players; DROP TABLE handles; PRAGMA user_version = 5');
  db.close();
}
