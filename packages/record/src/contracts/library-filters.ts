/** What a library finds: checks of its filters. */
import { NO_FACTS } from '@kifu/core';
import {
  FILTER_NAMES,
  type FilterName,
  type FilterValue,
  filterOf,
  type Kind,
  type Query,
} from '../store/filters.ts';
import { BadQueryError, type Library, type MatchSummary, type ToList } from '../store/library.ts';
import { check, equal, refusal } from './assert.ts';
import { found, listing, namesOf } from './library-summaries.ts';

/** Later numbers are newer, so that what is found comes in falling order. */
const at = (n: number, more: Partial<MatchSummary>): MatchSummary =>
  listing(n, { startedAt: `2026-03-0${n}T12:00:00.000Z`, ...more });

const win = (reason: string) => ({ result: 'win', winners: [0], points: null, reason }) as const;
const draw = { result: 'draw', winners: [], points: null, reason: 'agreement' } as const;

const LISTED: readonly ToList[] = [
  at(1, {
    ...{ game: 'chess', players: ['Ann', 'Bob'], outcome: win('checkmate'), entries: 7 },
    ...{ opening: ['e2e4', 'e7e5', 'g1f3'], source: 'club' },
    facts: {
      ...{ ratings: [2750, 2600], titles: ['GM', null], event: 'Club Cup', round: '3' },
      ...{ timeControl: '180+2', eco: 'C50', openingName: 'Italian Game', site: 'Reykjavík ISL' },
      tags: { Annotator: 'Zoë Quill', EventDate: '2026.01.02', FEN: 'a b' },
    },
  }),
  at(2, {
    ...{ game: 'chess', players: ['Ann', 'Cecil'], outcome: draw, entries: 80, rated: true },
    ...{ opening: ['e2e4', 'e7e5'], source: 'Club', visibility: 'private' },
    facts: {
      ...NO_FACTS,
      ratings: [2610, 2601],
      event: 'The 2nd CLUB-Cup',
      round: '4',
      eco: 'C65',
      site: 'Bergen \u0000 "\\NOR\\"',
      tags: { site: 'Oslo', Annotator: 'quill', Board: '12' },
    },
  }),
  at(3, {
    ...{ game: 'go', players: ['Joanna'], outcome: win('resignation'), entries: 211 },
    opening: ['e2', 'e4', 'e7e5'],
    facts: { ...NO_FACTS, ratings: [2800, null], titles: ['9p', null], event: 'Honinbo' },
  }),
  at(4, {
    ...{ game: 'go', players: ['Örjan', 'bob'], outcome: null, entries: 0, rated: true },
    ...{ opening: ['e2e4 e7e5'], source: 'club' },
  }),
  at(5, {
    ...{ game: 'chess-960', players: [], outcome: { ...draw, result: 'void' }, entries: 80 },
    opening: ['e2e4\n', '%', '\\'],
  }),
];

/** A match that has something for each filter to find, and what finds it and what does not. */
const FULL: ToList = {
  ...LISTED[0]!,
  ...{ rated: true, visibility: 'private', comments: ['A fine end'] },
  positions: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
};
const ONE_BY_ONE: {
  readonly [Name in FilterName]: readonly [finds: FilterValue<Name>, misses: FilterValue<Name>];
} = {
  game: ['chess', 'go'],
  player: ['nn', 'cecil'],
  result: ['win', 'open'],
  reason: ['checkmate', 'points'],
  from: ['2026-03-01T12:00:00Z', '2026-03-01T12:00:01Z'],
  before: ['2026-03-02', '2026-03-01T12:00:00Z'],
  minEntries: [7, 8],
  maxEntries: [7, 6],
  rated: [true, false],
  source: ['club', 'Club'],
  visibility: ['private', 'public'],
  text: ['fine zoe', 'ine'],
  position: [Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1)],
  opening: [['e2e4', 'e7e5'], ['e7e5']],
  eco: ['c5', '50'],
  minRating: [2600, 2601],
  maxRating: [2600, 2599],
  event: ['cup', 'up'],
  round: ['3', '4'],
  timeControl: ['180+2', '180'],
  site: ['reyk', 'kjavik'],
  tag: ['annotator=ZOE quill', 'Annotator=Zoe'],
};

/** Values that a kind of filter refuses, although they are of its type. */
const REFUSED: { readonly [type in Kind<unknown>['type']]?: readonly unknown[] } = {
  date: ['', 'yesterday', '2026-13-01', '2026-02-30'],
  position: [new Uint8Array(0), new Uint8Array(7), new Uint8Array(9)],
  tag: ['', 'Annotator', '=Zoe'],
};

/** Every filter on its own: it finds, it does not find, and it refuses. */
export async function checkEachFilter(library: Library): Promise<void> {
  await library.list(FULL);
  for (const name of FILTER_NAMES) {
    const [finds, misses] = ONE_BY_ONE[name];
    equal(await found(library, { [name]: finds }), namesOf([FULL]), `what ${name} finds`);
    equal(await found(library, { [name]: misses }), [], `what another ${name} finds`);
    for (const value of REFUSED[filterOf(name).kind.type] ?? []) {
      const error = await refusal(() => library.find({ [name]: value }), `it takes a bad ${name}`);
      check(error instanceof BadQueryError, `not a BadQueryError: ${error}`);
      equal(error.field, name, 'the field that the error names');
    }
  }
}

