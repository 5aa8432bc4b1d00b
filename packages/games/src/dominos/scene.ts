/** What to draw: the line of tiles, folded where it is long, and the hands; all open, or as one seat sees them. */
import type {
  Area,
  Cell,
  Json,
  Mark,
  Piece,
  Scene,
  SceneCaption,
  Seat,
  Spot,
  Tween,
} from '@kifu/core';
import { type DominosTexts, dominos as english } from '@kifu/texts/en/games/dominos';
import { layChain } from './chain.ts';
import { SEAT_NAMES } from './names.ts';
import type { View } from './secrets.ts';
import {
  boardOf,
  boneyardOf,
  hasPassed,
  leftEnd,
  NONE,
  rightEnd,
  type State,
  seatsOf,
  tilesOf,
} from './state.ts';
import { leftOf, rightOf, type Tile, tileName, upright } from './tiles.ts';

/** The area of the tiles that are laid. */
export const LINE = 'line';

/** Maximum number of tiles in a row: they fit on a line of text. */
const COLUMNS = 10;

/** The picture of a state with every tile open. After a move, tweens show what went where. */
export function scene(
  state: State,
  before?: { readonly scene: Scene },
  texts: DominosTexts = english,
): Scene {
  const seats = seatsOf(state);
  const drawn = drawAll(
    [
      layLine(boardOf(state), [leftEnd(state), rightEnd(state)], texts),
      ...seats.map(seat => layHand(seat, tilesOf(state, seat), seat === 0, texts)),
      layBoneyard(boneyardOf(state), texts),
    ],
    passedFact(
      seats.filter(seat => hasPassed(state, seat)),
      texts,
    ),
  );
  return before === undefined ? drawn : follow(drawn, before.scene);
}

/** The picture that a seat has, its own hand below all others; with the seat null, that of a spectator. With the scene before, what was laid is marked. */
export function sceneOfView(
  seen: Json,
  seat: Seat | null,
  before?: Scene,
  texts: DominosTexts = english,
): Scene {
  const view = seen as View;
  const seats = [...view.hands.keys()];
  const order = [...seats.filter(other => other !== seat), ...seats.filter(own => own === seat)];
  const drawn = drawAll(
    [
      layLine(view.board.map(tileOf), [view.leftEnd, view.rightEnd], texts),
      ...order.map(other => layHand(other, handOf(view, other), other === (seat ?? 0), texts)),
    ],
    [
      { label: texts.captions.boneyard, value: texts.captions.tiles(view.boneyard) },
      ...passedFact(
        seats.filter(other => view.passed[other]),
        texts,
      ),
    ],
  );
  return before === undefined ? drawn : follow(drawn, before);
}

/** What lies in an area, cell by cell. */
interface Row {
  readonly id: string;
  /** What people call it. */
  readonly label: string;
  readonly pieces: readonly Lying[];
  /** How large it is in a picture, and where it lies. */
  readonly extent: { readonly width: number; readonly height: number };
  readonly side?: 'above' | 'below';
}

/** A piece without its cell; its spot is where pictures put it. */
type Lying = Omit<Piece, 'area' | 'column' | 'row'>;

const tileOf = ({ left, right }: View['board'][number]): Tile => (left << 3) | right;

const handOf = ({ hands }: View, seat: Seat): (Tile | null)[] =>
  hands[seat]!.map(pair => (pair === null ? null : (pair[0] << 3) | pair[1]));

/** An open tile has the same ID wherever it lies. */
const openTile = (tile: Tile, owner: Seat | null, spot: Spot): Lying => ({
  id: nameOf(upright(tile)),
  look: nameOf(tile),
  glyph: tileName(tile),
  owner,
  spot,
});

const nameOf = (tile: Tile): string => `tile-${leftOf(tile)}-${rightOf(tile)}`;

/** The tiles between their open ends. */
function layLine(
  line: readonly Tile[],
  [left, right]: readonly [left: number, right: number],
  texts: DominosTexts,
): Row {
  const { spots, ends: beyond, ...extent } = layChain(line);
  const [id, label] = [LINE, texts.cell.areas.line];
  const tiles = line.map((tile, i) => openTile(tile, null, spots[i]!));
  if (left === NONE) return { id, label, pieces: tiles, extent };
  const ends = [
    { id: 'left-end', look: `end-${left}`, glyph: `<- ${left}`, owner: null, spot: beyond[0] },
    { id: 'right-end', look: `end-${right}`, glyph: `${right} ->`, owner: null, spot: beyond[1] },
  ] as const;
  return { id, label, pieces: [ends[0], ...tiles, ends[1]], extent };
}

