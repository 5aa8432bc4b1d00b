/** Ratings of all players in each game and speed class: a pure function of the matches that count. */
import {
  type GlickoGame,
  type GlickoRating,
  NEWCOMER,
  periodOf,
  type RatedGame,
  ratePeriods,
} from '@kifu/core/glicko2';
import { compareRated, type RatedMatch, type RatedPlayer, ratedPlayerId } from './rated-match.ts';
import { type Receipt, receiptOf } from './receipt.ts';
import { SPEEDS, type Speed } from './speed.ts';

/** The ratings of one game and speed class, at the end of the week of its last match. */
export interface RatingPool {
  readonly game: string;
  readonly speed: Speed;
  readonly receipt: Receipt;
  /** The highest rating first; of one rating by the id of the player. */
  readonly standings: readonly PoolStanding[];
}

/** Where a player stands. */
export interface PoolStanding {
  readonly id: string;
  /** As in the last match. */
  readonly player: RatedPlayer;
  readonly rating: GlickoRating;
  readonly matches: number;
  /** The weeks in which the player played, in order. */
  readonly history: readonly RatedWeek[];
}

/** A week in which a player played: `rate(before, games)` is what came after. */
export interface RatedWeek {
  /** As `periodOf` counts. */
  readonly period: number;
  readonly before: GlickoRating;
  readonly games: readonly WeekGame[];
  readonly after: GlickoRating;
}

/** A game of a week, as the paper has it, with where it comes from. */
export interface WeekGame extends GlickoGame {
  readonly match: string;
  readonly opponent: RatedPlayer;
}

/** Rates all players. The order in which matches are given does not matter: `compareRated` puts them in order. */
export function rateMatches(matches: Iterable<RatedMatch>): RatingPool[] {
  const byId = new Map([...matches].map(match => [match.match, match]));
  const ordered = [...byId.values()].sort(compareRated);
  const groups = Map.groupBy(ordered, ({ game, speed }) => `${SPEEDS.indexOf(speed)} ${game}`);
  return [...groups.values()].map(poolOf).sort(comparePools);
}

const comparePools = (a: RatingPool, b: RatingPool): number =>
  a.game === b.game ? SPEEDS.indexOf(a.speed) - SPEEDS.indexOf(b.speed) : a.game < b.game ? -1 : 1;

/** A player while the weeks go by. */
interface Career {
  player: RatedPlayer;
  matches: number;
  readonly history: RatedWeek[];
}

/** The rating pool of matches of one game and class, in order. */
function poolOf(matches: readonly RatedMatch[]): RatingPool {
  const { game, speed } = matches[0]!;
  const weeks = Map.groupBy(matches, weekOf);
  const careers = new Map<string, Career>();
  let ratings: ReadonlyMap<string, GlickoRating> = new Map();
  for (const { period, ratings: next } of ratePeriods(
    matches.map(gameOf),
    weekOf(matches.at(-1)!),
  )) {
    for (const [id, { player, games }] of gamesOfWeek(weeks.get(period) ?? [], ratings)) {
      const career = careers.get(id) ?? { player, matches: 0, history: [] };
      careers.set(id, career);
      career.player = player;
      career.matches += games.length;
      const before = ratings.get(id) ?? NEWCOMER;
      career.history.push({ period, before, games, after: next.get(id)! });
    }
    ratings = next;
  }
  const standings = [...careers].map(([id, career]) => ({
    ...{ id, ...career },
    rating: ratings.get(id)!,
  }));
  standings.sort((a, b) => b.rating.R - a.rating.R || (a.id < b.id ? -1 : 1));
  return { game, speed, receipt: receiptOf(game, speed, matches), standings };
}

const weekOf = ({ endedAtMs }: RatedMatch): number => periodOf(endedAtMs / 1000);

const gameOf = (match: RatedMatch): RatedGame => ({
  players: [ratedPlayerId(match.players[0]), ratedPlayerId(match.players[1])],
  score: match.winner === null ? 0.5 : 1 - match.winner,
  period: weekOf(match),
  advantage: 0,
});

/** What each player played in a week, against whom as they stood before it. */
function gamesOfWeek(
  matches: readonly RatedMatch[],
  ratings: ReadonlyMap<string, GlickoRating>,
): Map<string, { player: RatedPlayer; readonly games: WeekGame[] }> {
  const played = new Map<string, { player: RatedPlayer; readonly games: WeekGame[] }>();
  for (const { match, players, winner } of matches)
    for (const seat of [0, 1] as const) {
      const [player, opponent] = [players[seat], players[seat === 0 ? 1 : 0]];
      const { R, RD } = ratings.get(ratedPlayerId(opponent)) ?? NEWCOMER;
      const own = played.get(ratedPlayerId(player)) ?? { player, games: [] };
      own.player = player;
      own.games.push({
        match,
        opponent,
        R,
        RD,
        score: winner === null ? 0.5 : winner === seat ? 1 : 0,
      });
      played.set(ratedPlayerId(player), own);
    }
  return played;
}
