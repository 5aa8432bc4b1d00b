/** Arrows and marks of notes, drawn over the board. */

import type { Shape, ShapeCell, ShapeColor } from '@kifu/core';
import { CELL, escapeText, type Layout, num } from '@kifu/core/svg';

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
  shapes.map(shape => drawShape(shape, COLORS[shape.color], laid)).join('');

function drawShape(shape: Shape, color: string, laid: Layout): string {
  switch (shape.type) {
    case 'arrow':
      return drawArrow(shape.from, shape.to, color, laid);
    case 'line': {
      const [a, b] = [placeOf(shape.from, laid), placeOf(shape.to, laid)];
      return a === null || b === null
        ? ''
        : outline(`M${num(a.x)} ${num(a.y)}L${num(b.x)} ${num(b.y)}`, color);
    }
    case 'label':
      return drawLabel(shape.at, shape.text, color, laid);
    case 'mark':
      return drawMark(shape.at, color, laid);
    default: {
      const at = placeOf(shape.at, laid);
      return at === null ? '' : outline(OUTLINES[shape.type](at), color);
    }
  }
}

/** Around the middle of a cell. */
const OUTLINES = {
  square: ({ x, y }: PicturePoint) =>
    `M${num(x - R)} ${num(y - R)}h${num(2 * R)}v${num(2 * R)}h${num(-2 * R)}z`,
  triangle: ({ x, y }: PicturePoint) =>
    `M${num(x)} ${num(y - 1.2 * R)}l${num(1.05 * R)} ${num(1.8 * R)}h${num(-2.1 * R)}z`,
  cross: ({ x, y }: PicturePoint) =>
    `M${num(x - R)} ${num(y - R)}l${num(2 * R)} ${num(2 * R)}m0 ${num(-2 * R)}l${num(-2 * R)} ${num(2 * R)}`,
};
const R = 0.24 * CELL;

const outline = (path: string, color: string): string =>
  `<path class="shape" d="${path}" fill="none" stroke="${color}" stroke-width="${num(0.09 * CELL)}" stroke-opacity="0.9" stroke-linejoin="round"/>`;

/** On its own background, so that it is legible on light and dark. */
function drawLabel(cell: ShapeCell, text: string, color: string, laid: Layout): string {
  const at = placeOf(cell, laid);
  if (at === null) return '';
  const size = (text.length > 2 ? 0.3 : 0.48) * CELL;
  return `<circle class="shape" cx="${num(at.x)}" cy="${num(at.y)}" r="${num(0.36 * CELL)}" fill="#fff" fill-opacity="0.85"/><text class="shape" x="${num(at.x)}" y="${num(at.y)}" dy="0.35em" text-anchor="middle" font-size="${num(size)}" font-weight="bold" fill="${color}">${escapeText(text.slice(0, 4))}</text>`;
}

interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

function placeOf(cell: ShapeCell, laid: Layout): PicturePoint | null {
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

/** Adds a shape; an equal one is removed, and replaced if its color differs. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): Shape[] {
  const rest = shapes.filter(other => placeText(other) !== placeText(shape));
  const before = shapes.find(other => placeText(other) === placeText(shape));
  return before?.color === shape.color ? rest : [...rest, shape];
}

const cellText = ({ area, column, row }: ShapeCell): string => `${area} ${column} ${row}`;
const placeText = (shape: Shape): string =>
  'at' in shape ? cellText(shape.at) : `${cellText(shape.from)} ${cellText(shape.to)}`;
