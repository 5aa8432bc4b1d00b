/**
 * Writes match summaries: the rows of matches, and everything that they are found by. Many at once, table by table. The writer locks the
 * library, so that numbers and names that are missing when it looks are still missing when it writes.
 */
import { foldName, wordsOf } from '@kifu/record/store';
import type { ListOp } from '../sql/ops.ts';
import { bytesList, numberList, textList } from './arrays.ts';
import type { Connections, Run } from './connections.ts';
import { nextIds } from './match-ids.ts';
import { partsOf } from './parts.ts';
import { decodeText, encodeText } from './text.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

/** A match to list, to hide or to show, or to forget. */
export type LibraryOp =
  | ListOp
  | { readonly do: 'hide'; readonly match: Uint8Array; readonly hidden: number }
  | { readonly do: 'remove'; readonly match: Uint8Array };

/** The queue of writes into the library. Each is answered whether it did something. */
export const createLister = ({ where, transact }: Connections): WriteQueue<LibraryOp, boolean> =>
  createWriteQueue({
    where,
    keyOf: op => nameOf(matchOf(op)),
    sizeOf: op => (op.do === 'list' ? sizeOfListing(op) : 0),
    commit: ops => transact(run => write(run, ops)),
  });

const matchOf = (op: LibraryOp): Uint8Array => (op.do === 'list' ? op.row.match : op.match);
const nameOf = (match: Uint8Array): string => Buffer.from(match).toString('latin1');

const sizeOfListing = ({ row, comments = [], positions }: ListOp): number =>
  comments.reduce((sum, text) => sum + text.length, 0) +
  row.players.length +
  row.opening.length +
  (positions?.length ?? 0);

/** What was listed of a match before. */
interface OldListing {
  readonly id: number;
  readonly match: Uint8Array;
  readonly players: string;
  readonly started_at: string | null;
  readonly result: string;
  readonly outcome: string | null;
  readonly facts: string | null;
  readonly event: string | null;
  readonly round: string | null;
  readonly eco: string | null;
  readonly hidden: number;
  readonly comments: string | null;
  readonly positions: Uint8Array | null;
}

/** A match as it is to be, and what it was. */
interface ListingChange {
  readonly op: ListOp;
  readonly old: OldListing | null;
  readonly id: number;
  readonly comments: readonly string[];
  readonly positions: Uint8Array;
  /** Which search data of a match must be written again. */
  readonly seats: boolean;
  readonly words: boolean;
  readonly places: boolean;
}

async function write(run: Run, ops: readonly LibraryOp[]): Promise<boolean[]> {
  await run({ text: LOCK });
  const found = await run<OldListing>({
    text: OLD,
    values: [bytesList(ops.map(matchOf))],
  });
  const olds = new Map(found.map(old => [nameOf(old.match), old]));
  const oldOf = (op: LibraryOp): OldListing | null => olds.get(nameOf(matchOf(op))) ?? null;
  const changes = await changesOf(run, ops, oldOf);
  // ids begin with the second of the start: a match with another start gets another id
  const moved = changes.flatMap(({ old, id }) => (old !== null && old.id !== id ? [old] : []));
  const removed = ops.flatMap(op => (op.do === 'remove' ? (oldOf(op) ?? []) : []));
  await forget(run, [...moved, ...removed]);
  await keep(run, changes);
  await dropNames(run, [
    ...moved,
    ...removed,
    ...changes.flatMap(({ seats, old }) => (seats && old ? old : [])),
  ]);
  const hides = ops.flatMap(op => (op.do === 'hide' ? op : []));
  if (hides.length > 0)
    await run({
      text: HIDE,
      values: [bytesList(hides.map(matchOf)), numberList(hides.map(({ hidden }) => hidden))],
    });
  return ops.map(op => op.do !== 'hide' || oldOf(op) !== null);
}

