/**
 * What a library can be asked, as one table: from it come the type of a query, how addresses, flags and forms are read, how a library
 * in memory decides, and what a database compares. To add a filter, add a row, and its column where databases have none yet.
 */
import { fail, lowestRating, type Outcome, ok, parseDate, type Result } from '@kifu/core';
import {
  BadQueryError,
  type MatchSummary,
  POSITION_BYTES,
  type Sort,
  type Visibility,
} from './library.ts';
import { foldName, hasTag, hasWords, splitTag, wordsOf } from './tokenize.ts';

/** What a value is, and so how it is read from text. */
export interface Kind<Value> {
  readonly type: 'text' | 'tag' | 'choice' | 'count' | 'flag' | 'date' | 'moves' | 'position';
  /** The most letters of a text, or the greatest number. */
  readonly max: number;
  /** Where there are only some. */
  readonly values?: readonly string[];
  /** A fault says what the text must be. */
  parse(text: string): Result<Value>;
  /** Why a value of this type cannot be asked for; null where it can. */
  refuses?(value: Value): string | null;
}

/** A summary with what else it is found by. */
export interface Searched {
  readonly listing: MatchSummary;
  /** When it started, in seconds, by `startOf`. */
  readonly second: number;
  readonly isHidden: boolean;
  readonly words: readonly string[];
  /** As text, by `positionText`. */
  readonly positions: ReadonlySet<string>;
}

/** The columns of a database that values are compared with. */
export type ComparedColumn =
  | ('game' | 'result' | 'reason' | 'entries' | 'rated' | 'source' | 'visibility')
  | ('round' | 'time_control' | 'eco' | 'rating');

/** What a column of a database must be: this value, or within bounds, which are in. */
export type Compared = { readonly column: ComparedColumn } & (
  | { readonly is: string | number }
  | { readonly least?: string | number; readonly most?: string | number }
);

/** A row of the table. */
export interface Filter<Value> {
  readonly kind: Kind<Value>;
  /** As a flag of a command. */
  readonly flag: string;
  /** Which matches it finds, as help: `at least N entries`. */
  readonly help: string;
  /** Prepares a value once; the test is asked for every summary. */
  test(value: Value): (one: Searched) => boolean;
  /** Left out where a database finds it by a separate index. */
  compare?(value: Value): Compared;
}

const must = (what: string) => fail('malformed', `must be ${what}`);

const text = (max: number): Kind<string> => ({
  type: 'text',
  max,
  parse: value => (value === '' || value.length > max ? must(`1 to ${max} letters`) : ok(value)),
});

const tag: Kind<string> = {
  ...{ type: 'tag', max: 300 },
  parse: value =>
    value.length <= 300 && isTag(value) ? ok(value) : must('NAME=VALUE, or NAME= for any value'),
  refuses: value => (isTag(value) ? null : 'is not NAME=VALUE'),
};

const isTag = (text: string): boolean => splitTag(text)[1] !== null;

const choice = <Value extends string>(...values: Value[]): Kind<Value> => ({
  ...{ type: 'choice', values, max: Math.max(...values.map(value => value.length)) },
  parse: value =>
    values.includes(value as Value) ? ok(value as Value) : must(`one of ${values.join(', ')}`),
});

const count = (max: number): Kind<number> => ({
  type: 'count',
  max,
  parse: value =>
    /^(?:0|[1-9]\d{0,15})$/.test(value) && Number(value) <= max
      ? ok(Number(value))
      : must(`a whole number from 0 to ${max}`),
});

const flag: Kind<boolean> = {
  ...{ type: 'flag', values: ['true', 'false'], max: 5 },
  parse: value =>
    ['true', 'false'].includes(value) ? ok(value === 'true') : must('true or false'),
};

const date: Kind<string> = {
  ...{ type: 'date', max: 40 },
  parse: value =>
    value.length <= 40 && parseDate(value) !== null
      ? ok(value)
      : must('a time such as 2026, 2026-03-01 or 2026-03-01T12:00Z'),
  refuses: value => (parseDate(value) === null ? 'is not a time in ISO 8601' : null),
};

const moves: Kind<readonly string[]> = {
  ...{ type: 'moves', max: 400 },
  parse: value =>
    value === '' || value.length > 400 ? must('moves, by commas') : ok(value.split(',')),
};

const position: Kind<Uint8Array> = {
  ...{ type: 'position', max: 2 * POSITION_BYTES },
  parse: value =>
    /^[0-9a-f]{16}$/.test(value)
      ? ok(Uint8Array.from(value.match(/../g)!, pair => Number.parseInt(pair, 16)))
      : must('16 hex digits'),
  refuses: value => (value.length === POSITION_BYTES ? null : `has ${POSITION_BYTES} bytes`),
};

