/** Games counted by how they ended. It imports nothing, so that any thread can. */

/** Ended games, counted; each once, however often it came by. */
export interface Tally {
  readonly games: number;
  /** How many each seat has won, by number; shorter where the last seats have won none. */
  readonly wins: readonly number[];
  readonly draws: number;
  /** The sum of the average ratings of the games in which a player has one, and how many those are. */
  readonly ratingSum: number;
  readonly ratedGames: number;
  /** When the newest started, in seconds since 1970; null where no time is known. */
  readonly lastSecond: number | null;
}

/** How many games are listed by name. */
export const MOST_NOTABLE = 5;
/** How many games are counted while the caller waits; a library may have counted more before. */
export const MOST_EXPLORED = 2000;

export const NO_GAMES: Tally = {
  games: 0,
  wins: [],
  draws: 0,
  ratingSum: 0,
  ratedGames: 0,
  lastSecond: null,
};

/** What counts of an ended game. */
export interface CountedGame {
  readonly result: string;
  readonly winners: readonly number[];
  /** The average of the ratings of its players; null where none is known. */
  readonly rating: number | null;
  /** Null where it is not known. */
  readonly second: number | null;
}

/** Counts games one by one. */
export class Tallier {
  #games = 0;
  readonly #wins: number[] = [];
  #draws = 0;
  #ratingSum = 0;
  #ratedGames = 0;
  #lastSecond: number | null = null;

  add({ result, winners, rating, second }: CountedGame): void {
    this.#games++;
    if (result === 'draw') this.#draws++;
    if (result === 'win') for (const seat of winners) this.#win(seat);
    if (rating !== null) {
      this.#ratingSum += rating;
      this.#ratedGames++;
    }
    if (second !== null && second > (this.#lastSecond ?? Number.NEGATIVE_INFINITY))
      this.#lastSecond = second;
  }

  #win(seat: number): void {
    while (this.#wins.length <= seat) this.#wins.push(0);
    this.#wins[seat]!++;
  }

  get tally(): Tally {
    return {
      games: this.#games,
      wins: [...this.#wins],
      draws: this.#draws,
      ratingSum: this.#ratingSum,
      ratedGames: this.#ratedGames,
      lastSecond: this.#lastSecond,
    };
  }
}

/** Counts of different games made one. */
export function addTallies(a: Tally, b: Tally): Tally {
  const seconds = [a.lastSecond, b.lastSecond].filter(second => second !== null);
  return {
    games: a.games + b.games,
    wins: Array.from(
      { length: Math.max(a.wins.length, b.wins.length) },
      (_, seat) => (a.wins[seat] ?? 0) + (b.wins[seat] ?? 0),
    ),
    draws: a.draws + b.draws,
    ratingSum: a.ratingSum + b.ratingSum,
    ratedGames: a.ratedGames + b.ratedGames,
    lastSecond: seconds.length === 0 ? null : Math.max(...seconds),
  };
}

/** The average of those that are known, rounded; null where none is. */
export function averageRating(ratings: readonly (number | null)[]): number | null {
  const known = ratings.filter(rating => rating !== null);
  return known.length === 0
    ? null
    : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
}

/** Orders games by rating, the highest first; of equal ones the newest comes first, and what has no rating or time comes last. */
export const byRating = (
  a: Pick<CountedGame, 'rating' | 'second'>,
  b: Pick<CountedGame, 'rating' | 'second'>,
): number => descending(a.rating, b.rating) || descending(a.second, b.second);

const LAST = Number.MIN_SAFE_INTEGER;
const descending = (a: number | null, b: number | null): number => (b ?? LAST) - (a ?? LAST);
