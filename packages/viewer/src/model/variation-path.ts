/** Where variations leave a match, and which is which. */
import type { ListedVariation } from '../engine/on-demand-types.ts';

/** The entry of the match after which a variation left it, however deep it is. */
export const leavesAt = (branches: readonly ListedVariation[], path: readonly number[]): number =>
  branches.find(branch => branch.path[0] === path[0])?.n ?? 0;

export const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i]);