/** A position as text: its numbers. A `Buffer` as a text would be its letters. */
export const positionText = (key: Uint8Array): string => key.join();

const filter = <Value>(row: Filter<Value>): Filter<Value> => row;

/** A value that must be as the summary has it. */
const same = <Value extends string | boolean>(
  row: Pick<Filter<Value>, 'kind' | 'flag' | 'help'>,
  column: ComparedColumn,
  read: (listing: MatchSummary) => Value | null | undefined,
): Filter<Value> => ({
  ...row,
  test: value => one => read(one.listing) === value,
  compare: value => ({ column, is: typeof value === 'boolean' ? Number(value) : value }),
});

/** The first whole second since 1970 that a bound lets in or shuts out. */
export const secondOf = (bound: string): number =>
  Math.ceil((parseDate(bound) ?? Number.NaN) / 1000);

/** What the code of an opening is compared with. */
export const ecoPrefix = (code: string): string => code.toUpperCase();

/** After every text that begins with this one. */
const lastAfter = (beginning: string): string => `${beginning}\u{10ffff}`;

const COUNT = 1_000_000_000;

/** Every filter, in the order in which commands and pages name them. */
export const FILTERS = {
  game: same(
    { kind: text(80), flag: '--game <NAME>', help: 'of this game' },
    'game',
    one => one.game,
  ),
  player: filter({
    ...{ kind: text(80), flag: '--player <TEXT>', help: 'with this in the name of a player' },
    test: part => {
      const folded = foldName(part);
      return ({ listing }) => listing.players.some(name => foldName(name).includes(folded));
    },
  }),
  result: same<Outcome['result'] | 'open'>(
    {
      kind: choice('win', 'draw', 'void', 'open'),
      flag: '--result <HOW>',
      help: 'with this result',
    },
    'result',
    one => one.outcome?.result ?? 'open',
  ),
  reason: same(
    {
      ...{ kind: text(80), flag: '--reason <WORD>' },
      help: 'ended by this: checkmate, resignation, …',
    },
    'reason',
    one => one.outcome?.reason,
  ),
  from: filter({
    ...{ kind: date, flag: '--from <DATE>' },
    help: 'started then or later: 2026, 2026-03, 2026-03-01, …',
    test: from => {
      const least = secondOf(from);
      // what has no time lies before all times
      return ({ second }) => second >= least;
    },
  }),
  before: filter({
    ...{ kind: date, flag: '--before <DATE>', help: 'started before' },
    test: before => {
      const end = secondOf(before);
      return ({ second }) => hasStart(second) && second < end;
    },
  }),
  minEntries: filter({
    ...{ kind: count(COUNT), flag: '--min-length <N>', help: 'with at least N entries' },
    test: least => one => one.listing.entries >= least,
    compare: least => ({ column: 'entries', least }),
  }),
  maxEntries: filter({
    ...{ kind: count(COUNT), flag: '--max-length <N>', help: 'with at most N entries' },
    test: most => one => one.listing.entries <= most,
    compare: most => ({ column: 'entries', most }),
  }),
  rated: same({ kind: flag, flag: '--rated', help: 'rated' }, 'rated', one => one.rated),
  source: same(
    { kind: text(200), flag: '--source <NAME>', help: 'from there: play, record, a file, …' },
    'source',
    one => one.source,
  ),
  visibility: same<Visibility>(
    { kind: choice('public', 'private'), flag: '--public', help: 'public' },
    'visibility',
    one => one.visibility,
  ),
  text: filter({
    ...{ kind: text(200), flag: '--text <WORDS>' },
    help: 'with words (by prefix) in names, titles, events, sites, openings, other tags or comments',
    test: asked => {
      const words = wordsOf([asked]);
      return one => words.every(word => one.words.some(own => own.startsWith(word)));
    },
  }),
  /** By `positionKey`. */
  position: filter({
    ...{ kind: position, flag: '--position <TEXT>' },
    help: 'that reached this position, such as a FEN',
    test: key => {
      const asked = positionText(key);
      return one => one.positions.has(asked);
    },
  }),
  /** As summaries have the first moves. */
  opening: filter({
    ...{ kind: moves, flag: '--opening <MOVES>', help: 'starting with these moves: "e4 e5 Nf3"' },
    test: first => one => first.every((move, i) => one.listing.opening[i] === move),
  }),
  eco: filter({
    ...{ kind: text(3), flag: '--eco <CODE>' },
    help: 'with this code of the opening, or a prefix of it: B90, B9',
    test: code => one => one.listing.facts.eco?.startsWith(ecoPrefix(code)) === true,
    compare: code => ({ column: 'eco', least: ecoPrefix(code), most: lastAfter(ecoPrefix(code)) }),
  }),
  minRating: filter({
    ...{ kind: count(9999), flag: '--min-rating <N>' },
    help: 'in which all players have at least this rating',
    test: least => one => (lowestRating(one.listing.facts) ?? Number.NaN) >= least,
    compare: least => ({ column: 'rating', least }),
  }),
  maxRating: filter({
    ...{ kind: count(9999), flag: '--max-rating <N>' },
    help: 'in which a player has at most this rating',
    test: most => one => (lowestRating(one.listing.facts) ?? Number.NaN) <= most,
    compare: most => ({ column: 'rating', most }),
  }),
  event: filter({
    ...{
      kind: text(200),
      flag: '--event <WORDS>',
      help: 'of an event with these words (by prefix)',
    },
    test: asked => {
      const words = wordsOf([asked]);
      return one => hasWords(one.listing.facts.event, words);
    },
  }),
  round: same(
    { kind: text(200), flag: '--round <TEXT>', help: 'of this round' },
    'round',
    one => one.facts.round,
  ),
  timeControl: same(
    { kind: text(200), flag: '--time-control <TEXT>', help: 'with this time control: 180+2, …' },
    'time_control',
    one => one.facts.timeControl,
  ),
  site: filter({
    ...{ kind: text(200), flag: '--site <WORDS>', help: 'at a site with these words (by prefix)' },
    test: asked => {
      const words = wordsOf([asked]);
      return one => hasWords(one.listing.facts.site, words);
    },
  }),
  tag: filter({
    ...{ kind: tag, flag: '--tag <NAME=VALUE>' },
    help: 'whose record has this tag with this value, or with any: Annotator=Ann, Annotator=',
    test: asked => one => hasTag(one.listing.facts, asked),
  }),
} as const;