/** Which of those listed each query finds, the newest first. */
const QUERIES: readonly [query: Query, numbers: readonly number[]][] = [
  [{}, [5, 4, 3, 2, 1]],
  [{ game: 'chess' }, [2, 1]],
  [{ game: 'Chess' }, []],
  [{ game: '' }, []],
  [{ player: 'ann' }, [3, 2, 1]],
  [{ player: 'ANN' }, [3, 2, 1]],
  [{ player: 'Bob' }, [4, 1]],
  [{ player: 'b' }, [4, 1]],
  [{ player: 'bo' }, [4, 1]],
  [{ player: '' }, [4, 3, 2, 1]],
  [{ player: 'örj' }, [4]],
  [{ player: 'ÖRJ' }, [4]],
  [{ player: 'Annb' }, []],
  [{ player: 'nobody' }, []],
  [{ result: 'win' }, [3, 1]],
  [{ result: 'draw' }, [2]],
  [{ result: 'void' }, [5]],
  [{ result: 'open' }, [4]],
  [{ reason: 'agreement' }, [5, 2]],
  [{ reason: 'agree' }, []],
  [{ reason: 'checkmate', game: 'go' }, []],
  [{ game: 'chess', player: 'ann', result: 'draw', reason: 'agreement' }, [2]],
  [{ player: 'bob', result: 'open', game: 'go' }, [4]],
  [{ rated: true }, [4, 2]],
  [{ rated: false, game: 'chess' }, [1]],
  [{ source: 'club' }, [4, 1]],
  [{ source: 'clu' }, []],
  [{ visibility: 'private' }, [2]],
  [{ visibility: 'public', game: 'chess' }, [1]],
  [{ hidden: false }, [5, 4, 3, 2, 1]],
  [{ hidden: true }, []],
  [{ from: '2026-03-03' }, [5, 4, 3]],
  [{ from: '2026-03-03T12:00:00.000Z' }, [5, 4, 3]],
  [{ from: '2026-03-03T12:00:01Z' }, [5, 4]],
  [{ before: '2026-03-03' }, [2, 1]],
  [{ before: '2026-03-03T12:00:00.000Z' }, [2, 1]],
  [{ before: '2026-03-03T12:00:01Z' }, [3, 2, 1]],
  [{ from: '2026-03-02', before: '2026-03-04', game: 'go' }, [3]],
  [{ from: '2026-03-04', before: '2026-03-04' }, []],
  [{ from: '2026' }, [5, 4, 3, 2, 1]],
  [{ minEntries: 80 }, [5, 3, 2]],
  [{ maxEntries: 80 }, [5, 4, 2, 1]],
  [{ minEntries: 8, maxEntries: 80, player: 'ann' }, [2]],
  [{ minEntries: 81, maxEntries: 80 }, []],
  [{ opening: [] }, [5, 4, 3, 2, 1]],
  [{ opening: ['e2e4'] }, [2, 1]],
  [{ opening: ['e2e4', 'e7e5'] }, [2, 1]],
  [{ opening: ['e2e4', 'e7e5', 'g1f3'] }, [1]],
  [{ opening: ['e2e4', 'e7e5', 'g1f3', 'b8c6'] }, []],
  [{ opening: ['e2'] }, [3]],
  [{ opening: ['e2e4 e7e5'] }, [4]],
  [{ opening: ['e2e4\n', '%'] }, [5]],
  [{ opening: ['e2e4\n%'] }, []],
  [{ event: 'Club Cup' }, [2, 1]],
  [{ event: 'club cup' }, [2, 1]],
  [{ event: 'cup clu' }, [2, 1]],
  [{ event: 'CLÜB' }, [2, 1]],
  [{ event: 'lub' }, []],
  [{ event: 'club cecil' }, []],
  [{ event: '2nd' }, [2]],
  [{ event: '2nd', text: 'ann' }, [2]],
  [{ event: '' }, [3, 2, 1]],
  [{ text: 'reykjavik' }, [1]],
  [{ text: 'REYK isl' }, [1]],
  [{ text: 'zoe qui' }, [1]],
  [{ text: '02' }, []],
  [{ event: 'Club Cup', round: '4' }, [2]],
  [{ round: '3' }, [1]],
  [{ timeControl: '180+2' }, [1]],
  [{ timeControl: '180' }, []],
  [{ site: 'REYK isl' }, [1]],
  [{ site: 'bergen nor' }, [2]],
  [{ site: 'oslo' }, []],
  [{ site: 'club' }, []],
  [{ site: '' }, [2, 1]],
  [{ site: 'bergen', event: 'club', player: 'ann', minEntries: 8 }, [2]],
  [{ site: 'bergen', text: 'cecil' }, [2]],
  [{ site: 'bergen', text: 'bob' }, []],
  [{ tag: 'Annotator=Zoë Quill' }, [1]],
  [{ tag: 'annotator= zoe quill' }, [1]],
  [{ tag: 'Annotator=quill' }, [2]],
  [{ tag: 'Annotator=' }, [2, 1]],
  [{ tag: 'Board=12' }, [2]],
  [{ tag: 'Board=1' }, []],
  [{ tag: 'Board=2' }, []],
  [{ tag: 'FEN=a b' }, [1]],
  [{ tag: 'EventDate=2026.01.02' }, [1]],
  [{ tag: 'TimeControl=180+2' }, [1]],
  [{ tag: 'Event=club cup' }, [1]],
  [{ tag: 'Event=club' }, []],
  [{ tag: 'ECO=c65' }, [2]],
  [{ tag: 'Site=oslo' }, [2]],
  [{ tag: 'Site=Reykjavik ISL' }, [1]],
  [{ tag: 'Opening=Italian Game' }, [1]],
  [{ tag: 'toString=' }, []],
  [{ tag: 'Annotator=', site: 'reyk', game: 'chess', sort: 'oldest' }, [1]],
  [{ eco: 'C' }, [2, 1]],
  [{ eco: 'c5' }, [1]],
  [{ eco: 'C50' }, [1]],
  [{ eco: 'C501' }, []],
  [{ eco: 'B' }, []],
  [{ minRating: 2600 }, [2, 1]],
  [{ minRating: 2601 }, [2]],
  [{ minRating: 2602 }, []],
  [{ minRating: 0, game: 'go' }, []],
  [{ minRating: 2600, eco: 'C5', event: 'Club Cup' }, [1]],
  [{ text: 'ital' }, [1]],
  [{ text: 'gm' }, [1]],
  [{ text: 'honinbo' }, [3]],
  [{ text: 'cup cecil' }, [2]],
  [{ opening: ['e2e4'], player: 'cecil', rated: true, minEntries: 2 }, [2]],
];

