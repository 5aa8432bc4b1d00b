/** How far the word of others counts, and the rating that several opinions make. IPGS §12.2, §12.3. */
import type { Rating } from '../payload.ts';
import { SECOND } from '../timestamp.ts';

/** How much each flag weighs against a player; unknown ones weigh nothing. */
const FLAG_WEIGHTS: { readonly [name: string]: number } = {
  'failed-to-sign-lost-game': 4,
  'illegal-move': 4,
  'failed-to-sign-won-game': 1,
  'no-first-move': 1,
  'clock-skew': 1,
  'toxic-comments': 0,
};
/** After how many games without a flag a player is believed half. */
const HALFWAY = 4;

/**
 * How far an author believes what a player reports, by the games that the player took part in or reported and the author has
 * checked. Strangers have no weight: that is what stops invented crowds.
 */
export function trustOf(verified: number, flags: { readonly [name: string]: number }): number {
  if (verified === 0 || (flags.equivocation ?? 0) > 0) return 0;
  const weight = Object.entries(flags).reduce(
    (sum, [name, count]) => sum + (FLAG_WEIGHTS[name] ?? 0) * count,
    0,
  );
  return verified / (verified + weight + HALFWAY);
}

/**
 * How far a player's claims agree with what the author knows: 1 if differences are as the deviations lead one to expect,
 * less and less beyond. If there is nothing to compare, there is no reason for doubt.
 */
export function agreement(
  pairs: readonly { readonly own: Rating; readonly theirs: Rating }[],
): number {
  if (pairs.length === 0) return 1;
  const surprise = pairs.reduce(
    (sum, { own, theirs }) => sum + (own.R - theirs.R) ** 2 / (own.RD ** 2 + theirs.RD ** 2),
    0,
  );
  return Math.exp(Math.min(0, 1 - surprise / pairs.length));
}

/** A player's claim about another, and how far the author trusts the claimant. */
export interface WeightedClaim extends Rating {
  readonly at: bigint;
  readonly trust: number;
}

const WEEK = 604_800n * SECOND;
const MIN_RD = 30;
const MAX_RD = 350;
/** How much a rating loses in a week: the volatility of a newcomer on Glicko's scale. */
const WEEKLY = 173.7178 * 0.06;
/** How far apart honest estimates may lie, for want of the same games. */
const DISTRUST = 200;
/** Claims farther from the own estimate than this many deviations are drawn nearer. */
const REACH = 3;

/**
 * What own estimate and claims come to. Several opinions do not make it surer than the best single one, as they rest on the same
 * games; disagreement makes it less sure.
 */
export function adjustRating(own: Rating, claims: readonly WeightedClaim[], now: bigint): Rating {
  const others = claims
    .filter(({ trust }) => trust > 0)
    .map(({ R, RD, at, trust }) => {
      const weeks = now > at ? Number((now - at) / WEEK) : 0;
      const aged = Math.min(MAX_RD ** 2, Math.max(MIN_RD, RD) ** 2 + weeks * WEEKLY ** 2);
      const variance = aged / trust + (1 - trust) * DISTRUST ** 2;
      const reach = REACH * Math.sqrt(own.RD ** 2 + variance);
      return { R: Math.min(own.R + reach, Math.max(own.R - reach, R)), variance };
    });
  if (others.length === 0) return own;
  const all = [{ R: own.R, variance: own.RD ** 2 }, ...others];
  const weight = all.reduce((sum, { variance }) => sum + 1 / variance, 0);
  const R = all.reduce((sum, each) => sum + each.R / each.variance, 0) / weight;
  const spread = all.reduce((sum, each) => sum + (each.R - R) ** 2 / each.variance, 0) / weight;
  const surest = Math.min(...all.map(({ variance }) => variance));
  return { R, RD: Math.min(MAX_RD, Math.max(MIN_RD, Math.sqrt(surest + spread))) };
}
