/** How moves are made on the board: from square to square, over each piece that is jumped. */
import type { Cell, Scene, Seat, Touch } from '@kifu/core';
import type { Move } from './move-codec.ts';
import { cellOf } from './scene.ts';
import { NONE, type Pair, squareAt } from './squares.ts';

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

const STEPS = [-1, 1].flatMap(x => [-1, 1].map((y): Pair => [x, y]));

/** The step or jump between two squares; of one square, all steps of its piece. */
export function attempts(cells: readonly Cell[], seat: Seat, { pieces }: Scene): Move[] {
  const [from, ...stops] = cells.map(({ column, row }): Pair => [column, 7 - row]);
  const [first] = cells;
  const isOwn = pieces.some(
    piece => piece.owner === seat && piece.column === first?.column && piece.row === first.row,
  );
  if (from === undefined || !isOwn) return [];
  const [x, y] = from;
  const to = stops.at(-1);
  if (to !== undefined) {
    const before = stops.at(-2) ?? from;
    const captures: Pair[] =
      Math.abs(to[0] - before[0]) === 2 && Math.abs(to[1] - before[1]) === 2
        ? [[(to[0] + before[0]) / 2, (to[1] + before[1]) / 2]]
        : [];
    return [{ from: before, to, captures }];
  }
  const forward = seat === 0 ? 1 : -1;
  return STEPS.map(([dx, dy]): Pair => [x + dx, y + dy])
    .filter(([column, row]) => column in EIGHT && row in EIGHT && squareAt(column, row) !== NONE)
    .sort((a, b) => forward * (b[1] - a[1]))
    .sort((a, b) => Number(isTaken(pieces, a)) - Number(isTaken(pieces, b)))
    .map(end => ({ from, to: end, captures: [] }));
}

const EIGHT = Array.from({ length: 8 }, () => true);

const isTaken = (pieces: Scene['pieces'], [x, y]: Pair): boolean =>
  pieces.some(({ column, row }) => column === x && row === 7 - y);
