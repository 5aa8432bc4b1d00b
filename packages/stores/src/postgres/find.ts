/**
 * Searches: pages of matches in any order, and counts. Unlike SQLite, PostgreSQL knows how common a value is, so that one statement says what is
 * asked for and the server finds the way.
 */
import { hasTag, hasWords } from '@kifu/record/store';
import { JOINT } from '../sql/ops.ts';
import { parseFacts, TOLD_COLUMNS } from '../sql/parse-facts.ts';
import {
  type CountedRows,
  type FoundRows,
  LISTING_COLUMNS,
  type TableSearch,
  type Value,
} from '../sql/search.ts';
import { numberList, textList } from './arrays.ts';
import type { Connections, Run, Statement } from './connections.ts';
import { partsOf } from './parts.ts';
import { INDEXED, INDEXED_OPENING } from './schema.ts';
import { join, raw, type Sql, sql, statement } from './sql.ts';
import { decodeText, encodeText } from './text.ts';

/** Up to how many names may match a part; beyond it, each match is tested instead. */
const MANY_NAMES = 2048;
const COLUMNS = [...LISTING_COLUMNS, 'first', 'id'] as const;

type Values = readonly Value[];

/** One page. */
export const findMatches = async (
  connections: Connections,
  search: TableSearch,
): Promise<FoundRows> => {
  const rows = await asked(connections, search, async run => {
    const conditions = await conditionsOf(run, search);
    return conditions === null ? [] : run<Values>(findStatement(search, conditions));
  });
  const { limit, sort } = search;
  const page = rows.slice(0, limit).map(decodeRow);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    rows: page.map(row => row.slice(0, LISTING_COLUMNS.length)),
    next: last === undefined ? null : placeOf(sort, last),
  };
};

/** All that a search finds, counted. */
export const countMatches = (connections: Connections, search: TableSearch): Promise<CountedRows> =>
  connections.readAtOnce(async run => {
    const conditions = await conditionsOf(run, search);
    if (conditions === null) return { matches: 0, entries: 0, tallies: [] };
    const [row] = await run<{ n: number; entries: number }>(
      statement(sql`select count(*) as n, coalesce(sum(m.entries), 0) as entries
        from matches m where ${all(conditions)}`),
    );
    const tallied: Statement = {
      ...statement(talliesOf(search, conditions)),
      rowMode: 'array',
    };
    const tallies = search.limit === 0 ? [] : await run<Values>(tallied);
    return { matches: row!.n, entries: row!.entries, tallies: tallies.map(decodeRow) };
  });

/** Parts of names, words of an event or a site, and tags take several looks, which are at one moment. */
const asked = <T>(
  { read, readAtOnce }: Connections,
  { part, event, site, tag }: TableSearch,
  look: (run: Run) => Promise<T>,
): Promise<T> =>
  [part, event, site, tag].every(one => one === null) ? look(read) : readAtOnce(look);

function findStatement({ sort, after, limit }: TableSearch, conditions: readonly Sql[]): Statement {
  const { key, up } = ORDERS[sort];
  const order = [...key, 'm.id'];
  const page =
    after === null
      ? []
      : [sql`(${raw(order.join(', '))}) ${raw(up ? '>' : '<')} (${join(after.map(placed), ', ')})`];
  const directed = order.map(name => `${name} ${up ? 'asc' : 'desc'}`).join(', ');
  const query = sql`select ${raw(COLUMNS.map(name => `m.${name}`).join(', '))} from matches m
    where ${all([...conditions, ...page])} order by ${raw(directed)} limit ${limit + 1}`;
  return { ...statement(query), rowMode: 'array' };
}

/** Numbers of a page are those of ids and lengths; without a type they would be text. */
const placed = (value: string | number): Sql =>
  typeof value === 'number' ? sql`${value}::bigint` : sql`${encodeText(value)}::text`;

export const all = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`true` : join(conditions, ' and ');