export type FilterName = keyof typeof FILTERS;
export const FILTER_NAMES = Object.keys(FILTERS) as readonly FilterName[];

/** The type of a filter's value. */
export type FilterValue<Name extends FilterName> =
  (typeof FILTERS)[Name] extends Filter<infer Value> ? Value : never;

/** Which matches to find; what is left out is not asked for. */
export type Query = { readonly [Name in FilterName]?: FilterValue<Name> } & {
  /** Hidden matches only; default: only those that are not hidden. */
  readonly hidden?: boolean;
  /** Default: `newest`. */
  readonly sort?: Sort;
  /** At most this many; default: 50, maximum: 500. */
  readonly limit?: number;
  /** Where the page before ended; of the same query with the same order. */
  readonly after?: string;
};

/** A filter, for code that treats all alike. */
export const filterOf = (name: FilterName): Filter<unknown> => FILTERS[name] as Filter<unknown>;

/** The filters that a query has, with their values. Throws `BadQueryError` where a value cannot be asked for. */
function* askedBy(query: Query): Generator<readonly [row: Filter<unknown>, value: unknown]> {
  for (const name of FILTER_NAMES) {
    const [row, value] = [filterOf(name), query[name]];
    if (value === undefined) continue;
    const refusal = row.kind.refuses?.(value) ?? null;
    if (refusal !== null) throw new BadQueryError(name, refusal);
    yield [row, value];
  }
}

/** The query as a question to each summary. Throws `BadQueryError`. */
export function testOf(query: Query): (one: Searched) => boolean {
  const { hidden = false } = query;
  const tests = Array.from(askedBy(query), ([row, value]) => row.test(value));
  return one => one.isHidden === hidden && tests.every(test => test(one));
}

/** The query as databases compare columns; what else it asks for is found by indexes. Throws `BadQueryError`. */
export const comparedBy = (query: Query): Compared[] =>
  Array.from(askedBy(query)).flatMap(([row, value]) => row.compare?.(value) ?? []);

/** Filters as an address or a form names them; other names are left out. The first fault names its filter. */
export function parseFilters(
  named: Iterable<readonly [name: string, text: string]>,
): Result<Query> {
  const query: { [name: string]: unknown } = {};
  for (const [name, text] of named) {
    if (!Object.hasOwn(FILTERS, name)) continue;
    const value = filterOf(name as FilterName).kind.parse(text);
    if (!value.ok)
      return fail('malformed', `${name} ${value.fault.message}`, { at: { path: `/${name}` } });
    query[name] = value.value;
  }
  return ok(query);
}

/** No time lies before all others. */
export const NO_TIME = Number.MIN_SAFE_INTEGER;

/** Whether a match has a time that bounds can be compared with. */
export const hasStart = (second: number): boolean => second !== NO_TIME;