async function changesOf(
  run: Run,
  ops: readonly LibraryOp[],
  oldOf: (op: LibraryOp) => OldListing | null,
): Promise<ListingChange[]> {
  const lists = ops.flatMap(op => (op.do === 'list' ? { op, old: oldOf(op) } : []));
  const isNew = ({ op, old }: (typeof lists)[number]) =>
    old === null || decoded(old.started_at) !== op.row.started_at;
  const ids = await nextIds(
    run,
    lists.filter(isNew).map(({ op }) => op.second),
  );
  return lists.map(one => {
    const { op, old } = one;
    const isMoved = isNew(one);
    // all search data of a complete summary is written again, so that this repairs a library that has lost some
    const isWhole = isMoved || op.positions !== undefined;
    const isRenamed = isWhole || old?.players !== op.row.players;
    const isChanged = (name: (typeof SAID)[number]) =>
      decoded(old?.[name] ?? null) !== op.row[name];
    const positions = op.positions ?? old?.positions ?? NO_POSITIONS;
    return {
      op,
      old,
      id: isMoved ? ids.shift()! : old!.id,
      comments: op.comments ?? (JSON.parse(old?.comments ?? '[]') as string[]),
      positions,
      seats: isRenamed || old?.result !== op.row.result || old.outcome !== op.row.outcome,
      words: isRenamed || op.comments !== undefined || SAID.some(isChanged),
      places: isWhole,
    };
  });
}

/** Columns that have words of facts in them. */
const SAID = ['facts', 'event', 'round', 'eco'] as const;
const NO_POSITIONS = new Uint8Array(0);
const decoded = (text: string | null): string | null => (text === null ? null : decodeText(text));

/** Everything of some ids goes. */
async function forget(run: Run, olds: readonly OldListing[]): Promise<void> {
  if (olds.length === 0) return;
  await dropPositions(run, olds);
  const ids = [numberList(olds.map(({ id }) => id))];
  await run({ text: 'DELETE FROM matches WHERE id = ANY($1)', values: ids });
  for (const table of ['seats', 'words', 'traces'])
    await run({ text: `DELETE FROM ${table} WHERE match = ANY($1)`, values: ids });
}

async function keep(run: Run, changes: readonly ListingChange[]): Promise<void> {
  if (changes.length === 0) return;
  await keepMatches(run, changes);
  await seat(
    run,
    changes.filter(({ seats }) => seats),
  );
  await keepWords(
    run,
    changes.filter(({ words }) => words),
  );
  const places = changes.filter(one => one.places);
  await dropPositions(
    run,
    places.flatMap(({ old, id }) => (old !== null && old.id === id ? old : [])),
  );
  await addPositions(run, places);
  await keepTraces(
    run,
    changes.filter(({ op, old, id }) => old?.id !== id || op.comments || op.positions),
  );
}

async function keepMatches(run: Run, changes: readonly ListingChange[]): Promise<void> {
  const column = (pick: (change: ListingChange) => string | null): Buffer =>
    textList(changes.map(change => encoded(pick(change))));
  const rows = changes.map(({ op }) => op.row);
  await run({
    text: KEEP,
    values: [
      numberList(changes.map(({ id }) => id)),
      bytesList(rows.map(({ match }) => match)),
      bytesList(rows.map(({ head }) => head)),
      column(({ op }) => op.row.game),
      column(({ op }) => op.row.players),
      column(({ op }) => op.row.folded),
      column(({ op }) => [...op.row.first].slice(0, SORTED).join('')),
      column(({ op }) => op.row.started_at),
      numberList(rows.map(({ entries }) => entries)),
      column(({ op }) => op.row.result),
      column(({ op }) => op.row.reason),
      column(({ op }) => op.row.outcome),
      numberList(rows.map(({ rated }) => rated)),
      column(({ op }) => op.row.source),
      column(({ op }) => op.row.visibility),
      numberList(changes.map(({ old }) => old?.hidden ?? 0)),
      column(({ op }) => op.row.opening),
      column(({ op }) => op.row.facts),
      column(({ op }) => op.row.event),
      column(({ op }) => op.row.round),
      column(({ op }) => op.row.time_control),
      column(({ op }) => op.row.eco),
      numberList(rows.map(({ rating }) => rating)),
    ],
  });
}