const talliesOf = ({ part, limit }: TableSearch, conditions: readonly Sql[]): Sql => sql`
  select n.name, found.game, count(*) as played, ${raw(COUNTS)}
  from (select m.id, m.game from matches m where ${all(conditions)}) found
  join seats s on s.match = found.id join names n on n.id = s.name
  where ${part === null ? sql`true` : has('n.folded', part)}
  group by n.id, found.game order by played desc, n.name, found.game limit ${limit}`;

/** In the order of the counts of a tally. */
const COUNTS = ['win', 'loss', 'draw', 'void', 'open']
  .map(score => `count(*) filter (where s.score = '${score}')`)
  .join(', ');

/** By which columns each order goes before it goes by time. */
const ORDERS = {
  newest: { key: [], up: false },
  oldest: { key: [], up: true },
  longest: { key: ['m.entries'], up: false },
  shortest: { key: ['m.entries'], up: true },
  player: { key: ['m.first'], up: true },
} as const;

function placeOf(sort: TableSearch['sort'], row: Values): (string | number)[] {
  const at = (name: (typeof COLUMNS)[number]) => row[COLUMNS.indexOf(name)] as string | number;
  if (sort === 'player') return [at('first'), at('id')];
  return sort === 'newest' || sort === 'oldest' ? [at('id')] : [at('entries'), at('id')];
}

/** Texts of a row as they were given. */
export const decodeRow = (row: Values): Value[] =>
  row.map(value => (typeof value === 'string' ? decodeText(value) : value));

/** Returns the conditions for a match; null if there can be none. */
export async function conditionsOf(run: Run, search: TableSearch): Promise<Sql[] | null> {
  const { words, position, part, opening, same, ranges, ids } = search;
  const conditions: Sql[] = Object.entries(same).map(([column, value]) => isSame(column, value));
  if (words.length > 0) conditions.push(hasAllWords(words));
  if (position !== null)
    conditions.push(
      sql`m.id in (select p.match from positions p where p.position = ${`${position}`}::bigint)`,
    );
  if (opening !== '') conditions.push(...opensWith(encodeText(opening)));
  for (const [column, { least, most }] of Object.entries(ranges)) {
    if (Number.isNaN(least) || Number.isNaN(most)) return null;
    const ref = raw(`m.${column}`);
    if (least !== undefined) conditions.push(sql`${ref} >= ${bound(least, Math.ceil)}`);
    if (most !== undefined) conditions.push(sql`${ref} <= ${bound(most, Math.floor)}`);
  }
  if (ids[0] !== null) conditions.push(sql`m.id >= ${ids[0]}::bigint`);
  if (ids[1] !== null) conditions.push(sql`m.id < ${ids[1]}::bigint`);
  if (search.event !== null) {
    const events = await eventsWith(run, search.event);
    if (events.length === 0) return null;
    conditions.push(sql`m.event = any(${textList(events)}::text[])`);
  }
  if (part !== null) {
    const named = await hasPart(run, part);
    if (named === null) return null;
    conditions.push(named);
  }
  if (search.site !== null || search.tag !== null)
    conditions.push(
      sql`m.id = any(${numberList(await idsWithFacts(run, search, conditions))}::bigint[])`,
    );
  return conditions;
}

/** How many matches are looked at for their site or a tag at once. */
const LOOKED_AT = 10_000;

/** Sites and tags are in no index: of the matches that all else leaves, each is checked. */
async function idsWithFacts(
  run: Run,
  { site, tag }: TableSearch,
  conditions: readonly Sql[],
): Promise<number[]> {
  const ids: number[] = [];
  const columns = raw(['id', 'facts', ...TOLD_COLUMNS].map(name => `m.${name}`).join(', '));
  for (let last: number | null = null; ; ) {
    const after: Sql[] = last === null ? [] : [sql`m.id > ${last}::bigint`];
    const look = statement(sql`select ${columns} from matches m
      where m.facts is not null and ${all([...conditions, ...after])}
      order by m.id limit ${LOOKED_AT}`);
    const rows: readonly Values[] = await run<Values>({ ...look, rowMode: 'array' });
    for (const [id, text, ...told] of rows.map(decodeRow)) {
      const facts = parseFacts(text as string, told as (string | null)[]);
      const isAt = site === null || hasWords(facts.site, site);
      if (isAt && (tag === null || hasTag(facts, tag))) ids.push(id as number);
    }
    if (rows.length < LOOKED_AT) return ids;
    last = rows.at(-1)![0] as number;
  }
}

