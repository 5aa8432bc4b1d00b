/** Cells of a scene by name, as people write them: `e4`, or column and row counted from the top left. */
import type { GameTexts } from '@kifu/texts/games';
import type { Kit } from './kit.ts';
import type { Area, Cell, Scene } from './scene.ts';
import type { ShapeCell } from './shapes.ts';

/** Reads `e4` by the labels of the board, or `5,4` as column and row from 1; `tray:3,1` in another area. Null if it is not a cell. */
export function parseCell({ areas }: Scene, text: string): ShapeCell | null {
  const [, named, rest = ''] = /^(?:([^:]+):)?(.*)$/.exec(text.trim()) ?? [];
  const area = named === undefined ? areas[0] : areas.find(({ id }) => id === named);
  if (area === undefined || rest === '') return null;
  const numbers = /^(\d{1,4})\s*,\s*(\d{1,4})$/.exec(rest);
  const [column, row] =
    numbers === null
      ? byLabels(area, rest.toLowerCase())
      : [Number(numbers[1]) - 1, Number(numbers[2]) - 1];
  if (column < 0 || row < 0 || column >= area.columns || row >= area.rows) return null;
  return { area: area.id, column, row };
}

/** The name of a cell. `parseCell` reads every name that this gives. */
export function formatCell({ areas }: Scene, { area: id, column, row }: ShapeCell): string {
  const area = areas.find(known => known.id === id);
  const labels = area === undefined ? '' : labelsOf(area, column, row);
  const place = labels === '' ? `${column + 1},${row + 1}` : labels;
  return area === areas[0] ? place : `${id}:${place}`;
}

/**
 * Names a cell with what is on it, for screen readers: as its game does (`e4, white pawn`), else by its labels and the look of the piece.
 * Null for a cell that only decorates.
 */
export function describeCell(
  kit: Pick<Kit, 'describe'>,
  scene: Scene,
  cell: Cell,
  texts?: GameTexts,
): string | null {
  if (kit.describe.cell !== undefined) return kit.describe.cell(scene, cell, texts);
  const { area, column, row } = cell;
  const here = scene.pieces.filter(
    piece => piece.area === area && piece.column === column && piece.row === row,
  );
  return [formatCell(scene, cell), ...here.map(({ look }) => look.replaceAll('-', ' '))].join(', ');
}

function byLabels(area: Area, text: string): [column: number, row: number] {
  for (let row = 0; row < area.rows; row++)
    for (let column = 0; column < area.columns; column++)
      if (labelsOf(area, column, row).toLowerCase() === text) return [column, row];
  return [-1, -1];
}

const labelsOf = (
  { cellLabels, columnLabels, rowLabels, columns }: Area,
  column: number,
  row: number,
) =>
  cellLabels?.[row * columns + column] ||
  (columnLabels[column] && rowLabels[row] ? `${columnLabels[column]}${rowLabels[row]}` : '');