/** A tile that lies face down is known by its place in the hand. */
function layHand(
  seat: Seat,
  tiles: readonly (Tile | null)[],
  isNear: boolean,
  texts: DominosTexts,
): Row {
  const id = SEAT_NAMES[seat]!;
  const { spots, extent } = standing(tiles.length, tiles.includes(null) ? SMALL : LARGE);
  const pieces = tiles.map((tile, i) =>
    tile === null
      ? { id: `${id}-${i}`, look: 'tile-back', glyph: '[ | ]', owner: seat, spot: spots[i]! }
      : openTile(tile, seat, spots[i]!),
  );
  const label = texts.seats[seat]!;
  return { id, label, pieces, extent, side: isNear ? 'below' : 'above' };
}

function layBoneyard(tiles: readonly Tile[], texts: DominosTexts): Row {
  const { spots, extent } = standing(tiles.length, SMALL);
  return {
    id: 'boneyard',
    label: texts.cell.areas.boneyard,
    pieces: tiles.map((tile, i) => openTile(tile, null, spots[i]!)),
    extent,
  };
}

/** How large tiles of a hand are for those of the line, and how many stand side by side: own ones fill the width of a phone. */
interface Standing {
  readonly size: number;
  readonly inRow: number;
}
const LARGE: Standing = { size: 1.32, inRow: 7 };
const SMALL: Standing = { size: 0.62, inRow: 14 };
/** How much room a tile takes with what is free beside it, for its size. */
const [ROOM_X, ROOM_Y] = [1.15, 2.15];

/** Where tiles stand upright, side by side, in the middle of room for a usual hand. */
function standing(
  count: number,
  { size, inRow }: Standing,
): Pick<Row, 'extent'> & { readonly spots: readonly Spot[] } {
  const rows = Math.max(1, Math.ceil(count / inRow));
  const columns = Math.max(7, Math.ceil(count / rows));
  const free = rows > 1 ? 0 : columns - count;
  const spots = Array.from({ length: count }, (_, i) => ({
    x: size * ROOM_X * ((i % columns) + (free + 1) / 2),
    y: size * ROOM_Y * (Math.floor(i / columns) + 0.5),
    ...{ width: 2 * size, height: size, turn: 1 },
  }));
  return { spots, extent: { width: size * ROOM_X * columns, height: size * ROOM_Y * rows } };
}

function passedFact(seats: readonly Seat[], texts: DominosTexts): SceneCaption[] {
  const names = seats.map(seat => texts.seats[seat]).join(', ');
  return seats.length === 0 ? [] : [{ label: texts.captions.passed, value: names }];
}

function drawAll(rows: readonly Row[], facts: readonly SceneCaption[]): Scene {
  const areas = rows.map(areaOf);
  return {
    areas,
    pieces: rows.flatMap((row, i) =>
      filled(row, areas[i]!).map((piece, n) => ({ ...cellOf(areas[i]!, n), ...piece })),
    ),
    marks: [],
    tweens: [],
    ...(facts.length > 0 ? { facts } : {}),
  };
}

/** As few rows as will do, all of them about as long. */
function areaOf({ id, label, pieces, extent, side }: Row): Area {
  const rows = Math.max(1, Math.ceil(pieces.length / COLUMNS));
  const columns = Math.max(1, Math.ceil(pieces.length / rows));
  const place = side === undefined ? {} : { side };
  const none = { columnLabels: [], rowLabels: [] };
  return { id, label, columns, rows, look: 'plain', ...none, extent, ...place };
}

/** The look of a cell on which nothing is to be seen. */
const HOLE = 'hole';

/** The pieces, and nothing to be seen on the cells that are left of the last row. */
function filled({ id, pieces }: Row, { columns, rows }: Area): readonly Lying[] {
  const left = pieces.length === 0 ? 0 : columns * rows - pieces.length;
  const holes = Array.from({ length: left }, (_, i) => ({
    id: `${id}-hole-${i}`,
    look: HOLE,
    glyph: ' ',
    owner: null,
  }));
  return [...pieces, ...holes];
}

const cellOf = ({ id, columns }: Area, n: number): Cell => ({
  area: id,
  column: n % columns,
  row: Math.floor(n / columns),
});

const placeOf = ({ area, column, row, spot }: Cell): Cell => ({
  area,
  column,
  row,
  ...(spot === undefined ? {} : { spot }),
});

/** The scene with what has moved since the one before; what changed its area was laid or drawn. */
function follow(now: Scene, before: Scene): Scene {
  const earlier = new Map(before.pieces.map(piece => [piece.id, piece]));
  const marks: Mark[] = [];
  const tweens: Tween[] = [];
  for (const piece of now.pieces) {
    const from = earlier.get(piece.id);
    if (piece.look === HOLE || piece.look.startsWith('end-')) continue;
    // what comes out of a hidden hand was nowhere to be seen
    const isLaid = from === undefined && piece.area === LINE;
    if (isLaid || (from !== undefined && from.area !== piece.area))
      marks.push({ ...placeOf(piece), kind: 'to' });
    if (from === undefined) continue;
    if (from.area !== piece.area || from.column !== piece.column || from.row !== piece.row)
      tweens.push({ piece: piece.id, from: placeOf(from), to: placeOf(piece) });
  }
  return { ...now, marks, tweens };
}
