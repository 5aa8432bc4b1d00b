/** What to draw: the board in the ring of its border, and the tile to lay in its four rotations. */
import type {
  Area,
  Cell,
  Effect,
  GameEvent,
  Mark,
  Piece,
  Scene,
  SceneCaption,
  ScoreRow,
} from '@kifu/core';
import { mageDuel as english, type MageDuelTexts } from '@kifu/texts/en/games/mage-duel';
import type { Side } from './features.ts';
import { CELLS, cellName, SIZE, SLOTS } from './grid.ts';
import { JOKERS_FROM, type Move, numberOf } from './moves.ts';
import { SIDE_NAMES } from './names.ts';
import { type State, scoreOf, turnOf } from './state.ts';
import { EDGES, MOUNTAIN, NO_TILE, ROAD, rotIn, sideIn, TILES, tileIn, turned } from './tiles.ts';

/** The area of the board and its border. */
export const BOARD_ID = 'board';

/** The border stands around the board, so that the cells of the board begin at column and row 1. */
const BOARD: Area = {
  id: BOARD_ID,
  columns: SIZE + 2,
  rows: SIZE + 2,
  look: 'plain',
  // pictures write them into the border
  labels: 'none',
  columnLabels: ['', ...'abcdefgh', ''],
  rowLabels: ['', ...'87654321', ''],
};

/** Apart in pictures, so that the four are not taken for one landscape. */
const TOP_ROOM = 1.3;

/** The area of the tile to lay. */
export const TOP_ID = 'tile';

/** The tile to lay, turned by 0 to 3 quarters. */
const TOP: Area = {
  id: TOP_ID,
  columns: EDGES,
  rows: 1,
  look: 'plain',
  columnLabels: ['0', '1', '2', '3'],
  rowLabels: [],
  extent: { width: EDGES * TOP_ROOM, height: 1 },
};

/** The picture of a state, with the last tile marked. Tiles never move, so there are no tweens. */
export function scene(
  state: State,
  before?: { readonly move: Move },
  texts: MageDuelTexts = english,
): Scene {
  const hasTop = state.top !== NO_TILE && state.end === null;
  return {
    areas: [BOARD, { ...TOP, label: rackLabel(state, texts) }], // its place stays where there is no tile left, so that the board does not grow
    pieces: [...borderPieces(state), ...tilePieces(state), ...(hasTop ? topPieces(state) : [])],
    marks: before === undefined ? [] : lastMark(before.move),
    tweens: [],
    facts: factsOf(state, texts),
  };
}

/** What the player on turn can lay: the tile, on the cells that the board marks, or a joker. */
const rackLabel = (state: State, { captions }: MageDuelTexts): string =>
  state.end === null && state.top !== NO_TILE
    ? captions.rack(state.jokers[turnOf(state)]!)
    : captions.top;

function tilePieces({ board }: State): Piece[] {
  const pieces: Piece[] = [];
  for (let position = 0; position < CELLS; position++) {
    const cell = board[position]!;
    if (cell === 0) continue;
    const [tile, side, rot] = [tileIn(cell), sideIn(cell), rotIn(cell)];
    pieces.push({
      ...placeOf(position),
      id: `tile-${cellName(position)}`,
      look: lookOf(tile, rot, SIDE_NAMES[side]!),
      glyph: side === 0 ? glyphOf(tile, rot) : glyphOf(tile, rot).toLowerCase(),
      owner: side,
    });
  }
  return pieces;
}

/** The cell that shows the tile to lay, turned by a number of quarters. */
export const topCell = (rot: number): Cell => ({
  area: TOP.id,
  column: rot,
  row: 0,
  spot: { x: TOP_ROOM * (rot + 0.5), y: 0.5 },
});

const topPieces = ({ top }: State): Piece[] =>
  Array.from({ length: EDGES }, (_, rot) => ({
    ...topCell(rot),
    id: `top-${rot}`,
    look: lookOf(top, rot, 'open'),
    glyph: glyphOf(top, rot),
    owner: null,
  }));

/** Markers of the border stand next to the cell that faces them; mountains are blank. */
function borderPieces({ border }: State): Piece[] {
  const corners = [0, SIZE + 1].flatMap(column => [0, SIZE + 1].map(row => ({ column, row })));
  return [
    ...Array.from({ length: SLOTS }, (_, slot) => {
      const kind = border[slot]!;
      const [side, place] = [slot >> 3, slot & 7];
      const letter = kind === MOUNTAIN ? ' ' : kind === ROAD ? 'R' : 'C';
      const { column, row } = SLOT_PLACES[side]!(place);
      return {
        ...{ area: BOARD.id, column, row },
        spot: {
          x: column + 0.5,
          y: row + 0.5,
          turn: kind === MOUNTAIN ? 0 : (EDGES - side) % EDGES,
        },
        id: `border-${slot}`,
        look:
          kind === MOUNTAIN
            ? groundOf(border, side, place)
            : kind === ROAD
              ? 'road-marker'
              : 'city-marker',
        glyph: side === 3 ? letter.padStart(EDGES) : letter,
        owner: null,
      };
    }),
    ...corners.map(({ column, row }, i) => ({
      area: BOARD.id,
      column,
      row,
      id: `corner-${i}`,
      look: 'mountain',
      glyph: ' ',
      owner: null,
    })),
  ];
}

