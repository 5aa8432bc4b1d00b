/** A bot's own luck: numbers from a seed that goes forward, and seeds of their own for what a bot imagines. */
import { draw, type Seed } from '@kifu/core';

/** One of n values, 0 to n − 1; another each time, the same in every run. */
export type Luck = (n: number) => number;

/** Luck from a seed. */
export function luckFrom(first: Seed): Luck {
  let seed = first;
  return n => {
    const [value, after] = draw(seed, n);
    seed = after;
    return value;
  };
}

/**
 * A seed for something else to draw from. It is put together from the high bits of two draws: one draw of 31 bits
 * would be the very seed that this luck goes on from, and both would see the same numbers from then on.
 */
export const seedFrom = (luck: Luck): number => luck(2 ** 16) * 2 ** 15 + luck(2 ** 15);
