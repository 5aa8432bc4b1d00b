/** How moves are made on the board: from square to square, over each piece that is jumped. */
import type { Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { cellOf } from './scene.ts';
import { type Pair, squareAt } from './squares.ts';

/** The squares that a piece comes to. */
export function touch({ from, to, captures }: Move): Touch {
  const stops: Pair[] = [from];
  for (const [x, y] of captures) {
    const [fromX, fromY] = stops.at(-1)!;
    stops.push([2 * x - fromX, 2 * y - fromY]);
  }
  if (captures.length === 0) stops.push(to);
  return { path: stops.map(stop => [cellOf(squareAt(...stop))]) };
}
