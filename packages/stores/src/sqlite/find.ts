/** Searches: pages of matches in any order, and counts. */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { hasTag, hasWords } from '@kifu/record/tokenize';
import type { ExploredRows, ExploreSearch } from '../sql/explored.ts';
import { parseFacts } from '../sql/parse-facts.ts';
import {
  type CountedRows,
  type FoundRows,
  LISTING_COLUMNS,
  type TableSearch,
  type Value,
} from '../sql/search.ts';
import { Bits } from './bits.ts';
import { Explorer } from './explore.ts';
import { type Counting, planSearch, type Sql } from './plan.ts';
import { soughtPositionKey } from './run-keys.ts';
import { RUNS, Runs } from './runs.ts';

/** How far lists are counted: more is long. */
const LONG = 8192;
/** To count all matches takes some time, and they do not become many more at once. */
const COUNT_EVERY = 500;
/** Statements are cached, up to a number of kinds of searches. */
const MOST_STATEMENTS = 500;
const COLUMNS = [...LISTING_COLUMNS, 'first', 'id'];

/** Searches in an open file. */
export class Finder {
  readonly #db: DatabaseSync;
  readonly #counting: Counting;
  readonly #statements = new Map<string, StatementSync>();
  readonly #positions: Runs;
  readonly #explorer: Explorer;
  /** Numbers of matches that reached the position which is asked for. */
  #reached = new Bits();
  #count = 0;
  #age = 0;

  /** How far lists are counted is an option, for tests. */
  constructor(db: DatabaseSync, long = LONG) {
    this.#db = db;
    this.#positions = new Runs(db, RUNS.positions);
    this.#counting = {
      prepare: sql => this.#prepare(sql),
      total: () => this.#total(),
      reached: (position, most) => this.#reach(position, most),
      long,
    };
    this.#explorer = new Explorer(db, {
      from: search => planSearch(this.#counting, search).from,
      positions: this.#positions,
    });
    db.function('reached', number =>
      Number(number !== null && this.#reached.has(number as number)),
    );
    db.function('has_words', { deterministic: true }, (text, words) =>
      Number(hasWords(text as string | null, JSON.parse(words as string) as string[])),
    );
    db.function('has_site', { deterministic: true }, (facts, words) =>
      Number(
        facts !== null &&
          hasWords(parseFacts(facts as string, []).site, JSON.parse(words as string) as string[]),
      ),
    );
    db.function('has_tag', { deterministic: true, varargs: true }, (tag, facts, ...told) =>
      Number(
        facts !== null &&
          hasTag(parseFacts(facts as string, told as (string | null)[]), tag as string),
      ),
    );
  }

  /** One page. All its looks are at one moment of the file. */
  find(search: TableSearch): FoundRows {
    return this.#atOnce(() => {
      const { limit, sort } = search;
      const { sql, values } = this.findSql(search);
      const statement = this.#prepare(`${sql} LIMIT ?`);
      statement.setReturnArrays(true);
      const rows = statement.all(...values, limit + 1) as unknown as Value[][];
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        rows: page.map(row => row.slice(0, LISTING_COLUMNS.length)),
        next: last === undefined ? null : placeOf(sort, last),
      };
    });
  }

  /** The statement that finds a page, but for its limit. */
  findSql(search: TableSearch): Sql {
    const { sort, after } = search;
    const { from, id } = planSearch(this.#counting, search);
    const { key, up } = ORDERS[sort];
    const order = [...key, id];
    const direction = up ? 'ASC' : 'DESC';
    const page =
      after === null ? '' : ` AND (${order}) ${up ? '>' : '<'} (${order.map(() => '?')})`;
    return {
      sql: `SELECT ${COLUMNS.map(name => `m.${name}`)} ${from.sql}${page}
        ORDER BY ${order.map(name => `${name} ${direction}`)}`,
      values: [...from.values, ...(after ?? [])],
    };
  }

  stats(search: TableSearch): CountedRows {
    return this.#atOnce(() => {
      const { from } = planSearch(this.#counting, search);
      const totals = this.#prepare(
        `SELECT count(*) AS n, sum(m.entries) AS entries ${from.sql}`,
      ).get(...from.values)!;
      return {
        matches: totals.n as number,
        entries: (totals.entries as number | null) ?? 0,
        tallies: this.#tallies(search, from),
      };
    });
  }

  explore(asked: ExploreSearch): ExploredRows {
    return this.#atOnce(() => this.#explorer.explore(asked));
  }

  /** Counting matches looks at each, and their results at each seat: skipped if the limit is 0. */
  #tallies({ part, limit }: TableSearch, from: Sql): Value[][] {
    if (limit === 0) return [];
    const named = part === null ? '' : 'AND instr(n.folded, ?) > 0';
    const statement = this.#prepare(`
      SELECT n.name, found.game, count(*) AS played, ${SCORES.map(score => `sum(s.score = '${score}')`)}
      FROM (SELECT m.id, m.game ${from.sql}) found
      JOIN seats s ON s.match = found.id JOIN names n ON n.id = s.name
      WHERE true ${named}
      GROUP BY n.id, found.game ORDER BY played DESC, n.name, found.game LIMIT ?`);
    statement.setReturnArrays(true);
    const values = [...from.values, ...(part === null ? [] : [part]), limit];
    return statement.all(...values) as unknown as Value[][];
  }

  /** Returns the numbers of the matches that reached a position; null if there are too many. */
  #reach(position: bigint, most: number): number[] | null {
    this.#reached = new Bits();
    const numbers: number[] = [];
    this.#positions.each(soughtPositionKey(position), number => {
      if (this.#reached.add(number) && numbers.length <= most) numbers.push(number);
    });
    return numbers.length > most ? null : numbers;
  }

  #total(): number {
    if (this.#age++ % COUNT_EVERY === 0)
      this.#count = this.#prepare('SELECT count(*) AS n FROM matches').get()!.n as number;
    return this.#count;
  }

  #atOnce<T>(look: () => T): T {
    this.#db.exec('BEGIN');
    try {
      return look();
    } finally {
      this.#db.exec('COMMIT');
    }
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    if (this.#statements.size >= MOST_STATEMENTS) this.#statements.clear();
    const statement = this.#db.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** In the order of the counts of a tally. */
const SCORES = ['win', 'loss', 'draw', 'void', 'open'] as const;

/** By which columns each order goes before it goes by time. */
const ORDERS = {
  newest: { key: [], up: false },
  oldest: { key: [], up: true },
  longest: { key: ['m.entries'], up: false },
  shortest: { key: ['m.entries'], up: true },
  player: { key: ['m.first'], up: true },
} as const;

function placeOf(sort: TableSearch['sort'], row: readonly Value[]): (string | number)[] {
  const at = (name: string) => row[COLUMNS.indexOf(name)] as string | number;
  if (sort === 'player') return [at('first'), at('id')];
  return sort === 'newest' || sort === 'oldest' ? [at('id')] : [at('entries'), at('id')];
}