/** How many letters of a name count in the order by name: what is in an index has an end. */
const SORTED = 200;
const encoded = (text: string | null): string | null => (text === null ? null : encodeText(text));

async function seat(run: Run, changes: readonly ListingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const seats = changes.flatMap(({ id, op: { row, scores } }) =>
    namesOf(row).flatMap((name, at) =>
      name === '' ? [] : { id, at, name, score: scores[at] ?? 'open' },
    ),
  );
  const names = [...new Set(seats.map(({ name }) => name))];
  await run({
    text: 'DELETE FROM seats WHERE match = ANY($1)',
    values: [numberList(changes.map(({ id }) => id))],
  });
  if (seats.length === 0) return;
  await run({
    text: ADD_NAMES,
    values: [
      textList(names.map(encodeText)),
      textList(names.map(name => encodeText(foldName(name)))),
      // parts have no U+0000 in them, and so no letter that stands for it
      textList(names.map(name => JSON.stringify(partsOf(foldName(name))))),
    ],
  });
  await run({
    text: SEAT,
    values: [
      numberList(seats.map(({ id }) => id)),
      numberList(seats.map(({ at }) => at)),
      textList(seats.map(({ name }) => encodeText(name))),
      textList(seats.map(({ score }) => score)),
    ],
  });
}

const namesOf = ({ players }: { readonly players: string }): string[] => JSON.parse(players);

/** Names that no player of a match bears any more are forgotten. */
async function dropNames(run: Run, olds: readonly OldListing[]): Promise<void> {
  const names = new Set(olds.flatMap(namesOf));
  if (names.size > 0)
    await run({ text: DROP_NAMES, values: [textList([...names].map(encodeText))] });
}

async function keepWords(run: Run, changes: readonly ListingChange[]): Promise<void> {
  if (changes.length === 0) return;
  const rows = changes.flatMap(({ id, op: { row, said }, comments }) =>
    inRows(wordsOf([...namesOf(row), ...said, ...comments])).map((words, part) => ({
      id,
      part,
      words,
    })),
  );
  await run({
    text: 'DELETE FROM words WHERE match = ANY($1)',
    values: [numberList(changes.map(({ id }) => id))],
  });
  if (rows.length > 0)
    await run({
      text: ADD_WORDS,
      values: [
        numberList(rows.map(({ id }) => id)),
        numberList(rows.map(({ part }) => part)),
        textList(rows.map(({ words }) => words.join(' '))),
      ],
    });
}

/** A row has room for a mebibyte of words, each with a few bytes more. */
const ROW_BYTES = 500_000;
const WORD_BYTES = 8;

function inRows(words: readonly string[]): string[][] {
  const rows: string[][] = [];
  let sizeBytes = ROW_BYTES;
  for (const word of words) {
    sizeBytes += Buffer.byteLength(word) + WORD_BYTES;
    if (sizeBytes > ROW_BYTES) {
      rows.push([]);
      sizeBytes = 0;
    }
    rows.at(-1)!.push(word);
  }
  return rows;
}

const dropPositions = (run: Run, olds: readonly OldListing[]): Promise<void> =>
  withPositions(
    run,
    'DELETE FROM positions p USING unnest($1::bigint[], $2::bigint[]) AS g (position, match) WHERE p.position = g.position AND p.match = g.match',
    olds.map(({ id, positions }) => ({ id, positions: positions ?? NO_POSITIONS })),
  );

const addPositions = (run: Run, changes: readonly ListingChange[]): Promise<void> =>
  withPositions(
    run,
    'INSERT INTO positions (position, match) SELECT * FROM unnest($1::bigint[], $2::bigint[]) ON CONFLICT DO NOTHING',
    changes,
  );

