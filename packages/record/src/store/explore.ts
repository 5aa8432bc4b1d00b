/** What was played next at a position, counted over the matches of a library: the question, the answer, and how games are counted. */
import { parseDate } from '@kifu/core';
import type { Query } from './filters.ts';
import type { MatchSummary } from './library.ts';
import {
  addTallies,
  averageRating,
  byRating,
  type CountedGame,
  MOST_NOTABLE,
  NO_GAMES,
  Tallier,
  type Tally,
} from './tally.ts';

/** A position, the positions that its moves lead to, and which matches count. */
export interface ExploreQuestion {
  /** By `positionKey`. */
  readonly position: Uint8Array;
  /** One for each move. */
  readonly next: readonly Uint8Array[];
  /** Without a position; order and pages do not matter. */
  readonly query: Query;
}

/** What was found at a position. */
export interface Explored {
  readonly reached: Tally;
  /** Games that reached the position and the one after the move, in the order of the question. */
  readonly next: readonly Tally[];
  /** The games with the highest average rating, and of equal ones the newest. */
  readonly notable: readonly MatchSummary[];
  /** False where there are more games than were counted: then these are the newest. */
  readonly isWhole: boolean;
}

/** What counts of a match; null where it has not ended. */
function countedGame({
  outcome,
  facts,
  startedAt,
}: Pick<MatchSummary, 'outcome' | 'facts' | 'startedAt'>): CountedGame | null {
  if (outcome === null) return null;
  const ms = startedAt === null ? null : parseDate(startedAt);
  return {
    result: outcome.result,
    winners: outcome.winners,
    rating: averageRating(facts.ratings),
    second: ms === null ? null : Math.floor(ms / 1000),
  };
}

/** A game that reached the position, with a way to know which of the next positions it reached too. */
export interface ReachedGame {
  readonly listing: MatchSummary;
  /** The numbers of the next positions, as in the question. */
  readonly next: Iterable<number>;
}

/** Counts games that a library holds in memory, or has found. */
export function exploreGames(
  games: Iterable<ReachedGame>,
  moves: number,
  isWhole: boolean,
): Explored {
  const reached = new Tallier();
  const next = Array.from({ length: moves }, () => new Tallier());
  const notable: { readonly listing: MatchSummary; readonly game: CountedGame }[] = [];
  for (const { listing, next: played } of games) {
    const game = countedGame(listing);
    if (game === null) continue;
    reached.add(game);
    for (const i of played) next[i]!.add(game);
    notable.push({ listing, game });
  }
  notable.sort((a, b) => byRating(a.game, b.game));
  return {
    reached: reached.tally,
    next: next.map(({ tally }) => tally),
    notable: notable.slice(0, MOST_NOTABLE).map(({ listing }) => listing),
    isWhole,
  };
}

/** What two libraries found at one position, which have no game in common, made one. */
export function addExplored(a: Explored, b: Explored): Explored {
  const all = [...a.notable, ...b.notable].map(listing => ({ listing, ...countedGame(listing)! }));
  return {
    reached: addTallies(a.reached, b.reached),
    next: a.next.map((tally, i) => addTallies(tally, b.next[i] ?? NO_GAMES)),
    notable: all
      .sort(byRating)
      .slice(0, MOST_NOTABLE)
      .map(({ listing }) => listing),
    isWhole: a.isWhole && b.isWhole,
  };
}
