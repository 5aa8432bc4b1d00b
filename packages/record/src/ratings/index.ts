/** Ratings with receipts: Glicko-2 for each game and speed class, from finished matches alone. */

export { type TrustRule, type Unproven, whyUnproven } from './proven.ts';
export {
  type PoolStanding,
  type RatedWeek,
  type RatingPool,
  rateMatches,
  type WeekGame,
} from './rate.ts';
export {
  compareRated,
  type PlayedMatch,
  type RatedMatch,
  type RatedPlayer,
  ratedMatchOf,
  ratedPlayerId,
  type UnratedReason,
} from './rated-match.ts';
export {
  type RatedCandidate,
  type ReadingRule,
  readRatedMatch,
  withPlayers,
} from './read-rated.ts';
export type { Receipt } from './receipt.ts';
export { SPEEDS, type Speed, speedOf } from './speed.ts';
export {
  areStoredLadders,
  findRatingDrift,
  findStoredDrift,
  type StoredRatingPool,
  type StoredStanding,
  toStoredLadders,
} from './stored-pools.ts';