export async function checkFilters(library: Library): Promise<void> {
  for (const one of LISTED) await library.list(one);
  for (const [query, numbers] of QUERIES)
    equal(
      await found(library, query),
      namesOf(numbers.map(n => LISTED[n - 1]!)),
      `what ${JSON.stringify(query)} finds`,
    );
}

/** Times of which no more is known: a year and a month count as their beginning. From the newest to the oldest. */
const TIMES = ['2024-06-01', '2024-05-01', '2024-05', '2024-04-30', '2024', '2023-12', null];

/** Which of those times each query finds. */
const TIMED: readonly [query: Query, times: readonly (string | null)[]][] = [
  [{}, TIMES],
  [{ sort: 'oldest' }, TIMES.toReversed()],
  [{ from: '2024', before: '2025' }, TIMES.slice(0, 5)],
  [{ from: '2024-05', before: '2024-06' }, ['2024-05-01', '2024-05']],
  [{ from: '2024-05-02' }, ['2024-06-01']],
  [{ before: '2024' }, ['2023-12']],
  [{ before: '2024-02' }, ['2024', '2023-12']],
];

export async function checkTimes(library: Library): Promise<void> {
  const listings = TIMES.map((startedAt, n) => listing(n, { startedAt }));
  for (const one of listings.toReversed()) await library.list(one);
  for (const [query, times] of TIMED)
    equal(
      await found(library, query),
      namesOf(times.map(time => listings[TIMES.indexOf(time)]!)),
      `what ${JSON.stringify(query)} finds`,
    );
}

/** Names that mean something to a query language, to a pattern, or to a store that joins names into one text. */
const ODD_NAMES = [
  '%',
  '_',
  '100%',
  '\\',
  "O'Neil",
  '"quoted"',
  'a*b?[c]',
  '.*',
  '棋譜',
  '😀',
  '$1',
  '?1',
];
const JOINTS = [',', ', ', '\n', '\t', ' ', '|', '\u001f', '","', '\\n'];

export async function checkLiteral(library: Library): Promise<void> {
  const others = at(1, { players: ['first', 'second'] });
  await library.list(others);
  const listings = ODD_NAMES.map((name, i) => listing(i + 2, { players: ['Ann', `x${name}y`] }));
  for (const one of listings) await library.list(one);
  for (const [i, name] of ODD_NAMES.entries()) {
    const holders = listings.filter((_, j) => ODD_NAMES[j]!.includes(name));
    const expected = namesOf(holders.toReversed());
    equal(await found(library, { player: name }), expected, `what the name ${name} finds`);
    const whole = await found(library, { player: `X${name}Y` });
    equal(whole, namesOf([listings[i]!]), `what the name X${name}Y finds`);
  }
  for (const joint of JOINTS)
    equal(
      await found(library, { player: `first${joint}second` }),
      [],
      `two names found as one, by ${JSON.stringify(joint)}`,
    );
  const game = "x' OR '1'='1";
  equal(await found(library, { game }), [], 'what a game in quotes finds');
  equal(await found(library, { reason: game }), [], 'what a reason in quotes finds');
}
