/** Points and lists of points in SGF values. */
import { type Fail, fail, ok, type Result } from '@kifu/core';
import { cellAt, type Grid, isOnGrid, type Point } from '../grid.ts';
import { parseLetters } from '../letters.ts';
import type { Raw } from './scan.ts';

/** Two letters that stand for a pass on boards they lie beside. */
const OLD_PASS = 'tt';
const OLD_SIZE = 19;

const wrong = (message: string, offset: number): Fail =>
  fail('malformed', message, { at: { offset } });

/** The point of a move; null for a pass. */
export function parseMovePoint(grid: Grid, { text, at }: Raw): Result<Point | null> {
  const letters = text.trim();
  const isOld = letters === OLD_PASS && grid.width <= OLD_SIZE && grid.height <= OLD_SIZE;
  if (letters === '' || isOld) return ok(null);
  return parsePoint(grid, letters, at);
}

function parsePoint(grid: Grid, letters: string, at: number): Result<Point> {
  const point = parseLetters(letters);
  if (point === null) return wrong('a point is two letters', at);
  return isOnGrid(grid, point[0], point[1])
    ? ok(point)
    : fail('illegal-move', `${letters}: the board has no such point`, {
        rule: 'off-board',
        at: { offset: at },
      });
}

/** The cells of a list, in its order: points, and rectangles as `aa:cc`. Each is listed once. */
export function parseCells(grid: Grid, values: readonly Raw[]): Result<number[]> {
  const cells = new Set<number>();
  let covered = 0;
  for (const { text, at } of values) {
    const letters = text.trim();
    if (letters === '' && values.length === 1) break; // an empty list
    const [from = '', to = from, ...more] = letters.split(':');
    const one = parsePoint(grid, from.trim(), at);
    const other = parsePoint(grid, to.trim(), at);
    if (!one.ok) return one;
    if (!other.ok) return other;
    if (more.length > 0) return wrong('a rectangle is two points', at);
    covered += addRectangle(grid, cells, one.value, other.value);
    if (covered > MAX_COVERED)
      return fail('too-large', 'a list names too many points', { at: { offset: at } });
  }
  return ok([...cells]);
}

/** Points named in one list, again and again; the largest board has 2704. */
const MAX_COVERED = 20_000;

/** Gives how many points it has. */
function addRectangle(grid: Grid, cells: Set<number>, [ax, ay]: Point, [bx, by]: Point): number {
  for (let x = Math.min(ax, bx); x <= Math.max(ax, bx); x++)
    for (let y = Math.min(ay, by); y <= Math.max(ay, by); y++) cells.add(cellAt(grid, x, y));
  return (Math.abs(ax - bx) + 1) * (Math.abs(ay - by) + 1);
}
