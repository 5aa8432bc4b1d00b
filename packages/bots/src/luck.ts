/** Seeds of their own for what a bot imagines. */
import type { Rng } from '@kifu/core';

/**
 * A seed for something else to draw from. It is put together from the high bits of two draws: one draw of 31 bits
 * would be the seed from which this luck continues, and both would see the same numbers afterwards.
 */
export const seedFrom = (luck: Rng): number => luck(2 ** 16) * 2 ** 15 + luck(2 ** 15);
