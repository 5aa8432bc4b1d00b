/** Arrows and marks of notes, drawn over the board. */
import { CELL, type Layout, num } from '@kifu/core/svg';
import type { Shape, ShapeCell, ShapeColor } from '@kifu/record/remarks';

/** Dark enough to be seen on light and dark squares, and told apart without telling red from green: by lightness too. */
const COLORS: { readonly [color in ShapeColor]: string } = {
  green: '#1f8a4c',
  red: '#c22d2d',
  blue: '#2466c9',
  yellow: '#e0a100',
};

const WIDTH = 0.16 * CELL;
const HEAD = 0.42 * CELL;

/** The shapes as SVG in the units of the board. Cells that the board does not have are left out. */
export const drawShapes = (shapes: readonly Shape[], laid: Layout): string =>
  shapes
    .map(shape =>
      shape.type === 'mark'
        ? drawMark(shape.at, COLORS[shape.color], laid)
        : drawArrow(shape.from, shape.to, COLORS[shape.color], laid),
    )
    .join('');

function placeOf(cell: ShapeCell, laid: Layout): { readonly x: number; readonly y: number } | null {
  const placed = laid.areas.find(({ area }) => area.id === cell.area);
  if (placed === undefined) return null;
  const { columns, rows } = placed.area;
  return cell.column < columns && cell.row < rows ? laid.place(cell) : null;
}

function drawMark(cell: ShapeCell, color: string, laid: Layout): string {
  const at = placeOf(cell, laid);
  if (at === null) return '';
  return `<circle class="shape" cx="${num(at.x)}" cy="${num(at.y)}" r="${num(0.43 * CELL)}" fill="none" stroke="${color}" stroke-width="${num(0.09 * CELL)}" stroke-opacity="0.85"/>`;
}

function drawArrow(from: ShapeCell, to: ShapeCell, color: string, laid: Layout): string {
  const [a, b] = [placeOf(from, laid), placeOf(to, laid)];
  if (a === null || b === null) return '';
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length === 0) return drawMark(from, color, laid);
  const [dx, dy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const point = (along: number, aside: number) =>
    `${num(a.x + dx * along - dy * aside)},${num(a.y + dy * along + dx * aside)}`;
  const neck = Math.max(0, length - HEAD);
  const points = [
    point(Math.min(0.25 * CELL, neck), WIDTH / 2),
    point(neck, WIDTH / 2),
    point(neck, HEAD / 2),
    point(length, 0),
    point(neck, -HEAD / 2),
    point(neck, -WIDTH / 2),
    point(Math.min(0.25 * CELL, neck), -WIDTH / 2),
  ];
  return `<polygon class="shape" points="${points.join(' ')}" fill="${color}" fill-opacity="0.8"/>`;
}
