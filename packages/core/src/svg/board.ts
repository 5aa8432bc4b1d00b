/** The boards of a scene: plates, squares or lines, labels and names of trays. All that stays while pieces move. */
import type { Area } from '../scene.ts';
import type { Art } from './art.ts';
import { CELL, extentOf, type Layout, type LayoutOptions, type PlacedArea } from './layout.ts';
import { escapeText, num } from './text.ts';
import { color } from './theme.ts';

/** All areas without pieces and marks. It changes only where areas do. */
export function drawBoard(
  { areas }: Layout,
  art: Art | undefined,
  { coordinates = true }: LayoutOptions = {},
): string {
  return areas
    .map(
      placed =>
        `<g class="area">${drawPlate(placed)}${drawCells(placed, art)}${coordinates ? drawLabels(placed) : ''}${drawCaption(placed)}</g>`,
    )
    .join('');
}

function drawPlate({ area, plate, caption }: PlacedArea): string {
  const fill = caption !== null ? 'tray' : area.look === 'lines' ? 'wood' : 'frame';
  return `<rect x="${num(plate.x)}" y="${num(plate.y)}" width="${num(plate.width)}" height="${num(plate.height)}" rx="14" fill="${color(fill)}"/>`;
}

/** The cells, turned as a whole: the corner of the area goes where the turn puts it. */
function drawCells(placed: PlacedArea, art: Art | undefined): string {
  const { area, turn, x, y, width, height } = placed;
  const body = art?.board?.(area) ?? drawLook(area, placed.caption !== null);
  const [left, top] = [turn === 90 || turn === 180 ? x + width : x, turn >= 180 ? y + height : y];
  const rotation = turn === 0 ? '' : ` rotate(${turn})`;
  return `<g transform="translate(${num(left)} ${num(top)})${rotation}">${body}</g>`;
}

function drawLook(area: Area, isTray: boolean): string {
  if (area.look === 'chequered') return drawSquares(area.columns, area.rows);
  if (area.look === 'lines') return drawLines(area.columns, area.rows);
  return isTray ? '' : drawGrid(area);
}

/** Light and dark squares, the top left one light; `isOn` leaves squares out. */
export function drawSquares(
  columns: number,
  rows: number,
  isOn: (column: number, row: number) => boolean = () => true,
): string {
  const path = [
    ['', ''],
    ['', ''],
  ];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (isOn(column, row))
        path[(column + row) % 2]![0] += `M${CELL * column} ${CELL * row}h${CELL}v${CELL}h-${CELL}z`;
  return `<path d="${path[0]![0]}" fill="${color('light')}"/><path d="${path[1]![0]}" fill="${color('dark')}"/>`;
}

/** Lines from middle to middle of the cells. */
function drawLines(columns: number, rows: number): string {
  const half = CELL / 2;
  const down = Array.from(
    { length: columns },
    (_, x) => `M${half + CELL * x} ${half}v${CELL * (rows - 1)}`,
  );
  const across = Array.from(
    { length: rows },
    (_, y) => `M${half} ${half + CELL * y}h${CELL * (columns - 1)}`,
  );
  return `<path d="${down.join('')}${across.join('')}" fill="none" stroke="${color('line')}" stroke-width="3" stroke-linecap="square"/>`;
}

/** Plain cells with a thin line between them. */
function drawGrid(area: Area): string {
  const { width, height } = extentOf(area);
  const down = Array.from({ length: width - 1 }, (_, x) => `M${CELL * (x + 1)} 0v${CELL * height}`);
  const across = Array.from(
    { length: height - 1 },
    (_, y) => `M0 ${CELL * (y + 1)}h${CELL * width}`,
  );
  return `<path d="M0 0h${CELL * width}v${CELL * height}h-${CELL * width}z" fill="${color('light')}"/><path d="${down.join('')}${across.join('')}" fill="none" stroke="${color('dark')}" stroke-width="4"/>`;
}

/** Columns along the bottom, rows along the left; a quarter turn changes them over. */
function drawLabels(placed: PlacedArea): string {
  const { area, turn, x, y, height, plate, caption } = placed;
  const isAcross = turn % 180 === 0;
  const isFromEnd = (first: boolean) => (first ? turn === 90 || turn === 180 : turn >= 180);
  const order = (labels: readonly string[], isReversed: boolean) =>
    isReversed ? labels.toReversed() : labels;
  const bottom = order(isAcross ? area.columnLabels : area.rowLabels, isFromEnd(true));
  const left = order(isAcross ? area.rowLabels : area.columnLabels, isFromEnd(false));
  const fill = color(caption !== null ? 'faint' : area.look === 'lines' ? 'line' : 'label');
  const [middle, below] = [(plate.x + x) / 2, (y + height + plate.y + plate.height) / 2];
  const text = (label: string, atX: number, atY: number) =>
    label === '' ? '' : `<text x="${num(atX)}" y="${num(atY)}">${escapeText(label)}</text>`;
  const texts = [
    ...bottom.map((label, i) => text(label, x + CELL * (i + 0.5), below)),
    ...left.map((label, i) => text(label, middle, y + CELL * (i + 0.5))),
  ];
  return texts.length === 0
    ? ''
    : `<g fill="${fill}" font-size="30" ${CENTRED}>${texts.join('')}</g>`;
}

/** How text stands in the middle of a point. */
export const CENTRED = 'text-anchor="middle" dominant-baseline="central"';

const drawCaption = ({ area, caption }: PlacedArea): string =>
  caption === null
    ? ''
    : `<text x="${num(caption.x)}" y="${num(caption.y)}" font-size="30" dominant-baseline="central" fill="${color('faint')}">${escapeText(area.id)}</text>`;
