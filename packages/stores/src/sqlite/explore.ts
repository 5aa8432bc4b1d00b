/**
 * Counts what was played next at a position. Few games are looked at one by one. Of a common position the counts are stored, with the
 * number of the last match in them: only later ones are looked at. Numbers only rise, so the stored counts stay right until one
 * of those matches changes or goes, and then it is forgotten in the same transaction.
 */
import type { StatementSync } from 'node:sqlite';
import {
  addTallies,
  averageRating,
  byRating,
  type CountedGame,
  MOST_EXPLORED,
  MOST_NOTABLE,
  NO_GAMES,
  Tallier,
} from '@kifu/record/tally';
import type { ExploredRows, ExploreSearch, KeptCounts, NotableGame } from '../sql/explored.ts';
import { secondOfId } from '../sql/match-id.ts';
import { LISTING_COLUMNS, type Value } from '../sql/search.ts';
import type { Sql } from './plan.ts';
import { soughtPositionKey } from './run-keys.ts';
import type { Runs } from './runs.ts';

/** How many games may have come since counts were stored. */
const MOST_LATER = 20_000;
/** How many numbers are looked up at once. */
const AT_ONCE = 4096;
const COLUMNS = ['m.number', 'm.id', 'm.result', 'm.outcome', 'm.facts'].join(', ');

/** What the counting needs of the file. */
export interface ExplorerFile {
  prepare(sql: string): StatementSync;
  /** `FROM … WHERE …` of a search. */
  from(search: ExploreSearch['search']): Sql;
  readonly positions: Runs;
}

/** The counts at a position; null where there are too many games to count while the caller waits. */
export function explore(file: ExplorerFile, asked: ExploreSearch): ExploredRows | null {
  const { search, kept, isPlain, isFull } = asked;
  const { prepare, positions } = file;
  const upTo = isFull ? 0 : (kept?.upTo ?? 0);
  const mark = (name: string): number =>
    (prepare('SELECT value FROM marks WHERE name = ?').get(name)?.value as number | undefined) ?? 0;
  // in a file that is only read nothing was begun, and nothing will be kept
  const last = (isFull && mark('explored')) || Number.POSITIVE_INFINITY;
  const games = new Games();
  let isWhole = true;
  let later = 0;
  if (isPlain) {
    const numbers: number[] = [];
    const key = soughtPositionKey(search.position!);
    const take = (number: number) => {
      if (number <= last) numbers.push(number);
    };
    if (upTo > 0) positions.after(key, upTo, take);
    else positions.each(key, take);
    later = numbers.length;
    if (!isFull && later > (kept === null ? MOST_EXPLORED : MOST_LATER)) return null;
    for (let at = 0; at < numbers.length; at += AT_ONCE)
      readGames(games, plainRows(file, search, numbers.slice(at, at + AT_ONCE)));
  } else {
    const { sql, values } = file.from(search);
    const statement = prepare(
      `SELECT ${COLUMNS} ${sql} AND m.result <> 'open' ORDER BY m.id DESC LIMIT ?`,
    );
    statement.setReturnArrays(true);
    const rows = statement.all(...values, MOST_EXPLORED + 1) as unknown as Value[][];
    isWhole = rows.length <= MOST_EXPLORED;
    readGames(games, rows.slice(0, MOST_EXPLORED));
  }
  const counts = count(games, asked, positions, upTo, mark('explored'));
  const sum = kept === null || isFull ? counts : add(kept, counts);
  return {
    counts: sum,
    notable: sum.notable.flatMap(({ number }) => listingOf(prepare, number)),
    isWhole,
    forgotten: mark('forgotten'),
    isOld: isPlain && !isFull && later > MOST_EXPLORED,
  };
}

/** Ended games by the numbers of their matches. */
class Games {
  readonly all: (CountedGame & { readonly number: number })[] = [];
  /** By number: the place in the list, from 1. */
  #places = new Int32Array(1 << 16);

