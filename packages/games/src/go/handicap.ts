/** Fixed handicap: which stones, and how many a board takes. IPGS §9.3. */
import { type Grid, type Point, pointAt } from './grid.ts';
import type { Ruleset } from './ruleset.ts';

/** The stones of a fixed handicap in the order in which they are placed. */
export function fixedHandicap(size: number, stones: number): Point[] {
  const near = size < 13 ? 2 : 3; // the third line, or the fourth
  const far = size - 1 - near;
  const middle = (size - 1) / 2;
  const corners = [pointAt(near, far), pointAt(far, near), pointAt(near, near), pointAt(far, far)];
  if (stones <= 4) return corners.slice(0, stones);
  const sides = [
    pointAt(near, middle),
    pointAt(far, middle),
    pointAt(middle, far),
    pointAt(middle, near),
  ];
  const even = stones - (stones % 2); // the centre makes a number odd
  const placed = [...corners, ...sides].slice(0, even);
  return stones === even ? placed : [...placed, pointAt(middle, middle)];
}

/** The points that boards have dots on: those of the fixed handicap, on square boards; small ones have none at the sides. */
export function starPoints({ width, height }: Grid): Point[] {
  const most = maxFixed(width, height);
  return fixedHandicap(width, width < 13 ? Math.min(most, 5) : most);
}

/** The most handicap stones that a board takes. */
export function maxHandicap({ width, height }: Grid, { handicapPlacement }: Ruleset): number {
  return handicapPlacement === 'free' ? width * height - 1 : maxFixed(width, height);
}

function maxFixed(width: number, height: number): number {
  if (width !== height || width < 7) return 0;
  return width === 7 || width % 2 === 0 ? 4 : 9;
}

/** Whether a handicap can be given there. One stone is none: black moves first anyway. */
export const isHandicap = (stones: number, grid: Grid, rules: Ruleset): boolean =>
  stones === 0 || (stones >= 2 && stones <= maxHandicap(grid, rules));
