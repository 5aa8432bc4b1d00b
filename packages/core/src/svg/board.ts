/** The boards of a scene: plates, squares or lines, labels and names of trays. All that stays while pieces move. */
import type { Area } from '../scene.ts';
import type { Art } from './art.ts';
import {
  CELL,
  extentOf,
  type Layout,
  type LayoutOptions,
  labelsOf,
  type PlacedArea,
  turnPoint,
} from './layout.ts';
import { escapeText, num } from './text.ts';
import { color } from './theme.ts';

/** How large labels are, in units: along the edges, and in cells. */
const LABEL = 30;
const CELL_LABEL = 18;

/** How much nearer to the lines than to the edge numbers of rows stand, in units. */
const OFF_EDGE = 6;

/** All areas without labels, pieces and marks. It changes only where areas do. */
export const drawBoard = ({ areas }: Layout, art: Art | undefined): string =>
  areas
    .map(
      placed =>
        `<g class="area">${drawPlate(placed)}${drawCells(placed, art)}${drawCaption(placed)}</g>`,
    )
    .join('');

/** The labels of all areas: above the marks below the pieces, as a tint would hide those within cells. */
export const drawCoordinates = (
  { areas }: Layout,
  { coordinates = true }: LayoutOptions = {},
): string => (coordinates ? areas.map(drawLabels).join('') : '');

function drawPlate({ area, plate, caption }: PlacedArea): string {
  const fill = caption !== null ? 'tray' : area.look === 'lines' ? 'wood' : 'frame';
  return `<rect x="${num(plate.x)}" y="${num(plate.y)}" width="${num(plate.width)}" height="${num(plate.height)}" rx="14" fill="${color(fill)}"/>`;
}

/** The cells, turned as a whole: the corner of the area goes where the turn puts it. */
function drawCells(placed: PlacedArea, art: Art | undefined): string {
  const { area, turn, x, y, width, height } = placed;
  const body = art?.board?.(area, x - placed.plate.x) ?? drawLook(area, placed.caption !== null);
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
  const paths: [light: string, dark: string] = ['', ''];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (isOn(column, row))
        paths[(column + row) % 2]! += `M${CELL * column} ${CELL * row}h${CELL}v${CELL}h-${CELL}z`;
  const [light, dark] = paths;
  return `<path d="${light}" fill="${color('light')}"/><path d="${dark}" fill="${color('dark')}"/>`;
}

/** Lines from middle to middle of the cells. */
export function drawLines(columns: number, rows: number): string {
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

/**
 * Columns along the bottom, rows along the left, and on boards of lines across from them too; a quarter turn changes them over. In squares,
 * columns stand in the lower left corners, rows on the right in the upper ones. Or each cell with its own.
 */
function drawLabels(placed: PlacedArea): string {
  const { area, turn, x, y, width, height, plate, caption } = placed;
  if (area.cellLabels !== undefined) return drawCellLabels(placed, area.cellLabels);
  const where = labelsOf(area);
  if (where === 'none') return '';
  const isAcross = turn % 180 === 0;
  const bottom = orderOf(
    isAcross ? area.columnLabels : area.rowLabels,
    turn === 90 || turn === 180,
  );
  const side = orderOf(isAcross ? area.rowLabels : area.columnLabels, turn >= 180);
  const [w, h] = [width / bottom.length, height / side.length];
  const isInside = where === 'inside';
  const columns = (atY: number, dx = w / 2) =>
    bottom.map((label, i): Word => [label, x + w * i + dx, atY]);
  const rows = (atX: number, dy = h / 2) =>
    side.map((label, i): Word => [label, atX, y + h * i + dy]);
  if (isInside) {
    // a quarter turn brings a dark square to the top left, as numbers of rows are even
    const ink = (i: number, j: number) => ((i + j + turn / 90) % 2 === 0 ? 'on-light' : 'on-dark');
    return [
      ...columns(y + height - 13, 11).map((word, i) =>
        drawTexts(ink(i, side.length - 1), CELL_LABEL, [word]),
      ),
      ...rows(x + width - 11, 14).map((word, i) =>
        drawTexts(ink(bottom.length - 1, i), CELL_LABEL, [word]),
      ),
    ].join('');
  }
  const fill = caption !== null ? 'faint' : area.look === 'lines' ? 'line' : 'label';
  const below = columns((y + height + plate.y + plate.height) / 2);
  const left = (plate.x + x) / 2;
  if (area.look !== 'lines') return drawTexts(fill, LABEL, [...below, ...rows(left)]);
  // large boards are looked at from farther away; numbers of two digits keep off the edge
  return drawTexts(fill, Math.max(LABEL, 2 * side.length), [
    ...below,
    ...columns((plate.y + y) / 2),
    ...rows(left + OFF_EDGE),
    ...rows((x + width + plate.x + plate.width) / 2 - OFF_EDGE),
  ]);
}

const orderOf = (labels: readonly string[], isReversed: boolean): readonly string[] =>
  isReversed ? labels.toReversed() : labels;

/** In the top left corner of each cell, however the board is turned. */
function drawCellLabels(placed: PlacedArea, labels: readonly string[]): string {
  const words = labels.map((label, i): Word => {
    const [x, y] = turnPoint(
      placed,
      (i % placed.area.columns) + 0.5,
      Math.floor(i / placed.area.columns) + 0.5,
    );
    return [label, placed.x + CELL * x - 34, placed.y + CELL * y - 38];
  });
  return drawTexts('white-edge', CELL_LABEL, words);
}

type Word = readonly [text: string, x: number, y: number];

function drawTexts(fill: string, size: number, words: readonly Word[]): string {
  const texts = words
    .filter(([text]) => text !== '')
    .map(
      ([text, x, y]) =>
        `<text x="${num(x)}" y="${num(y + size * MIDDLE)}">${escapeText(text)}</text>`,
    );
  if (texts.length === 0) return '';
  return `<g fill="${color(fill)}" font-size="${size}" font-weight="600" text-anchor="middle">${texts.join('')}</g>`;
}

/** How far the base line of text lies below its middle, by its size; not every program knows the attribute that says so. */
export const MIDDLE = 0.35;

const drawCaption = ({ area, caption }: PlacedArea): string =>
  caption === null
    ? ''
    : `<text x="${num(caption.x)}" y="${num(caption.y + LABEL * MIDDLE)}" font-size="${LABEL}" fill="${color('faint')}">${escapeText(area.label ?? area.id)}</text>`;
