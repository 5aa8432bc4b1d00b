/** Where everything of a scene lies in its picture. Units: `CELL` of them a cell, from the top left corner. */
import type { Area, Cell, Piece, Scene, Spot, Turn } from '../scene.ts';

/** Units a cell. */
export const CELL = 100;

/** What decides where things lie. */
export interface LayoutOptions {
  /** From which side the board is seen. Pieces and words stay upright. */
  readonly turn?: Turn;
  /** Whether the names of columns and rows are along the edges (default: yes). */
  readonly coordinates?: boolean;
}

/** A scene laid out. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly areas: readonly PlacedArea[];
  /** Where a cell, a piece or a mark is; between cells too. */
  place(cell: Cell): PicturePlace;
  /** The cell at a point, where there is one: for clicks. */
  cellAt(x: number, y: number): Cell | null;
}

/** An area in the picture. */
export interface PlacedArea extends Box {
  readonly area: Area;
  /** By how much its cells are turned: the first area is, trays are not. */
  readonly turn: Turn;
  /** The plate that it lies on, labels included. */
  readonly plate: Box;
  /** Where its name stands, if it does: the middle of the line. */
  readonly caption: { readonly x: number; readonly y: number } | null;
}

/** A box by its top left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Where a thing is, by its middle; its size before it is turned, and its turns in degrees. */
export interface PicturePlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Of the thing itself. */
  readonly turn: number;
  /** Of the board, for what lies flat. */
  readonly boardTurn: Turn;
}

/** Between an area and the next. */
const GAP = 30;
/** Around the cells: with labels, without, and of a tray. */
const LABELLED = 52;
const BARE = 16;
const TRAY = 12;
/** Where the labels of an area stand. */
export const labelsOf = ({
  look,
  labels,
  cellLabels,
  columnLabels,
  rowLabels,
}: Area): 'inside' | 'outside' | 'none' => {
  if (cellLabels !== undefined || columnLabels.length + rowLabels.length === 0) return 'none';
  return labels ?? (look === 'chequered' ? 'inside' : 'outside');
};

/** For the name of a tray. */
const CAPTION = 44;

/** Lays a scene out: the first area is the board, the others are trays above and below it, side by side where they fit. */
export function layout(scene: Scene, options: LayoutOptions = {}): Layout {
  const [board, ...trays] = scene.areas;
  const sized = (areas: readonly Area[]) =>
    areas.map(area => sizeOf(area, area === board, options));
  const middle = sized(scene.areas.slice(0, 1));
  const all = sized(scene.areas);
  const widest = Math.max(0, ...all.map(({ plateWidth }) => plateWidth));
  const rows = [
    ...inRows(sized(trays.filter(({ side }) => side === 'above')), widest),
    middle,
    ...inRows(sized(trays.filter(({ side }) => side !== 'above')), widest),
  ];
  const areas: PlacedArea[] = [];
  let top = 0;
  for (const row of rows) {
    let left = (widest - widthOf(row)) / 2;
    for (const tray of row) {
      areas.push(placeArea(tray, left, top));
      left += tray.plateWidth + GAP;
    }
    top = Math.max(...areas.map(({ plate }) => plate.y + plate.height)) + GAP;
  }
  const byId = new Map(areas.map(placed => [placed.area.id, placed]));
  return {
    width: widest,
    height: Math.max(0, top - GAP),
    areas,
    place: cell => placeIn(byId.get(cell.area), cell, options.turn ?? 0),
    cellAt: (x, y) => cellAt(areas, scene.pieces, x, y),
  };
}

/** As many beside each other as fit. */
function inRows(trays: readonly Sized[], widest: number): Sized[][] {
  const rows: Sized[][] = [];
  for (const tray of trays) {
    const row = rows.at(-1);
    if (row !== undefined && widthOf([...row, tray]) <= widest) row.push(tray);
    else rows.push([tray]);
  }
  return rows;
}

const widthOf = (row: readonly Sized[]): number =>
  row.reduce((sum, { plateWidth }) => sum + plateWidth + GAP, -GAP);

