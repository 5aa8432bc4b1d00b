/** Makes the index of words anew without that of their first three letters, which took a quarter of its room. */
import type { DatabaseSync } from 'node:sqlite';
import { wordsOf } from '../library/tokenize.ts';

/** Within a transaction. The index has no texts in it, so that they are taken from where it had them from. */
export function shortenWords(db: DatabaseSync): void {
  db.exec(`
    DROP TABLE words;
    CREATE VIRTUAL TABLE words USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'ascii', detail = none, prefix = '1 2'
    );
  `);
  const add = db.prepare('INSERT INTO words (rowid, text) VALUES (?, ?)');
  for (const row of db.prepare(LISTED).iterate() as Iterable<ListedText>) {
    const { id, players, event, round, eco, titles, opening, comments } = row;
    const said = [event, round, eco, opening, ...texts(titles)];
    const all = [...texts(players), ...said, ...texts(comments)];
    const words = wordsOf(all.filter(text => text !== null));
    if (words.length > 0) add.run(id, words.join(' '));
  }
}

interface ListedText {
  readonly id: number;
  /** JSON, as the next two. */
  readonly players: string;
  readonly titles: string | null;
  readonly comments: string | null;
  readonly event: string | null;
  readonly round: string | null;
  readonly eco: string | null;
  readonly opening: string | null;
}

const texts = (json: string | null): readonly (string | null)[] =>
  json === null ? [] : (JSON.parse(json) as (string | null)[]);

/** What was damaged has no words. */
const LISTED = `SELECT m.id, iif(json_valid(m.players), m.players, '[]') AS players,
  m.event, m.round, m.eco, iif(json_valid(m.facts), m.facts -> '$.titles', NULL) AS titles,
  iif(json_valid(m.facts), m.facts ->> '$.openingName', NULL) AS opening,
  iif(json_valid(t.comments), t.comments, NULL) AS comments
  FROM matches m LEFT JOIN traces t ON t.match = m.id`;
