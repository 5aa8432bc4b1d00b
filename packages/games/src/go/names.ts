/** What things are called. */
import { type Grid, type Point, pointOf } from './grid.ts';

/** The sides, by seat. */
export const SIDE_NAMES = ['black', 'white'] as const;

/** Columns leave out I, which looks like a one. After Z comes AA. */
const LETTERS = 'ABCDEFGHJKLMNOPQRSTUVWXYZ';

/** `A` for the first column, `J` for the ninth, `AA` for the twenty-sixth. */
export const columnName = (x: number): string =>
  x < LETTERS.length
    ? LETTERS[x]!
    : LETTERS[Math.trunc(x / LETTERS.length) - 1]! + LETTERS[x % LETTERS.length]!;

/** `D4`: columns from the left, rows from the bottom. */
export const pointName = ({ height }: Grid, [x, y]: Point): string =>
  `${columnName(x)}${height - y}`;

/** The name of a cell. */
export const cellName = (grid: Grid, cell: number): string => pointName(grid, pointOf(grid, cell));

/** Half points as people write them: `7.5`, `12`. */
export function formatHalves(halves: number): string {
  const whole = Math.trunc(Math.abs(halves) / 2);
  return `${halves < 0 ? '-' : ''}${whole}${halves % 2 === 0 ? '' : '.5'}`;
}
