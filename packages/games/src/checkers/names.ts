/** Names, for pictures, spoken words and messages. */
import { type Move, toPath } from './move-codec.ts';
import { countOf, squaresOn } from './path.ts';
import { NONE, numberOf, type Pair, squareAt } from './squares.ts';

/** Names by side. */
export const SIDE_NAMES = ['black', 'white'] as const;

/** A path with all its squares: a chain of jumps in full is never ambiguous. */
export const formatPath = (path: number): string =>
  squaresOn(path)
    .map(numberOf)
    .join(countOf(path) === 0 ? '-' : 'x');

/** Formats any move; an invalid path by its ends, squares without a number as pairs. */
export function formatMove(move: Move): string {
  const path = toPath(move);
  if (path >= 0) return formatPath(path);
  const { from, to, captures } = move;
  return `${nameOf(from)}${captures.length === 0 ? '-' : 'x'}${nameOf(to)}`;
}

function nameOf([x, y]: Pair): string {
  const square = squareAt(x, y);
  return square === NONE ? `[${x},${y}]` : `${numberOf(square)}`;
}
