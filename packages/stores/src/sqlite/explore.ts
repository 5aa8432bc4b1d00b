/**
 * Counts what was played next at a position. Of common ones the counts are remembered while the file is open: only matches that came
 * since are added, until one of the others changes or goes.
 */
import type { DatabaseSync } from 'node:sqlite';
import {
  addTallies,
  byRating,
  type CountedGame,
  MOST_EXPLORED,
  MOST_NOTABLE,
  NO_GAMES,
  Tallier,
  type Tally,
} from '@kifu/record/tally';
import type { ExploredRows, ExploreSearch } from '../sql/explored.ts';
import { LISTING_COLUMNS, type Value } from '../sql/search.ts';
import { EndedGames } from './ended-games.ts';
import type { Sql } from './plan.ts';
import { soughtPositionKey } from './run-keys.ts';
import type { Runs } from './runs.ts';

/** At how many games a position is common. */
const COMMON = 2000;
/** How many common positions are remembered. */
const MOST_COMMON = 1000;

/** The part of an open file that this needs besides its tables. */
interface ExplorerFile {
  /** `FROM … WHERE …` of a search. */
  from(search: ExploreSearch['search']): Sql;
  readonly positions: Runs;
}

/** Games of a position. */
interface Counts {
  readonly reached: Tally;
  /** As in the question. */
  readonly next: readonly Tally[];
  readonly notable: readonly NotableGame[];
}

interface NotableGame extends Pick<CountedGame, 'rating' | 'second'> {
  readonly number: number;
}

/** Explores an open file. */
export class Explorer {
  readonly #db: DatabaseSync;
  readonly #file: ExplorerFile;
  readonly #ended: EndedGames;
  readonly #listing: ReturnType<DatabaseSync['prepare']>;
  /** Counts of common positions by their question, with the last number that may be in them. */
  readonly #common = new Map<string, { readonly counts: Counts; readonly upTo: number }>();
  #recounts = 0;
  /** By number: when the game was last counted. */
  #counted = new Float64Array(1 << 12);
  #turn = 0;

  constructor(db: DatabaseSync, file: ExplorerFile) {
    this.#db = db;
    this.#file = file;
    this.#ended = new EndedGames(db);
    this.#listing = db.prepare(
      `SELECT ${LISTING_COLUMNS.join(', ')} FROM matches WHERE number = ?`,
    );
    this.#listing.setReturnArrays(true);
  }

  /** Within a transaction, so that all looks are at one moment. */
  explore(asked: ExploreSearch): ExploredRows {
    const { counts, isWhole } = asked.isPlain
      ? { counts: this.#countAll(asked), isWhole: true }
      : this.#countNewest(asked);
    const notable = counts.notable.flatMap(({ number }) => {
      const row = this.#listing.get(number) as unknown as Value[] | undefined;
      return row === undefined ? [] : [row];
    });
    return { reached: counts.reached, next: counts.next, notable, isWhole };
  }

  #countAll(asked: ExploreSearch): Counts {
    const { search, next } = asked;
    const name = `${search.position} ${next} ${JSON.stringify(search.same)}`;
    const recounts = this.#ended.mark('recounts');
    if (recounts !== this.#recounts) this.#common.clear();
    this.#recounts = recounts;
    const earlier = this.#common.get(name);
    const after = earlier?.upTo ?? 0;
    const find = this.#ended.finder(search.same);
    const later = this.#count(asked, find, after, take =>
      this.#each(search.position!, after, take),
    );
    const counts = earlier === undefined ? later : add(earlier.counts, later);
    if (counts.reached.games >= COMMON) {
      if (this.#common.size >= MOST_COMMON) this.#common.clear();
      this.#common.set(name, { counts, upTo: this.#ended.mark('numbers') });
    }
    return counts;
  }

  /** Of the games that a search finds. */
  #countNewest(asked: ExploreSearch): { readonly counts: Counts; readonly isWhole: boolean } {
    const { sql, values } = this.#file.from(asked.search);
    const statement = this.#db.prepare(
      `SELECT m.number ${sql} AND m.result <> 'open' ORDER BY m.id DESC LIMIT ?`,
    );
    const rows = statement.all(...values, MOST_EXPLORED + 1) as { number: number | null }[];
    const isWhole = rows.length <= MOST_EXPLORED;
    const numbers = rows.slice(0, MOST_EXPLORED).flatMap(({ number }) => number ?? []);
    const least = numbers.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
    // to skip leaves takes a look at each run, which pays where there are many
    const after = isWhole ? 0 : least - 1;
    const counts = this.#count(asked, this.#ended.finder({}), after, take => numbers.forEach(take));
    return { counts, isWhole };
  }

  /** Counts games, and which of them came to the next positions under a number greater than one. */
  #count(
    { next }: ExploreSearch,
    find: (number: number) => CountedGame | null,
    after: number,
    each: (take: (number: number) => void) => void,
  ): Counts {
    const reached = new Tallier();
    const notable: NotableGame[] = [];
    const began = ++this.#turn;
    each(number => {
      this.#makeRoom(number);
      if (this.#counted[number]! >= began) return;
      const game = find(number);
      if (game === null) return;
      this.#counted[number] = began;
      reached.add(game);
      notice(notable, { number, rating: game.rating, second: game.second });
    });
    const { tally } = reached;
    const tallies = next.map(position => {
      if (tally.games === 0) return NO_GAMES;
      const tallier = new Tallier();
      const turn = ++this.#turn;
      this.#each(position, after, number => {
        const counted = this.#counted[number];
        if (counted === undefined || counted < began || counted === turn) return;
        this.#counted[number] = turn;
        tallier.add(find(number)!);
      });
      return tallier.tally;
    });
    return { reached: tally, next: tallies, notable };
  }

  #each(position: bigint, after: number, take: (number: number) => void): void {
    const key = soughtPositionKey(position);
    if (after > 0) this.#file.positions.after(key, after, take);
    else this.#file.positions.each(key, take);
  }

  #makeRoom(number: number): void {
    if (number < this.#counted.length) return;
    const longer = new Float64Array(2 * number);
    longer.set(this.#counted);
    this.#counted = longer;
  }
}

function add(a: Counts, b: Counts): Counts {
  const notable = [...a.notable];
  for (const game of b.notable) notice(notable, game);
  return {
    reached: addTallies(a.reached, b.reached),
    next: a.next.map((tally, i) => addTallies(tally, b.next[i]!)),
    notable,
  };
}

/** Adds a game to the best rated if it is one of them. */
function notice(best: NotableGame[], game: NotableGame): void {
  if (best.length === MOST_NOTABLE && byRating(game, best.at(-1)!) >= 0) return;
  best.push(game);
  best.sort(byRating);
  best.length = Math.min(best.length, MOST_NOTABLE);
}