interface Sized {
  readonly area: Area;
  readonly isBoard: boolean;
  readonly turn: Turn;
  readonly width: number;
  readonly height: number;
  readonly margin: number;
  readonly plateWidth: number;
}

function sizeOf(
  area: Area,
  isBoard: boolean,
  { turn = 0, coordinates = true }: LayoutOptions,
): Sized {
  const { width, height } = extentOf(area);
  const [w, h] = isBoard && turn % 180 !== 0 ? [height, width] : [width, height];
  const isLabelled = labelsOf(area) === 'outside';
  const bare = area.look === 'chequered' ? 0 : BARE;
  const margin = coordinates && isLabelled ? LABELLED : isBoard ? bare : TRAY;
  return {
    area,
    isBoard,
    turn: isBoard ? turn : 0,
    width: CELL * w,
    height: CELL * h,
    margin,
    plateWidth: CELL * w + 2 * margin,
  };
}

function placeArea(
  { area, isBoard, turn, width, height, margin, plateWidth }: Sized,
  left: number,
  top: number,
): PlacedArea {
  const y = isBoard ? top : top + CAPTION;
  const plate = { x: left, y, width: plateWidth, height: height + 2 * margin };
  const caption = isBoard ? null : { x: left + 6, y: top + CAPTION / 2 };
  return { area, turn, x: left + margin, y: y + margin, width, height, plate, caption };
}

/** The size of an area in cells, before it is turned. */
export const extentOf = ({ extent, columns, rows }: Area): { width: number; height: number } =>
  extent ?? { width: columns, height: rows };

/** A cell of an area that is not there is put into the corner, so that a wrong scene still gives a picture. */
function placeIn(placed: PlacedArea | undefined, cell: Cell, sceneTurn: Turn): PicturePlace {
  const spot: Spot = cell.spot ?? { x: cell.column + 0.5, y: cell.row + 0.5 };
  const { width = 1, height = 1 } = spot;
  const [x, y] = placed === undefined ? [0, 0] : turnPoint(placed, spot.x, spot.y);
  return {
    x: (placed?.x ?? 0) + CELL * x,
    y: (placed?.y ?? 0) + CELL * y,
    width: CELL * width,
    height: CELL * height,
    turn: 90 * (spot.turn ?? 0),
    // in a tray only what is as wide as high can turn within its cell
    boardTurn: placed?.turn === sceneTurn || width === height ? sceneTurn : 0,
  };
}

/** A point of an area as it lies after the turn. */
export function turnPoint(
  { area, turn }: PlacedArea,
  x: number,
  y: number,
): [x: number, y: number] {
  const { width, height } = extentOf(area);
  if (turn === 90) return [height - y, x];
  if (turn === 180) return [width - x, height - y];
  return turn === 270 ? [y, width - x] : [x, y];
}

/** Undoes `turnPoint`. */
function unturned({ area, turn }: PlacedArea, x: number, y: number): [x: number, y: number] {
  const { width, height } = extentOf(area);
  if (turn === 90) return [y, height - x];
  if (turn === 180) return [width - x, height - y];
  return turn === 270 ? [width - y, x] : [x, y];
}

function cellAt(
  areas: readonly PlacedArea[],
  pieces: readonly Piece[],
  x: number,
  y: number,
): Cell | null {
  const placed = areas.find(box => isWithin(box, x, y));
  if (placed === undefined) return null;
  const { area } = placed;
  const [column, row] = unturned(placed, (x - placed.x) / CELL, (y - placed.y) / CELL);
  const own = pieces.filter(piece => piece.area === area.id && piece.spot !== undefined);
  const hit = own.find(({ spot }) => isOn(spot!, column, row));
  if (hit !== undefined) return { area: area.id, column: hit.column, row: hit.row };
  if (area.extent !== undefined) return null;
  return { area: area.id, column: Math.floor(column), row: Math.floor(row) };
}

const isWithin = (box: Box, x: number, y: number): boolean =>
  x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height;

function isOn({ x, y, width = 1, height = 1, turn = 0 }: Spot, atX: number, atY: number): boolean {
  const [w, h] = turn % 2 === 0 ? [width, height] : [height, width];
  return Math.abs(atX - x) <= w / 2 && Math.abs(atY - y) <= h / 2;
}