async function withPositions(
  run: Run,
  text: string,
  matches: readonly { readonly id: number; readonly positions: Uint8Array }[],
): Promise<void> {
  const rows = matches.flatMap(({ id, positions }) =>
    Array.from(eachPosition(positions), position => ({ id, position })),
  );
  // in the order of the index, which is quicker to write
  rows.sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id));
  const values = [
    numberList(rows.map(({ position }) => position)),
    numberList(rows.map(({ id }) => id)),
  ];
  if (rows.length > 0) await run({ text, values });
}

function* eachPosition(bytes: Uint8Array): Generator<bigint> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + 8 <= bytes.length; at += 8) yield view.getBigInt64(at);
}

async function keepTraces(run: Run, changes: readonly ListingChange[]): Promise<void> {
  if (changes.length === 0) return;
  await run({
    text: 'DELETE FROM traces WHERE match = ANY($1)',
    values: [numberList(changes.map(({ id }) => id))],
  });
  const some = changes.filter(({ comments, positions }) => comments.length + positions.length > 0);
  if (some.length > 0)
    await run({
      text: 'INSERT INTO traces (match, comments, positions) SELECT * FROM unnest($1::bigint[], $2::text[], $3::bytea[])',
      values: [
        numberList(some.map(({ id }) => id)),
        textList(some.map(({ comments }) => JSON.stringify(comments))),
        bytesList(some.map(({ positions }) => positions)),
      ],
    });
}

const COLUMNS = [
  ...['match', 'head', 'game', 'players', 'folded', 'first', 'started_at', 'entries', 'result'],
  ...['reason', 'outcome', 'rated', 'source', 'visibility', 'hidden', 'opening'],
  ...['facts', 'event', 'round', 'time_control', 'eco', 'rating'],
];
const TYPES = [
  ...['bigint', 'bytea', 'bytea', 'text', 'text', 'text', 'text', 'text', 'bigint', 'text'],
  ...['text', 'text', 'bigint', 'text', 'text', 'bigint', 'text'],
  ...['text', 'text', 'text', 'text', 'text', 'bigint'],
];

/** By table, so that each schema has its own. */
const LOCK = "SELECT pg_advisory_xact_lock('matches'::regclass::bigint)";
const OLD = `SELECT m.id, m.match, m.players, m.started_at, m.result, m.outcome, m.facts, m.event, m.round, m.eco,
    m.hidden, t.comments, t.positions
  FROM matches m LEFT JOIN traces t ON t.match = m.id WHERE m.match = ANY($1)`;
const KEEP = `INSERT INTO matches (id, ${COLUMNS.join(', ')})
  SELECT * FROM unnest(${TYPES.map((type, i) => `$${i + 1}::${type}[]`).join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${COLUMNS.map(name => `${name} = excluded.${name}`).join(', ')}`;
const HIDE = `UPDATE matches m SET hidden = g.hidden
  FROM unnest($1::bytea[], $2::bigint[]) AS g (match, hidden) WHERE m.match = g.match`;
const ADD_NAMES = `INSERT INTO names (name, folded, parts)
  SELECT g.name, g.folded, ARRAY(SELECT json_array_elements_text(g.parts::json))
  FROM unnest($1::text[], $2::text[], $3::text[]) AS g (name, folded, parts)
  WHERE NOT EXISTS (SELECT FROM names n WHERE n.name = g.name)`;
const SEAT = `INSERT INTO seats (match, seat, name, score)
  SELECT g.match, g.seat, n.id, g.score
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) AS g (match, seat, name, score)
  JOIN names n ON n.name = g.name`;
const DROP_NAMES = `DELETE FROM names n WHERE n.name = ANY($1)
  AND NOT EXISTS (SELECT FROM seats s WHERE s.name = n.id)`;
const ADD_WORDS = `INSERT INTO words (match, part, words)
  SELECT g.match, g.part, array_to_tsvector(string_to_array(g.words, ' '))
  FROM unnest($1::bigint[], $2::bigint[], $3::text[]) AS g (match, part, words)`;