/**
 * What stands in a slot without a marker: below and on the left the name of the column or row, or across from there, where a marker has
 * taken its place; else mountains.
 */
function groundOf(border: State['border'], side: number, place: number): string {
  const across = border[8 * ((side + 2) % EDGES) + SIZE - 1 - place];
  if (side === 0 || (side === 2 && across !== MOUNTAIN))
    return `label-${BOARD.columnLabels[side === 0 ? 1 + place : SIZE - place]}`;
  if (side === 3 || (side === 1 && across !== MOUNTAIN))
    return `label-${BOARD.rowLabels[side === 3 ? 1 + place : SIZE - place]}`;
  return 'mountain';
}

/** Where the slots of each side stand, in their order: bottom, right, top, left. */
const SLOT_PLACES: readonly ((place: number) => { column: number; row: number })[] = [
  place => ({ column: 1 + place, row: SIZE + 1 }),
  place => ({ column: SIZE + 1, row: SIZE - place }),
  place => ({ column: SIZE - place, row: 0 }),
  place => ({ column: 0, row: 1 + place }),
];

/** Edges clockwise from the top, with the letters that moves have. */
const glyphOf = (tile: number, rot: number): string => turned(tile, rot);

export const lookOf = (tile: number, rot: number, owner: string): string =>
  `${owner}-${TILES[tile]}-${rot}`;

function lastMark(move: Move): Mark[] {
  const number = numberOf(move);
  const isLaid = number >= 0 && number < JOKERS_FROM * (1 + TILES.length);
  return isLaid ? [{ ...placeOf(number & (CELLS - 1)), kind: 'to' }] : [];
}

/** Rows of a scene are counted from the top, those of the board from the bottom. */
export const placeOf = (position: number) => ({
  area: BOARD.id,
  column: 1 + (position >> 3),
  row: SIZE - (position & 7),
});

/** Contests that a tile decided, each where its feature begins: what it was worth to the winner, and what that took from the other. */
export const effects = (
  events: readonly GameEvent[],
  texts: MageDuelTexts = english,
): readonly Effect[] =>
  events.flatMap(({ type, root, winner, delta, bluePoints, redPoints, by }) => {
    const [, kind] = /^(City|Road)Contest(Won|Draw)$/.exec(type) ?? [];
    // what the end of the match decides is too much at once
    if (kind === undefined || typeof root !== 'number' || typeof by !== 'number') return [];
    const seat = typeof winner === 'number' ? winner : null;
    const points =
      seat === null ? `${bluePoints} : ${redPoints}` : seat === 0 ? bluePoints : redPoints;
    const taken = typeof delta === 'number' && delta > 0 ? ` +${delta}` : '';
    const cell = placeOf(Math.floor(root / EDGES));
    return [{ cell, text: texts.effect(kind, `${points}${taken}`), seat }];
  });

/** Cities, roads and jokers of both sides, and what they come to if the game ends now. */
export function scores(state: State, { captions }: MageDuelTexts = english): ScoreRow[] {
  const { jokers, rules } = state;
  const [blueCity, blueRoad, redCity, redRoad] = scoreOf(state);
  const worth = jokers.map(count => count * rules.jokerPrice);
  const total = [blueCity + blueRoad + worth[0]!, redCity + redRoad + worth[1]!];
  return [
    { label: captions.cities, points: [blueCity, redCity] },
    { label: captions.roads, points: [blueRoad, redRoad] },
    { label: captions.jokers(rules.jokerPrice), points: [...jokers] },
    { label: captions.sum, points: total, isTotal: true },
  ];
}

function factsOf(state: State, { captions, seats }: MageDuelTexts): SceneCaption[] {
  const { deck, jokers, end, now, updated } = state;
  const score = scoreOf(state);
  const pointsOf = (side: Side): SceneCaption => {
    const [city, road] = [score[2 * side]!, score[2 * side + 1]!];
    const value = captions.points(city + road, city, road, jokers[side]);
    const isPaid = end !== null && end.outcome.points !== null;
    const total = isPaid ? `, ${captions.total(end.totals[side])}` : '';
    return { label: seats[side]!, value: value + total };
  };
  return [
    pointsOf(0),
    pointsOf(1),
    { label: captions.deck, value: captions.left(deck.length) },
    ...(now === updated ? [] : [{ label: captions.lastMove, value: captions.ago(now - updated) }]),
    { label: captions.edges, value: captions.legend, isAboutText: true },
  ];
}