/** A bound that the column can be compared with. */
const bound = (value: string | number, round: (n: number) => number): Sql =>
  typeof value === 'string'
    ? sql`${encodeText(value)}`
    : sql`${Math.min(Math.max(round(value), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)}::bigint`;

/** Columns whose values may be long are known to the index by their first letters. */
const LONG = ['game', 'reason', 'source'];

function isSame(column: string, value: string | number): Sql {
  const ref = raw(`m.${column}`);
  // spelled as in the partial index, so that the index is used
  if (column === 'hidden') return raw(`m.hidden = ${Number(value)}`);
  if (typeof value === 'number') return sql`${ref} = ${value}::bigint`;
  const text = encodeText(value);
  if (!LONG.includes(column)) return sql`${ref} = ${text}`;
  const short = sql`left(${ref}, ${raw(`${INDEXED}`)}) = ${beginning(text, INDEXED)}`;
  return [...text].length < INDEXED ? short : sql`${short} and ${ref} = ${text}`;
}

/** Finds the events with words that have these prefixes, as stored. */
async function eventsWith(run: Run, words: readonly string[]): Promise<string[]> {
  const known = words.length === 0 ? sql`true` : hasAllWords(words);
  const rows = await run<{ event: string }>(
    statement(sql`select distinct m.event from matches m where m.event is not null and ${known}`),
  );
  return rows.map(({ event }) => event).filter(event => hasWords(decodeText(event), words));
}

/** The first letters, as PostgreSQL counts them. */
const beginning = (text: string, letters: number): string =>
  text.length <= letters ? text : [...text].slice(0, letters).join('');

/** Each begins a word. A match that has more than one row of words may have one in each. */
function hasAllWords(words: readonly string[]): Sql {
  const each = words.map(word => `'${word}':*`);
  const together = sql`select w.match from words w where w.words @@ ${each.join(' & ')}::tsquery`;
  if (words.length === 1) return sql`m.id in (${together})`;
  const scattered = each.map(word => sql`bool_or(w.words @@ ${word}::tsquery)`);
  return sql`m.id in (${together} union all
    select w.match from words w where w.match in (select l.match from words l where l.part > 0)
    group by w.match having ${join(scattered, ' and ')})`;
}

/** An opening ends in `\\n`, so the first text after all that begin with it ends in the next letter. */
function opensWith(opening: string): Sql[] {
  const column = raw(`left(m.opening, ${INDEXED_OPENING})`);
  if ([...opening].length <= INDEXED_OPENING)
    return [sql`${column} >= ${opening}`, sql`${column} < ${`${opening.slice(0, -1)}\u000b`}`];
  return [
    sql`${column} = ${beginning(opening, INDEXED_OPENING)}`,
    sql`starts_with(m.opening, ${opening})`,
  ];
}

const has = (column: string, part: string): Sql =>
  sql`strpos(${raw(column)}, ${encodeText(part)}) > 0`;

/** A part of a name: of a few names their matches, of many each match is asked; null where no player has such a name. */
async function hasPart(run: Run, part: string): Promise<Sql | null> {
  if (part === '') return sql`m.folded <> ''`;
  const names = await run<{ id: number }>(namesWith(part));
  if (names.length === 0) return null;
  if (names.length <= MANY_NAMES)
    return sql`m.id in (select s.match from seats s where s.name = any(${numberList(names.map(({ id }) => id))}::bigint[]))`;
  // the separator of names in that column may be part of a name, too
  if (!part.includes(JOINT)) return has('m.folded', part);
  return sql`exists (select from seats s join names n on n.id = s.name where s.match = m.id and ${has('n.folded', part)})`;
}

function namesWith(part: string): Statement {
  const parts = partsOf(part);
  const known = parts.length === 0 ? sql`true` : sql`n.parts @> ${textList(parts)}::text[]`;
  return statement(sql`select n.id from names n
    where ${known} and ${has('n.folded', part)} limit ${MANY_NAMES + 1}`);
}
