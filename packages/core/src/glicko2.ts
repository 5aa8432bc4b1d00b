/**
 * Glicko-2 (Glickman, "Example of the Glicko-2 system", 2013) with rating periods of a week, and what handicaps are worth in it.
 * IPGS §12.1. One implementation for every rater: equal games give equal ratings.
 */
import type { Seat } from './game.ts';

/** How strong a player is, how sure that is, and how steady. */
export interface GlickoRating {
  readonly R: number;
  readonly RD: number;
  readonly volatility: number;
}

/** A game against one opponent, as it counts in a period. */
export interface GlickoGame {
  /** The opponent's, from the end of the period before. */
  readonly R: number;
  readonly RD: number;
  /** 1 for a win, 0.5 for a draw, 0. */
  readonly score: number;
}

/** A game between two, as it is known afterwards. */
export interface RatedGame {
  /** Names of any kind, by seat. */
  readonly players: readonly [string, string];
  /** What seat 0 got: 1, 0.5 or 0. */
  readonly score: number;
  /** The week in which it ended: `periodOf`. */
  readonly period: number;
  /** The head start of seat 0 in ranks; 0 where there is none. */
  readonly advantage: number;
}

/** Initial rating of every player. */
export const NEWCOMER: GlickoRating = { R: 1500, RD: 350, volatility: 0.06 };

const CENTRE = 1500;
const SCALE = 173.7178;
const TAU = 0.5;
const EPSILON = 1e-6;
const MAX_RD = 350;
const WEEK_S = 604_800;
/** 2016-01-04T00:00:00Z, in seconds since 1970. */
const EPOCH_S = 1_451_865_600;
/** Ratings beyond these have the rank of the nearest. */
const MIN_RATING = 100;
const MAX_RATING = 6000;
/** R = 525 · exp(rank / 23.15). */
const RANK_ZERO = 525;
const RANK_WIDTH = 23.15;

/** All that ratings depend on besides the games: equal games and parameters give equal ratings. */
export const GLICKO_PARAMETERS = {
  system: 'glicko-2',
  tau: TAU,
  rating: NEWCOMER.R,
  deviation: NEWCOMER.RD,
  volatility: NEWCOMER.volatility,
  periodS: WEEK_S,
  epochS: EPOCH_S,
} as const;

/** The number of the week that a moment lies in, given in seconds since 1970. */
export const periodOf = (seconds: number): number => Math.floor((seconds - EPOCH_S) / WEEK_S);

/** The rank of a rating, as a number that grows by one a rank. */
export const rankOf = (rating: number): number =>
  RANK_WIDTH * Math.log(Math.min(MAX_RATING, Math.max(MIN_RATING, rating)) / RANK_ZERO);

/** The rating of a rank. */
export const ratingOfRank = (rank: number): number => RANK_ZERO * Math.exp(rank / RANK_WIDTH);

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** A rating after one period with these games, all of them played at once. */
export function rate(player: GlickoRating, games: readonly GlickoGame[]): GlickoRating {
  const phi = player.RD / SCALE;
  if (games.length === 0) return { ...player, RD: rdOf(Math.hypot(phi, player.volatility)) };
  const mu = (player.R - CENTRE) / SCALE;
  const met = games.map(({ R, RD, score }) => {
    const phiJ = RD / SCALE;
    const g = 1 / Math.sqrt(1 + (3 * phiJ * phiJ) / (Math.PI * Math.PI));
    const expected = 1 / (1 + Math.exp(-g * (mu - (R - CENTRE) / SCALE)));
    return { g, expected, score };
  });
  const v = 1 / sum(met.map(({ g, expected }) => g * g * expected * (1 - expected)));
  const gained = sum(met.map(({ g, expected, score }) => g * (score - expected)));
  const volatility = volatilityAfter(player.volatility, phi, v, v * gained);
  const phiStar = Math.hypot(phi, volatility);
  const phiAfter = 1 / Math.sqrt(1 / (phiStar * phiStar) + 1 / v);
  const muAfter = mu + phiAfter * phiAfter * gained;
  return { R: CENTRE + SCALE * muAfter, RD: rdOf(phiAfter), volatility };
}

const rdOf = (phi: number): number => Math.min(MAX_RD, SCALE * phi);

/** Step 5 of the paper: the root of f by the Illinois algorithm. */
function volatilityAfter(sigma: number, phi: number, v: number, delta: number): number {
  const a = Math.log(sigma * sigma);
  const f = (x: number): number => {
    const e = Math.exp(x);
    const spread = phi * phi + v + e;
    return (e * (delta * delta - spread)) / (2 * spread * spread) - (x - a) / (TAU * TAU);
  };
  let low = a;
  let high = Math.log(delta * delta - phi * phi - v);
  if (!(delta * delta > phi * phi + v)) {
    let k = 1;
    while (f(a - k * TAU) < 0) k++;
    high = a - k * TAU;
  }
  let [fLow, fHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > EPSILON) {
    const next = low + ((low - high) * fLow) / (fHigh - fLow);
    const fNext = f(next);
    if (fNext * fHigh <= 0) [low, fLow] = [high, fHigh];
    else fLow /= 2;
    [high, fHigh] = [next, fNext];
  }
  return Math.exp(low / 2);
}

/** Ratings of all players at the end of a period, from all games up to it. A period before a player's first game does not count. */
export function rateAll(
  games: readonly RatedGame[],
  until: number,
): ReadonlyMap<string, GlickoRating> {
  let ratings: ReadonlyMap<string, GlickoRating> = new Map();
  for (const { ratings: next } of ratePeriods(games, until)) ratings = next;
  return ratings;
}

/** The same at the end of each period, from that of the first game on. */
export function* ratePeriods(
  games: readonly RatedGame[],
  until: number,
): Generator<{ readonly period: number; readonly ratings: ReadonlyMap<string, GlickoRating> }> {
  const byPeriod = Map.groupBy(games, ({ period }) => period);
  let ratings: ReadonlyMap<string, GlickoRating> = new Map();
  const first = Math.min(...byPeriod.keys());
  for (let period = first; period <= until; period++) {
    ratings = ratePeriod(ratings, byPeriod.get(period) ?? []);
    yield { period, ratings };
  }
}

/** Ratings of all players after one more period. */
function ratePeriod(
  before: ReadonlyMap<string, GlickoRating>,
  games: readonly RatedGame[],
): ReadonlyMap<string, GlickoRating> {
  const results = new Map<string, GlickoGame[]>([...before.keys()].map(player => [player, []]));
  const note = (player: string, game: GlickoGame): void => {
    const own = results.get(player);
    if (own === undefined) results.set(player, [game]);
    else own.push(game);
  };
  for (const { players, score, advantage } of games)
    for (const seat of [0, 1] as const) {
      const other = before.get(players[1 - seat]!) ?? NEWCOMER;
      const R = against(other.R, seat, advantage);
      note(players[seat], { R, RD: other.RD, score: seat === 0 ? score : 1 - score });
    }
  return new Map(
    [...results].map(([player, own]) => [player, rate(before.get(player) ?? NEWCOMER, own)]),
  );
}

/** How strong an opponent is to a seat when seat 0 has a head start: weaker to seat 0, stronger to seat 1. */
const against = (R: number, seat: Seat, advantage: number): number =>
  advantage === 0 ? R : ratingOfRank(rankOf(R) + (seat === 0 ? -advantage : advantage));
