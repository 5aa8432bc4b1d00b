/** Rating pools as stored, so that a server need not recalculate them; and how they differ from what the matches give. */
import { type Fault, fail, hasKeys, isInteger, isObject, type Json } from '@kifu/core';
import { type PoolStanding, type RatingPool, rateMatches } from './rate.ts';
import { compareRated, type RatedMatch } from './rated-match.ts';

/** A rating pool as stored. */
export interface StoredRatingPool {
  readonly game: string;
  readonly speed: string;
  /** How many matches it was made of, and the hash of their receipt. */
  readonly matches: number;
  readonly hash: string;
  readonly standings: readonly StoredStanding[];
}

/** A rating as stored. Fractions are texts with six digits: our JSON has integers only. */
export interface StoredStanding {
  readonly id: string;
  readonly name: string;
  readonly rating: string;
  readonly deviation: string;
  readonly volatility: string;
  readonly matches: number;
}

const DIGITS = 6;
const UNIT = 10 ** DIGITS;
/** Two machines may differ in the last digit that is written. */
const TOLERANCE = 1.5e-6;

/** Rating pools as stored. */
export const toStoredLadders = (ladders: readonly RatingPool[]): StoredRatingPool[] =>
  ladders.map(({ game, speed, receipt, standings }) => ({
    ...{ game, speed, matches: receipt.matches.length, hash: receipt.hash },
    standings: standings.map(storedStanding),
  }));

const storedStanding = ({ id, player, rating, matches }: PoolStanding): StoredStanding => ({
  id,
  name: player.name,
  rating: textOf(rating.R),
  deviation: textOf(rating.RD),
  volatility: textOf(rating.volatility),
  matches,
});

/** A fraction with six digits, rounded as a whole number of millionths: no rating is so large that one would not be exact. */
function textOf(value: number): string {
  const millionths = Math.round(Math.abs(value) * UNIT);
  const [whole, rest] = [Math.floor(millionths / UNIT), millionths % UNIT];
  return `${value < 0 ? '-' : ''}${whole}.${`${rest}`.padStart(DIGITS, '0')}`;
}

/**
 * Finds stored pools that differ from what the same number of matches give, in order. Nothing can be said of a pool whose matches have changed
 * since: an older one was found, or a player has added a key.
 */
export const findStoredDrift = (
  stored: readonly StoredRatingPool[],
  matches: readonly RatedMatch[],
): readonly Fault[] =>
  stored.flatMap(ladder => {
    const own = matches.filter(({ game, speed }) => game === ladder.game && speed === ladder.speed);
    const first = own.toSorted(compareRated).slice(0, ladder.matches);
    const made = toStoredLadders(rateMatches(first));
    return made[0]?.hash === ladder.hash ? findRatingDrift([ladder], made) : [];
  });

/** Whether a value is a list of stored rating pools. */
export const areStoredLadders = (value: Json | undefined): boolean => isListOf(value, isStoredPool);

const isListOf = (value: Json | undefined, is: (item: Json) => boolean): boolean =>
  Array.isArray(value) && value.every(is);

const areTexts = (...values: readonly (Json | undefined)[]): boolean =>
  values.every(value => typeof value === 'string');

const isCount = (value: Json | undefined): boolean => isInteger(value, 0, Number.MAX_SAFE_INTEGER);

const isStoredPool = (value: Json): boolean =>
  isObject(value) &&
  hasKeys(value, ['game', 'speed', 'matches', 'hash', 'standings']) &&
  areTexts(value.game, value.speed, value.hash) &&
  isCount(value.matches) &&
  isListOf(value.standings, isStanding);

const isStanding = (value: Json): boolean =>
  isObject(value) &&
  hasKeys(value, ['id', 'name', 'rating', 'deviation', 'volatility', 'matches']) &&
  areTexts(value.id, value.name) &&
  isCount(value.matches) &&
  [value.rating, value.deviation, value.volatility].every(
    text => typeof text === 'string' && /^-?\d{1,9}\.\d{6}$/.test(text),
  );

/** Finds stored ratings that differ from those that the matches give. */
export function findRatingDrift(
  stored: readonly StoredRatingPool[],
  made: readonly StoredRatingPool[],
): readonly Fault[] {
  const nameOf = ({ game, speed }: StoredRatingPool) => `${game} ${speed}`;
  const byName = new Map(made.map(ladder => [nameOf(ladder), ladder]));
  const known = new Set(stored.map(nameOf));
  const missing = made.filter(ladder => !known.has(nameOf(ladder)));
  return [
    ...stored.flatMap(ladder =>
      driftOf(nameOf(ladder), ladder, byName.get(nameOf(ladder)) ?? null),
    ),
    ...missing.map(ladder => drift(nameOf(ladder), 'matches', 'no rating is stored')),
  ];
}

function driftOf(name: string, stored: StoredRatingPool, made: StoredRatingPool | null): Fault[] {
  if (made === null) return [drift(name, 'matches', 'the library has no such match')];
  if (stored.hash !== made.hash || stored.matches !== made.matches) {
    const counts = `calculated from ${stored.matches} matches, but the library has ${made.matches}`;
    const same = `calculated from ${stored.matches} other matches than the library has`;
    return [drift(name, 'matches', stored.matches === made.matches ? same : counts)];
  }
  const byId = new Map(made.standings.map(standing => [standing.id, standing]));
  const wrong = stored.standings.filter(standing => !isSame(standing, byId.get(standing.id)));
  const lost = made.standings.length - stored.standings.length;
  return [
    ...wrong.map(({ id, name: player, rating }) =>
      drift(
        name,
        'rating',
        `the stored rating of ${player || id} is ${rating}, calculated ${byId.get(id)?.rating ?? 'none'}`,
      ),
    ),
    ...(wrong.length === 0 && lost !== 0 ? [drift(name, 'rating', 'a player is missing')] : []),
  ];
}

const isSame = (a: StoredStanding, b: StoredStanding | undefined): boolean =>
  b !== undefined &&
  a.matches === b.matches &&
  (['rating', 'deviation', 'volatility'] as const).every(
    field => Math.abs(Number(a[field]) - Number(b[field])) < TOLERANCE,
  );

const drift = (ladder: string, rule: 'matches' | 'rating', message: string): Fault =>
  fail('rating-drift', `${ladder}: ${message}`, { rule }).fault;
