/**
 * How a search goes about it. SQLite does not know how many matches a value is found in, so we count, up to a bound, and let
 * the shortest list lead: its matches are looked at one by one, in the order that is asked for, until the page is full. A
 * plus before a column keeps SQLite from going by that column's index.
 */
import type { DatabaseSync } from 'node:sqlite';
import { hasWords } from '@kifu/record/tokenize';
import { JOINT } from '../sql/ops.ts';
import { TOLD_COLUMNS } from '../sql/parse-facts.ts';
import type { Range, TableSearch, Value } from '../sql/search.ts';

/** A piece of SQL with its values. */
export interface Sql {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Something that a match must be. */
interface Condition {
  /** A column, or an index. */
  readonly on: string;
  /** About the match `m`, to be checked row by row. */
  readonly check: Sql;
  /** Its matches as a list; null if there is none. */
  readonly list: List | null;
}

/** A condition whose list can lead a query. */
type Leader = Condition & { readonly list: List };

/** Where matches come from. */
interface Lead {
  /** `FROM … WHERE …`: ends in a condition. */
  readonly lead: Sql;
  /** The id of the match in it. */
  readonly id: string;
  /** Whether its ids come in order. */
  readonly isOrdered: boolean;
  /** Which conditions it has seen to. */
  readonly covers?: readonly Condition['on'][];
}

/** A list of matches. */
interface List extends Lead {
  /** What is counted: one row per match, or a few; or how many there are, if that is known. */
  readonly rows: Sql | number;
}

/** A plan: where rows come from, and by what they are ordered. */
export interface SearchPlan {
  /** `FROM … WHERE …`, complete but for the page. */
  readonly from: Sql;
  /** The id in it, by which the order costs nothing. */
  readonly id: string;
}

/** Factor up to which further lists are counted if all are long. */
const FAR = 4;
/** How many names of players or events a search may compare before it checks each match instead. */
const MANY_NAMES = 2048;
/** The shortest part that the index of parts knows. */
const TRIGRAM = 3;

/** Statements by their text. */
type Prepare = (sql: string) => ReturnType<DatabaseSync['prepare']>;

/** Plans a search. */
export function planSearch(counting: Counting, search: TableSearch): SearchPlan {
  const conditions = conditionsOf(counting, search);
  const leader = findLeader(counting, search, conditions);
  const { list } = leader ?? { list: sortedList(search) };
  const id = list.isOrdered ? list.id : 'm.id';
  const checks = conditions
    .filter(({ on }) => on !== leader?.on && !(leader === null && list.covers?.includes(on)))
    .map(({ check }) => check);
  return { from: join([list.lead, ...checks, ...boundsOf(search, list.id)], ' AND '), id };
}

/** Where no short list leads: everything, by the index that has the order that is asked for. */
function sortedList({ sort, same, ranges, do: what }: TableSearch): Lead {
  const all = {
    lead: { sql: 'FROM matches m WHERE true', values: [] },
    id: 'm.id',
    isOrdered: true,
  };
  if (what === 'stats' || sort === 'newest' || sort === 'oldest') return all;
  if (sort === 'player')
    return {
      ...all,
      lead: { sql: 'FROM matches m INDEXED BY matches_first WHERE true', values: [] },
    };
  const { game } = same;
  const index = game === undefined ? 'matches_entries' : 'matches_game_entries';
  return {
    ...all,
    lead: {
      sql: `FROM matches m INDEXED BY ${index}
        WHERE ${game === undefined ? '' : 'm.game = ? AND '}m.entries >= ? AND m.entries <= ?`,
      values: [...(game === undefined ? [] : [game]), ...boundsIn(ranges.entries ?? {})],
    },
    covers: ['game', 'entries'],
  };
}

/**
 * The condition whose list leads; null where it is best to go through all in the order that is asked for. A short list always
 * leads. Of long ones it is guessed how many matches each way would have to look at, as if nothing had to do with anything else.
 */
function findLeader(
  { prepare, total, long }: Counting,
  search: TableSearch,
  conditions: readonly Condition[],
): Leader | null {
  const { sort, do: what, limit } = search;
  const leaders = conditions.filter((one): one is Leader => one.list !== null);
  const short = least(leaders.map(leader => count(prepare, leader, long)));
  if (short === null || short.rows < long) return short?.leader ?? null;
  const counted = leaders.map(leader => count(prepare, leader, FAR * long));
  if (what === 'stats') return least(counted)?.leader ?? null;
  const isCovered = ({ on }: Leader) => sortedList(search).covers?.includes(on) === true;
  const walk = counted
    .filter(({ leader }) => !isCovered(leader))
    .reduce((rows, { rows: n }) => rows * (total() / Math.max(n, 1)), limit + 1);
  const ways: Counted[] = counted.filter(({ rows }) => rows < FAR * long);
  if (sort === 'newest' || sort === 'oldest')
    for (const { leader, rows } of counted)
      if (leader.list.isOrdered) ways.push({ leader, rows: (walk * rows) / total() });
  const best = least(ways);
  return best === null || best.rows > walk ? null : best.leader;
}

/** What counting needs. */
export interface Counting {
  readonly prepare: Prepare;
  /** About how many matches there are. */
  total(): number;
  /**
   * Returns the numbers of the matches that reached a position, for the function `reached` of SQL to use from then on; null if there are
   * too many.
   */
  reached(position: bigint, most: number): readonly number[] | null;
  /** How far lists are counted: more is long. */
  readonly long: number;
}

interface Counted {
  readonly leader: Leader;
  readonly rows: number;
}

const count = (prepare: Prepare, leader: Leader, most: number): Counted => ({
  leader,
  rows:
    typeof leader.list.rows === 'number'
      ? Math.min(leader.list.rows, most)
      : countUpTo(prepare, leader.list.rows, most),
});

/** The first of those with the fewest rows. */
const least = (counted: readonly Counted[]): Counted | null =>
  counted.reduce<Counted | null>((a, b) => (a === null || b.rows < a.rows ? b : a), null);

function countUpTo(prepare: Prepare, { sql, values }: Sql, most: number): number {
  const row = prepare(`SELECT count(*) AS n FROM (SELECT 1 ${sql} LIMIT ?)`).get(...values, most);
  return row!.n as number;
}

/** Times and pages are bounds of ids. */
function boundsOf({ ids: [from, before] }: TableSearch, id: string): Sql[] {
  const bounds: Sql[] = [];
  if (from !== null) bounds.push({ sql: `${id} >= ?`, values: [from] });
  if (before !== null) bounds.push({ sql: `${id} < ?`, values: [before] });
  return bounds;
}

/** Where all lists are long the first leads: so conditions that are dear to check come first. */
function conditionsOf({ prepare, reached, long }: Counting, search: TableSearch): Condition[] {
  const { words, position, part, opening, same } = search;
  const conditions: Condition[] = [];
  const event = search.event && eventCondition(prepare, search.event);
  // events without a list are found by their words
  const listed = event?.list === null ? [...new Set([...words, ...search.event!])] : words;
  if (listed.length > 0) conditions.push(wordsCondition(listed));
  if (event !== null) conditions.push(event);
  if (position !== null) conditions.push(positionCondition(reached(position, FAR * long)));
  if (part !== null) conditions.push(partCondition(prepare, part));
  if (opening !== '') conditions.push(openingCondition(prepare, opening, same.game));
  for (const [column, range] of Object.entries(search.ranges))
    conditions.push(rangeCondition(column, boundsIn(range), same.game));
  return [...conditions, ...sameConditions(prepare, same), ...factConditions(search)];
}

/** Sites and tags are in no index: matches are found by their words, and each is checked. */
function factConditions({ site, tag }: TableSearch): Condition[] {
  const checks: Condition[] = [];
  if (site !== null) {
    const check = { sql: 'has_site(m.facts, ?)', values: [JSON.stringify(site)] };
    checks.push({ on: 'site', check, list: null });
  }
  if (tag !== null) {
    const told = TOLD_COLUMNS.map(column => `m.${column}`);
    const check = { sql: `has_tag(?, m.facts, ${told})`, values: [tag] };
    checks.push({ on: 'tag', check, list: null });
  }
  return checks;
}

function wordsCondition(words: readonly string[]): Condition {
  const values = [words.map(word => `"${word}"*`).join(' ')];
  return {
    on: 'words',
    // all matches with the words at once: to ask the index about one match takes as long as for some thousand
    check: { sql: '+m.id IN (SELECT w.rowid FROM words w WHERE w.words MATCH ?)', values },
    list: {
      rows: { sql: 'FROM words WHERE words MATCH ?', values },
      lead: {
        sql: 'FROM words w CROSS JOIN matches m ON m.id = w.rowid WHERE w.words MATCH ?',
        values,
      },
      id: 'w.rowid',
      isOrdered: true,
    },
  };
}

/**
 * Words of an event. The names of a few events are read and compared, since a word such as "open" may be in every second
 * match. Where there are many events, `wordsCondition` finds the matches, and this condition checks each.
 */
function eventCondition(prepare: Prepare, words: readonly string[]): Condition {
  const events = eventsOf(prepare);
  if (events.length > MANY_NAMES)
    return {
      on: 'event',
      check: { sql: 'has_words(m.event, ?)', values: [JSON.stringify(words)] },
      list: null,
    };
  const found = events.filter(event => hasWords(event, words));
  const values = [JSON.stringify(found)];
  const isFound = 'event IN (SELECT value FROM json_each(?))';
  const rows = { sql: `FROM matches WHERE ${isFound}`, values };
  return {
    on: 'event',
    check: { sql: `+m.${isFound}`, values },
    list:
      found.length === 1
        ? orderedList('matches_event', 'event = ?', found)
        : {
            rows,
            lead: { sql: `FROM matches m WHERE m.id IN (SELECT id ${rows.sql})`, values },
            id: 'm.id',
            isOrdered: false,
          },
  };
}

/** The names of all events, up to one more than `MANY_NAMES`: one look into the index for each. */
const eventsOf = (prepare: Prepare): string[] =>
  prepare(
    `WITH RECURSIVE events (event) AS (
      SELECT min(event) FROM matches WHERE event IS NOT NULL UNION ALL
      SELECT (SELECT min(event) FROM matches WHERE event > e.event) FROM events e WHERE e.event IS NOT NULL
    ) SELECT event FROM events WHERE event IS NOT NULL LIMIT ?`,
  )
    .all(MANY_NAMES + 1)
    .map(({ event }) => event as string);

/** The matches of a position are found elsewhere. Null if they are too many to lead a query. */
const positionCondition = (reached: readonly number[] | null): Condition => ({
  on: 'position',
  check: { sql: 'reached(m.number)', values: [] },
  list: reached && {
    rows: reached.length,
    lead: {
      sql: `FROM matches m WHERE m.id IN (SELECT n.id FROM json_each(?)
        CROSS JOIN matches n ON n.number = json_each.value)`,
      values: [JSON.stringify(reached)],
    },
    id: 'm.id',
    isOrdered: false,
  },
});

/** A part of a name: one name has a list in order, a few have lists, and of many each match is asked. */
function partCondition(prepare: Prepare, part: string): Condition {
  const check: Sql = part.includes(JOINT)
    ? {
        sql: `(SELECT count(*) FROM seats s JOIN names n ON n.id = s.name
          WHERE s.match = m.id AND instr(n.folded, ?) > 0) > 0`,
        values: [part],
      }
    : part === ''
      ? { sql: "m.folded <> ''", values: [] }
      : { sql: 'instr(m.folded, ?) > 0', values: [part] };
  const names = part === '' ? null : namesWith(prepare, part);
  return { on: 'part', check, list: names === null ? null : seatsOf(names) };
}

/** Returns the IDs of names with a part; null if there are many. */
function namesWith(prepare: Prepare, part: string): number[] | null {
  const isKnown = [...part].length >= TRIGRAM && !part.includes('\0');
  const sql = isKnown
    ? 'SELECT rowid AS id FROM name_parts WHERE name_parts MATCH ? LIMIT ?'
    : 'SELECT id FROM names WHERE instr(folded, ?) > 0 LIMIT ?';
  const value = isKnown ? `"${part.replaceAll('"', '""')}"` : part;
  const rows = prepare(sql).all(value, MANY_NAMES + 1);
  return rows.length > MANY_NAMES ? null : rows.map(({ id }) => id as number);
}

function seatsOf(names: readonly number[]): List {
  if (names.length === 1) return seatsOfOne(names[0]!);
  // as one value, so that any number of names is the same statement
  const rows = {
    sql: 'FROM seats WHERE name IN (SELECT value FROM json_each(?))',
    values: [JSON.stringify(names)],
  };
  return {
    rows,
    lead: { sql: `FROM matches m WHERE m.id IN (SELECT match ${rows.sql})`, values: rows.values },
    id: 'm.id',
    isOrdered: false,
  };
}

/** The matches of one name; a player who sits at a table twice is listed once. */
const seatsOfOne = (name: number): List => ({
  rows: { sql: 'FROM seats WHERE name = ?', values: [name] },
  lead: {
    sql: `FROM seats s CROSS JOIN matches m ON m.id = s.match WHERE s.name = ? AND s.seat =
      (SELECT min(t.seat) FROM seats t WHERE t.match = s.match AND t.name = s.name)`,
    values: [name],
  },
  id: 's.match',
  isOrdered: true,
});

/** Openings are indexed game by game. */
function openingCondition(prepare: Prepare, opening: string, game: Value | undefined): Condition {
  const games = game === undefined ? gamesOf(prepare) : [game];
  const range = [opening, after(opening)];
  const rows: Sql = {
    sql: `FROM matches WHERE game IN (${games.map(() => '?')}) AND opening >= ? AND opening < ?`,
    values: [...games, ...range],
  };
  return {
    on: 'opening',
    check: { sql: '+m.opening >= ? AND +m.opening < ?', values: range },
    list: {
      rows,
      lead: { sql: `FROM matches m WHERE m.id IN (SELECT id ${rows.sql})`, values: rows.values },
      id: 'm.id',
      isOrdered: false,
    },
  };
}

/** All games there are: one look into the index for each. */
const gamesOf = (prepare: Prepare): Value[] =>
  prepare(
    `WITH RECURSIVE games (game) AS (
      SELECT min(game) FROM matches UNION ALL
      SELECT (SELECT min(game) FROM matches WHERE game > g.game) FROM games g WHERE g.game IS NOT NULL
    ) SELECT game FROM games WHERE game IS NOT NULL`,
  )
    .all()
    .map(({ game }) => game as Value);

/** The first text after all that begin with this one, which ends in `\n`. */
const after = (text: string): string => `${text.slice(0, -1)}\u000b`;

/** Both bounds; numbers that are not bounded are no less than 0. */
const boundsIn = ({ least, most }: Range): readonly [least: Value, most: Value] => [
  least ?? 0,
  most ?? Number.MAX_SAFE_INTEGER,
];

/** A column that must lie within bounds. Lengths are indexed game by game, too. */
function rangeCondition(
  column: string,
  range: readonly [least: Value, most: Value],
  game: Value | undefined,
): Condition {
  const ofGame = column === 'entries' && game !== undefined;
  const rows: Sql = {
    sql: `FROM matches WHERE ${ofGame ? 'game = ? AND ' : ''}${column} >= ? AND ${column} <= ?`,
    values: ofGame ? [game, ...range] : range,
  };
  return {
    on: column,
    check: { sql: `+m.${column} >= ? AND +m.${column} <= ?`, values: range },
    list: {
      rows,
      lead: { sql: `FROM matches m WHERE m.id IN (SELECT id ${rows.sql})`, values: rows.values },
      id: 'm.id',
      isOrdered: false,
    },
  };
}

/** Columns that are too unspecific for an index. */
const WITHOUT_INDEX: readonly string[] = ['round', 'time_control'];

/** Columns that must be some value. */
function sameConditions(prepare: Prepare, same: TableSearch['same']): Condition[] {
  return Object.entries(same).map(([column, value]) => ({
    on: column,
    check: { sql: `+m.${column} = ?`, values: [value] },
    list: listOfSame(prepare, column, value, same.game),
  }));
}

function listOfSame(
  prepare: Prepare,
  column: string,
  value: Value,
  game: Value | undefined,
): List | null {
  if (WITHOUT_INDEX.includes(column)) return null;
  // nearly all are not hidden, so that only the others are listed
  if (column === 'hidden') return value === 0 ? null : orderedList('matches_hidden', 'hidden = 1');
  if (column !== 'result' && column !== 'reason')
    return orderedList(`matches_${column}`, `${column} = ?`, [value]);
  // these are indexed game by game
  const games = game === undefined ? gamesOf(prepare) : [game];
  if (games.length === 1)
    return orderedList(`matches_game_${column}`, `game = ? AND ${column} = ?`, [games[0]!, value]);
  const rows: Sql = {
    sql: `FROM matches WHERE game IN (${games.map(() => '?')}) AND ${column} = ?`,
    values: [...games, value],
  };
  return {
    rows,
    lead: { sql: `FROM matches m WHERE m.id IN (SELECT id ${rows.sql})`, values: rows.values },
    id: 'm.id',
    isOrdered: false,
  };
}

/** The matches of an index, by time. */
const orderedList = (index: string, where: string, values: readonly Value[] = []): List => ({
  rows: { sql: `FROM matches WHERE ${where}`, values },
  lead: { sql: `FROM matches m INDEXED BY ${index} WHERE ${where}`, values },
  id: 'm.id',
  isOrdered: true,
});

/** Pieces made one. */
const join = (pieces: readonly Sql[], joint: string): Sql => ({
  sql: pieces.map(({ sql }) => sql).join(joint),
  values: pieces.flatMap(({ values }) => values),
});