  add(game: CountedGame & { readonly number: number }): void {
    const { number } = game;
    if (number >= this.#places.length) {
      const places = new Int32Array(2 * number);
      places.set(this.#places);
      this.#places = places;
    }
    if (this.#places[number] === 0) this.#places[number] = this.all.push(game);
  }

  /** The place in the list; −1 where the game is not in it. */
  placeOf(number: number): number {
    return (this.#places[number] ?? 0) - 1;
  }
}

function plainRows(
  { prepare }: ExplorerFile,
  { same }: ExploreSearch['search'],
  numbers: readonly number[],
): Value[][] {
  const columns = Object.keys(same);
  const statement = prepare(`SELECT ${COLUMNS} FROM json_each(?) j CROSS JOIN matches m
    ON m.number = j.value WHERE m.result <> 'open'
    ${columns.map(column => `AND +m.${column} = ?`).join(' ')}`);
  statement.setReturnArrays(true);
  return statement.all(JSON.stringify(numbers), ...Object.values(same)) as unknown as Value[][];
}

function readGames(games: Games, rows: readonly (readonly Value[])[]): void {
  for (const [number, id, result, outcome, facts] of rows)
    if (number !== null)
      games.add({
        number: number as number,
        second: secondOfId(id as number),
        result: result as string,
        winners:
          result === 'win' ? (JSON.parse(outcome as string) as { winners: number[] }).winners : [],
        rating: ratingOf(facts as string | null),
      });
}

function ratingOf(facts: string | null): number | null {
  if (facts === null) return null;
  const { ratings = [] } = JSON.parse(facts) as { ratings?: (number | null)[] };
  return averageRating(ratings);
}

function count(
  games: Games,
  { next }: ExploreSearch,
  positions: Runs,
  after: number,
  upTo: number,
): KeptCounts {
  const { all } = games;
  /** By place: the last of the next positions that counted the game. */
  const counted = new Int32Array(all.length);
  const least = all.reduce((a, { number }) => Math.min(a, number), Number.POSITIVE_INFINITY);
  const isLate = after > 0 || all.length >= MOST_EXPLORED;
  const tallies = next.map((position, i) => {
    if (all.length === 0) return NO_GAMES;
    const tallier = new Tallier();
    const take = (number: number) => {
      const place = games.placeOf(number);
      if (place < 0 || counted[place] === i + 1) return;
      counted[place] = i + 1;
      tallier.add(all[place]!);
    };
    const key = soughtPositionKey(position);
    // to skip leaves takes a look at each run, which pays where there are many
    if (isLate) positions.after(key, Math.max(after, least - 1), take);
    else positions.each(key, take);
    return tallier.tally;
  });
  const reached = new Tallier();
  for (const game of all) reached.add(game);
  return { upTo, reached: reached.tally, next: tallies, notable: best(all) };
}

const add = (a: KeptCounts, b: KeptCounts): KeptCounts => ({
  upTo: a.upTo,
  reached: addTallies(a.reached, b.reached),
  next: a.next.map((tally, i) => addTallies(tally, b.next[i]!)),
  notable: best([...a.notable, ...b.notable]),
});

/** The best rated, in one pass: a million games are not sorted for five. */
function best(games: readonly NotableGame[]): NotableGame[] {
  const found: NotableGame[] = [];
  for (const { number, rating, second } of games) {
    const game = { number, rating, second };
    if (found.length === MOST_NOTABLE && byRating(game, found.at(-1)!) >= 0) continue;
    found.push(game);
    found.sort(byRating);
    found.length = Math.min(found.length, MOST_NOTABLE);
  }
  return found;
}

function listingOf(prepare: ExplorerFile['prepare'], number: number): Value[][] {
  const statement = prepare(`SELECT ${LISTING_COLUMNS.join(', ')} FROM matches WHERE number = ?`);
  statement.setReturnArrays(true);
  const row = statement.get(number) as unknown as Value[] | undefined;
  return row === undefined ? [] : [row];
}
