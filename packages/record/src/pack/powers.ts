/** Powers of two in sixteenths of a bit, in whole numbers, and the odds that belong to them. */

/** 64 · 2^(i ÷ 16), rounded: all other powers are these, shifted. */
const STEPS = [64, 67, 70, 73, 76, 79, 83, 87, 91, 95, 99, 103, 108, 112, 117, 123] as const;

/** 64 · 2^(i ÷ 16), for i from 0 on. */
const power = (i: number): number => STEPS[i & 15]! << (i >> 4);

/** Of two scores from −128 to 128 sixteenths of a bit, the sum and this are a place in `WEIGHTS`. */
export const NEUTRAL = 256;
export const MOST_SCORE = 128;
/** Sums beyond these weigh no less, and no more. */
const LEAST_SUM = -112;
const MOST_SUM = 95;

/** Weights, from 1 to 7872; 128 is for what is neither likely nor unlikely. */
export const WEIGHTS = Int32Array.from({ length: 2 * NEUTRAL + 1 }, (_, i) => {
  const sum = Math.max(LEAST_SUM, Math.min(MOST_SUM, i - NEUTRAL));
  return power(sum - LEAST_SUM) >> 6;
});

/** Odds of more than 2^11 to 1 are not distinguished. */
const MOST_ODDS = 175;

/** The probability (of 32768) that belongs to odds of 2^(d ÷ 16) to 1. */
function squash(d: number): number {
  if (d < 0) return 32768 - squash(-d);
  return 32768 - Math.trunc(2097152 / (64 + power(Math.min(d, MOST_ODDS))));
}

/** Probabilities by odds, from −175 to 175. */
const SQUASHED = Int32Array.from({ length: 2 * MOST_ODDS + 1 }, (_, i) => squash(i - MOST_ODDS));

/** The probability (of 32768) that belongs to odds in sixteenths of a bit. */
export const probabilityOf = (odds: number): number =>
  SQUASHED[Math.max(-MOST_ODDS, Math.min(MOST_ODDS, odds)) + MOST_ODDS]!;

/** Odds by the upper twelve bits of a probability: the highest of which the probability is not above its middle. */
export const ODDS = new Int16Array(4096);
for (let i = 0, d = -MOST_ODDS; i < ODDS.length; i++) {
  while (d < MOST_ODDS && squash(d + 1) <= 8 * i + 4) d++;
  ODDS[i] = d;
}
